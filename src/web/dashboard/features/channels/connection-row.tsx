import { useState } from 'react';
import type { ChannelFace } from '#src/shared/channels.ts';
import type { Connection, ConnectionState } from '#src/shared/connections.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { chargeWords } from '#src/web/lib/charge-words.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ChannelMark } from '#src/web/ui/channel-mark.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { StatusTag, type StatusTone } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ConnectWith, useAuthorize } from './connect-with.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { Destinations } from './destinations.tsx';
import { changeConnection, checkConnection, removeConnection } from './queries.ts';
import { ReplayPanel } from './replay-panel.tsx';

const STATES: Record<ConnectionState, { tone: StatusTone; label: string }> = {
  ok: { tone: 'done', label: 'Working' },
  failing: { tone: 'fault', label: 'Failing' },
  paused: { tone: 'waiting', label: 'Paused' },
};

/** What its channel says of it, secrets left out: "smtp.example.com · 587 · Messages per second: 14". */
const factsOf = (channel: ChannelFace | undefined, { settings }: Connection): string =>
  (channel?.fields ?? [])
    .filter(({ input }) => input === 'text' || input === 'number')
    .flatMap(({ name, label }) => {
      const value = settings[name];
      if (value === undefined) return [];
      // A number alone doesn't say what it counts.
      return name === channel?.accountRate?.field ? `${label}: ${value}` : value;
    })
    .join(' · ');

/** A connection with its health, and for members who may, what can be done about it. */
export function ConnectionRow({
  connection,
  channel,
  mayWrite,
}: {
  connection: Connection;
  channel: ChannelFace | undefined;
  mayWrite: boolean;
}) {
  const { id, name, state, problem, checkedAt, heldUntil } = connection;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-4 text-sm">
      <div className="min-w-0 grow basis-70">
        <p className="flex gap-3 font-medium wrap-anywhere">
          <ChannelMark kind={connection.channel} />
          <span>
            {name} <span className="font-normal text-ink-2">{channel?.title ?? connection.channel}</span>
          </span>
        </p>
        <p className="figure mt-0.5 text-xs wrap-anywhere text-ink-2">{factsOf(channel, connection)}</p>
        {connection.month ? <Month month={connection.month} /> : null}
        {connection.practice ? (
          <p className="mt-1 text-ink-2">
            Practice account. No one gets what it sends.{' '}
            <a href={`/dev/outbox/messages/${connection.channel}`} className="underline">
              See its messages
            </a>
          </p>
        ) : null}
        {problem === null ? null : (
          <>
            <p className="mt-1 text-fault">{problem}</p>
            {channel && mayWrite ? <Reconnect channel={channel} connection={connection} /> : null}
          </>
        )}
        {state === 'failing' && heldUntil ? (
          <p className="mt-1 text-ink-2">
            Nothing is sent over it for now. Next check <Time at={heldUntil} />.
          </p>
        ) : null}
        {connection.callbackUrl === null || !mayWrite ? null : (
          <Callback connection={connection} url={connection.callbackUrl} />
        )}
        {channel?.destination ? (
          <Destinations
            connection={connection}
            form={channel.destination}
            mayWrite={mayWrite}
            isTested={channel.noTests === null && state !== 'paused'}
          />
        ) : null}
      </div>
      <span className="grid w-36 gap-1 py-1">
        <StatusTag {...STATES[state]} />
        {checkedAt === null ? null : (
          <span className="text-xs text-ink-2">
            Checked <Time at={checkedAt} />
          </span>
        )}
      </span>
      {mayWrite ? <Acts key={id} connection={connection} channel={channel} /> : null}
    </li>
  );
}

/** How much it was used this month, and what the provider charges for that. */
function Month({ month: { messages, lastSentAt, cost } }: { month: NonNullable<Connection['month']> }) {
  return (
    <p className="mt-1 text-ink-2">
      <span className="figure">{messages.toLocaleString('en-US')}</span>{' '}
      {messages === 1 ? 'message' : 'messages'} this month
      {cost ? (
        <>
          , about <span className="figure">{chargeWords(cost)}</span>
        </>
      ) : null}
      {lastSentAt ? (
        <>
          . Last sent <Time at={lastSentAt} />
        </>
      ) : null}
    </p>
  );
}

