import { useState } from 'react';
import type { ChannelFace } from '#src/shared/channels.ts';
import type { Connection } from '#src/shared/connections.ts';
import type { Sender } from '#src/shared/senders.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { Domain } from './domain.tsx';
import { SenderForm } from './sender-form.tsx';

type Parts = {
  channels: readonly ChannelFace[];
  connections: readonly Connection[];
  mayWrite: boolean;
};

/** Who sends for each brand, and the DNS records of its domain. */
export function Senders({ senders, ...parts }: Parts & { senders: readonly Sender[] }) {
  return (
    <section aria-labelledby="senders" className="mt-12">
      <h2 id="senders" className="headline text-h3">
        Senders
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        Who your readers see. Use your own domain so that mailbox providers know the email is yours.
      </p>
      <ul aria-label="Senders" className="border-t border-rule">
        {senders.map((sender) => (
          <Row key={`${sender.brandId} ${sender.channel}`} sender={sender} {...parts} />
        ))}
      </ul>
    </section>
  );
}

const withoutOne = (channel: ChannelFace | undefined): string =>
  channel?.hasOwnAccount ? 'Sent from our servers' : 'Sends nothing until you choose a connection';

function Row({ sender, channels, connections, mayWrite }: Parts & { sender: Sender }) {
  const [isOpen, setOpen] = useState(false);
  const channel = channels.find(({ kind }) => kind === sender.channel);
  const over = connections.find(({ id }) => id === sender.connectionId);
  const shown = (channel?.senderFields ?? []).flatMap(({ name, label }) =>
    sender.settings[name] === undefined ? [] : [{ label, value: sender.settings[name] }],
  );
  return (
    <li className="border-b border-line py-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            {sender.brandName}{' '}
            <span className="font-normal text-ink-2">{channel?.title ?? sender.channel}</span>
          </p>
          <p className="mt-0.5 text-ink-2">{over ? `Over ${over.name}` : withoutOne(channel)}</p>
          {shown.length > 0 ? (
            <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              {shown.map(({ label, value }) => (
                <div key={label} className="contents">
                  <dt className="text-ink-2">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {sender.limitedBy === 'installation' ? (
            <p className="mt-2 max-w-text text-ink-2">
              From our domain, a message reaches members and {sender.reaches} other people. Set a From address
              on your own domain to reach everyone.
            </p>
          ) : null}
          {sender.hints.map(({ field, text }) => (
            <p key={field} className="mt-2 max-w-text text-ink-2">
              {text}
            </p>
          ))}
        </div>
        {mayWrite && channel ? (
          <Changes className="max-sm:-ml-3">
            <Button
              size="sm"
              variant="quiet"
              aria-expanded={isOpen}
              aria-label={`Change who sends for ${sender.brandName} by ${channel.title}`}
              onClick={() => setOpen(!isOpen)}
            >
              Change
            </Button>
          </Changes>
        ) : null}
      </div>
      {isOpen && channel ? (
        <div className="mt-4 border-l-2 border-rule pl-5">
          <SenderForm
            sender={sender}
            channel={channel}
            connections={connections.filter((each) => each.channel === sender.channel)}
            onDone={() => setOpen(false)}
          />
        </div>
      ) : null}
      {sender.domain ? <Domain domain={sender.domain} reaches={sender.reaches} mayWrite={mayWrite} /> : null}
    </li>
  );
}
