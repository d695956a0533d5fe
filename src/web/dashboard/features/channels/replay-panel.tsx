import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '#src/shared/connections.ts';
import {
  type Replay,
  REPLAY_MAX,
  type ReplayCount,
  type ReplayForm,
  replayFormSchema,
} from '#src/shared/replays.ts';
import { ownZone } from '#src/web/dashboard/lib/alert/plan.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { StatusTag, type StatusTone } from '#src/web/ui/status-tag.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { countReplay, replaysQuery, startReplay, stopReplay } from './queries.ts';

const DAY_MS = 86_400_000;
const number = (count: number): string => count.toLocaleString('en-US');
const messages = (count: number): string => `${number(count)} ${count === 1 ? 'message' : 'messages'}`;

/** `2026-11-27T14:00` of the viewer's clock. */
function localMinute(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
const momentOf = (typed: string): string => {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};

/** Sends what went to an endpoint in a period once more, counted first, and shows how earlier replays went. */
export function ReplayPanel({ connection }: { connection: Connection }) {
  const { id, name } = connection;
  return (
    <section
      aria-label={`Replay to ${name}`}
      className="mt-2 mb-4 grid w-full max-w-180 gap-5 border-l-2 border-rule pl-5 text-sm"
    >
      <p className="max-w-text text-ink-2">
        Send the alerts, updates and corrections of a period again, in order and with the same ids. Each is
        marked as a replay, so that your program can tell.
      </p>
      <ReplayPeriod id={id} name={name} />
      <Replays id={id} name={name} />
    </section>
  );
}

function ReplayPeriod({ id, name }: { id: string; name: string }) {
  const { busy: isStarting, run } = useActOn('channels');
  const [counted, setCounted] = useState<{ form: ReplayForm; count: ReplayCount } | null>(null);
  const [defaults] = useState(() => ({
    from: localMinute(new Date(Date.now() - DAY_MS)),
    to: localMinute(new Date(Date.now() + 60_000)),
  }));
  const { onSubmit, busy, field, watch } = useCheckedForm<{ from: string; to: string }, ReplayForm>({
    defaults,
    asksToLeave: false,
    check: ({ from, to }) => checkBy(replayFormSchema, { from: momentOf(from), to: momentOf(to) }),
    submit: async (form, { refuse }) => {
      const found = await run(() => countReplay(id, form), {
        onRefused: ({ message, field: at }) => refuse(at === 'to' ? 'to' : 'from', message),
      });
      if (found) setCounted({ form, count: found.done });
    },
  });
  // A count is of the period that is in the fields.
  const isOfNow =
    counted !== null &&
    momentOf(watch('from')) === counted.form.from &&
    momentOf(watch('to')) === counted.form.to;
  async function start(form: ReplayForm): Promise<void> {
    const made = await run(() => startReplay(id, form), { failure: 'The replay wasn’t started' });
    if (!made) return;
    setCounted(null);
    toast({ title: 'Replay started', description: `${messages(made.done.total)} to ${name}.` });
  }
  return (
    <form noValidate aria-label={`Period to replay to ${name}`} onSubmit={(event) => void onSubmit(event)}>
      <Changes className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            hint={`Your time, ${ownZone()}.`}
            type="datetime-local"
            {...field('from')}
          />
          <TextField
            label="To"
            hint="Up to and without this minute."
            type="datetime-local"
            {...field('to')}
          />
        </div>
        <p>
          <Button type="submit" size="sm" busy={busy && !isStarting}>
            Count messages
          </Button>
        </p>
        {isOfNow ? (
          <output className="grid gap-3">
            <span className="max-w-text">
              <Counted count={counted.count} />
            </span>
            {counted.count.messages > 0 && counted.count.messages <= REPLAY_MAX ? (
              <span>
                <Button
                  variant="primary"
                  size="sm"
                  busy={isStarting}
                  onClick={() => void start(counted.form)}
                >
                  {`Replay ${messages(counted.count.messages)}`}
                </Button>
              </span>
            ) : null}
          </output>
        ) : null}
      </Changes>
    </form>
  );
}

function Counted({ count: { messages: count, first, last } }: { count: ReplayCount }) {
  if (count === 0 || first === null || last === null) return 'Nothing was sent there in that period.';
  if (count > REPLAY_MAX)
    return `${messages(count)}. A replay has ${number(REPLAY_MAX)} at most: choose a shorter period.`;
  return (
    <>
      {messages(count)}, the first from <Time at={first} exact />
      {count > 1 ? (
        <>
          , the last from <Time at={last} exact />
        </>
      ) : null}
      . Nothing is sent until you press the button below.
    </>
  );
}

const STATES: Record<Replay['state'], { tone: StatusTone; label: string }> = {
  running: { tone: 'active', label: 'Running' },
  done: { tone: 'done', label: 'Done' },
  stopped: { tone: 'waiting', label: 'Stopped' },
  failed: { tone: 'fault', label: 'Failed' },
};

function Replays({ id, name }: { id: string; name: string }) {
  const { data, error, refetch } = useQuery(replaysQuery(id));
  if (error && !data)
    return (
      <ErrorState
        title="The replays couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <output className="block text-ink-2">Loading...</output>;
  if (data.length === 0) return null;
  return (
    <ul aria-label={`Replays to ${name}`} className="border-t border-line">
      {data.map((replay) => (
        <ReplayRow key={replay.id} replay={replay} />
      ))}
    </ul>
  );
}

/** `38 of 40 sent, 1 failed, 1 passed over` */
const progress = ({ total, sent, failed, skipped }: Replay): string =>
  [
    `${number(sent)} of ${messages(total)} sent`,
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(skipped > 0 ? [`${number(skipped)} no longer allowed`] : []),
  ].join(', ');

function ReplayRow({ replay }: { replay: Replay }) {
  const { id, from, to, state, problem, failure, createdAt } = replay;
  const { busy, run } = useActOn('channels');
  async function stop(): Promise<void> {
    const done = await run(() => stopReplay(id), { failure: 'The replay wasn’t stopped' });
    if (done) toast({ title: 'The replay is stopped' });
  }
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-1 border-b border-line py-3">
      <div className="min-w-0 grow basis-60">
        <p>
          <Time at={from} exact /> to <Time at={to} exact />
        </p>
        <p className="text-ink-2">
          {progress(replay)}, started <Time at={createdAt} />
        </p>
        {problem === null ? null : <p className="mt-1 wrap-anywhere text-fault">{problem}</p>}
        {failure === null ? null : <p className="mt-1 wrap-anywhere text-fault">Last failure: {failure}</p>}
      </div>
      <StatusTag {...STATES[state]} />
      {state === 'running' ? (
        <Button variant="quiet" size="sm" busy={busy} onClick={() => void stop()}>
          Stop
        </Button>
      ) : null}
    </li>
  );
}
