import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ChannelFace } from '#src/shared/channels.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { authorizeQuery } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { startAuthorize } from './queries.ts';

type Again = { id: string; name: string; practice: boolean };

/** How accounts of a channel are connected at their provider here; null where they are connected by keys alone. */
export function useAuthorize(kind: string): { practice: boolean } | null {
  const all = useQuery(authorizeQuery).data ?? [];
  return all.find((each) => each.kind === kind) ?? null;
}

/** Leads to the provider's page, and from there back to Channels. `again`: the account gets new credentials. */
export function ConnectWith({
  channel,
  again,
  size = 'md',
}: {
  channel: ChannelFace;
  again?: Again;
  size?: 'sm' | 'md';
}) {
  const { run } = useActOn('channels');
  const [isLeaving, setLeaving] = useState(false);
  async function leave(): Promise<void> {
    setLeaving(true);
    const started = await run(
      () => startAuthorize({ channel: channel.kind, ...(again && { connectionId: again.id }) }),
      { failure: again ? `${again.name} wasn’t reconnected` : `${channel.title} wasn’t connected` },
    );
    if (started) window.location.assign(started.done.url);
    else setLeaving(false);
  }
  return (
    <Button
      variant={again ? 'secondary' : 'primary'}
      size={size}
      busy={isLeaving}
      {...(again && { 'aria-label': `Reconnect ${again.name}` })}
      onClick={() => void leave()}
    >
      {isLeaving ? 'Opening…' : again ? 'Reconnect' : `Connect with ${channel.title}`}
      <ExternalLink aria-hidden="true" className="size-4" />
    </Button>
  );
}

/** Connecting at the provider comes first; `children` is the form with keys. */
export function ConnectWays({ channel, children }: { channel: ChannelFace; children: ReactNode }) {
  const way = useAuthorize(channel.kind);
  const [hasKeys, setKeys] = useState(false);
  if (!way) return children;
  return (
    <div className="max-w-180">
      <p className="max-w-text text-sm text-ink-2">
        {way.practice
          ? `This opens the practice page of this machine, with Allow and Deny as at ${channel.title}. Messages aren’t delivered to anyone.`
          : `Sign in at ${channel.title} and allow ${siteConfig.name} to post. We never see your password.`}
      </p>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <ConnectWith channel={channel} />
        <Button
          variant="quiet"
          aria-expanded={hasKeys}
          className="-ml-5 sm:ml-0"
          onClick={() => setKeys(!hasKeys)}
        >
          Enter keys instead
        </Button>
      </p>
      {hasKeys ? <div className="mt-6 border-t border-line pt-5">{children}</div> : null}
    </div>
  );
}