/** Where its owner can allow it anew at the provider. A practice account stays one. */
function Reconnect({ channel, connection }: { channel: ChannelFace; connection: Connection }) {
  const way = useAuthorize(channel.kind);
  if (!way || (way.practice && !connection.practice)) return null;
  return (
    <Changes className="mt-2 mb-4">
      <ConnectWith channel={channel} again={connection} size="sm" />
    </Changes>
  );
}

/** What the provider is to call, and how its last call went. */
function Callback({ connection, url }: { connection: Connection; url: string }) {
  const { name, calledAt, callProblem } = connection;
  return (
    <div className="mt-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-ink-2">Callback address</span>
        <span className="figure min-w-0 text-xs wrap-anywhere">{url}</span>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Copy the callback address of ${name}`}
          onClick={() => void copyText(url, { copied: 'Address copied', failed: 'It wasn’t copied' })}
        >
          Copy
        </Button>
      </p>
      <p className="text-xs text-ink-2">
        {calledAt === null ? (
          'Enter it at the provider, so that it reports what was delivered.'
        ) : (
          <>
            Last report <Time at={calledAt} />
          </>
        )}
      </p>
      {callProblem === null ? null : (
        <p className="mt-1 text-fault">The last call was refused: {callProblem}</p>
      )}
    </div>
  );
}

function Acts({ connection, channel }: { connection: Connection; channel: ChannelFace | undefined }) {
  const { id, name, state } = connection;
  const { busy, run } = useActOn('channels');
  const [isChanging, setChanging] = useState(false);
  const [isReplaying, setReplaying] = useState(false);
  const [asking, setAsking] = useState(false);
  const isPaused = state === 'paused';
  async function check(): Promise<void> {
    const found = await run(() => checkConnection(id), { failure: `${name} wasn’t checked` });
    if (!found) return;
    const { problem, state: became } = found.done;
    toast(
      problem === null || became === 'ok'
        ? { title: `${name} works`, ...(problem !== null && { description: problem }) }
        : { title: `${name} doesn’t work`, description: problem, variant: 'destructive' },
    );
  }
  async function pause(): Promise<void> {
    const act = isPaused ? 'resumed' : 'paused';
    const done = await run(() => changeConnection(id, { paused: !isPaused }), {
      failure: `${name} wasn’t ${act}`,
    });
    if (done) toast({ title: `${name} is ${act}` });
  }
  async function remove(): Promise<void> {
    const done = await run(() => removeConnection(id), { failure: `${name} wasn’t deleted` });
    if (done) toast({ title: `${name} is deleted` });
  }
  return (
    <>
      <span className="-ml-3 flex flex-wrap items-center gap-1 lg:-mr-3 lg:ml-0">
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          aria-label={`Check ${name}`}
          onClick={() => void check()}
        >
          Check
        </Button>
        {channel ? (
          <Changes>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Change ${name}`}
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            >
              Change
            </Button>
          </Changes>
        ) : null}
        {channel?.capabilities.replays ? (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Replay to ${name}`}
            aria-expanded={isReplaying}
            onClick={() => setReplaying(!isReplaying)}
          >
            Replay
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="sm"
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => void pause()}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button variant="quiet" size="sm" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </span>
      {isChanging && channel ? (
        <div className="mt-2 w-full border-l-2 border-rule pl-5">
          {connection.problem === null ? <Reconnect channel={channel} connection={connection} /> : null}
          <ConnectionForm channel={channel} connection={connection} onDone={() => setChanging(false)} />
        </div>
      ) : null}
      {isReplaying ? <ReplayPanel connection={connection} /> : null}
      <ConfirmDialog
        open={asking}
        title={`Delete “${name}”?`}
        text="Its credentials are deleted at once. What was sent stays on record."
        confirmLabel="Delete"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
