import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChannelFace } from '#src/shared/channels.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { practiceQuery } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ChannelMark } from '#src/web/ui/channel-mark.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ConnectWays } from './connect-with.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { addPractice } from './queries.ts';

/** Every channel that can be connected; one form is open at a time. */
export function Connect({
  channels,
  practicing,
}: {
  channels: readonly ChannelFace[];
  /** Kinds that have their practice account already. */
  practicing: readonly string[];
}) {
  const practice = useQuery(practiceQuery).data ?? [];
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section aria-labelledby="connect" className="mt-12">
      <h2 id="connect" className="headline text-h3">
        Connect a channel
      </h2>
      <ul aria-label="Channels to connect" className="mt-3 border-t border-rule">
        {channels.map((channel) => (
          <li key={channel.kind} className="border-b border-line py-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div className="flex min-w-0 grow basis-70 gap-4">
                <ChannelMark kind={channel.kind} className="mt-0.5" />
                <div className="min-w-0">
                  <p className="text-base font-medium">{channel.title}</p>
                  <p className="text-sm text-ink-2">
                    {channel.summary}{' '}
                    <a href={`/documentation/${channel.kind}`} className="underline">
                      How it works<span className="sr-only">: {channel.title}</span>
                    </a>
                  </p>
                </div>
              </div>
              <Changes className="flex flex-wrap gap-2">
                {practice.includes(channel.kind) && !practicing.includes(channel.kind) ? (
                  // On phones its text begins where the others’ do.
                  <span className="max-sm:-ml-3">
                    <Practice channel={channel} />
                  </span>
                ) : null}
                <Button
                  size="sm"
                  aria-expanded={open === channel.kind}
                  aria-label={`Connect ${channel.title}`}
                  onClick={() => setOpen(open === channel.kind ? null : channel.kind)}
                >
                  Connect
                </Button>
              </Changes>
            </div>
            {open === channel.kind ? (
              <div className="mt-4 border-l-2 border-rule pl-5">
                <ConnectWays channel={channel}>
                  <ConnectionForm channel={channel} connection={null} onDone={() => setOpen(null)} />
                </ConnectWays>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One click: an account and a place to post to, on this machine alone. */
function Practice({ channel }: { channel: ChannelFace }) {
  const { run, busy } = useActOn('channels');
  const connect = async (): Promise<void> => {
    const kept = await run(() => addPractice(channel.kind), {
      failure: `${channel.title} wasn’t connected`,
    });
    if (kept)
      toast({
        title: 'Practice account connected',
        description: 'Add it to a rule’s routes next. Its messages appear at /dev/outbox.',
      });
  };
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={busy}
      aria-label={`Try it here: ${channel.title}, with a practice account`}
      onClick={() => void connect()}
    >
      Try it here
    </Button>
  );
}
