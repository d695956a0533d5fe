import { useQuery } from '@tanstack/react-query';
import type { Sending, Stop } from '#src/shared/sending.ts';
import { sendingQuery } from '#src/web/dashboard/lib/sending/queries.ts';
import { ResumeButton } from '#src/web/dashboard/lib/sending/resume-button.tsx';
import { unsentOf, waitWords } from '#src/web/dashboard/lib/sending/words.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { Hours } from './hours.tsx';
import { Muted } from './muted.tsx';
import { RecallButton } from './recall-button.tsx';
import { StopButton } from './stop-button.tsx';
import { Suspension } from './suspension.tsx';

/** The red button: stops everything, a brand or a channel, and shows what waits. */
export function SendingPage() {
  usePageTitle('Sending');
  const { data, error, refetch } = useQuery(sendingQuery);
  return (
    <>
      <h1 className="headline text-h2">Sending</h1>
      <p className="mt-2 max-w-text text-base text-ink-2">
        Stop everything, one brand or one channel at once. Alerts wait until an owner or admin resumes sending
        or recalls them.
      </p>
      {error && !data ? (
        <div className="mt-8">
          <ErrorState
            heading="h2"
            title="Stops couldn’t be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </div>
      ) : data ? (
        <Loaded sending={data} />
      ) : (
        <output className="mt-8 grid gap-4 border-t border-line pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </output>
      )}
    </>
  );
}

function Loaded({ sending }: { sending: Sending }) {
  const titleOf = useChannelTitle();
  return (
    <>
      <ul aria-label="Everything" className="mt-8 border-t border-rule">
        <Row
          label="Everything in this workspace"
          target={{ scope: 'workspace', target: null, name: null }}
          sending={sending}
        />
      </ul>
      <h2 className="headline mt-10 text-h3">Brands</h2>
      <ul aria-label="Brands" className="mt-3 border-t border-rule">
        {sending.brands.map(({ id, name }) => (
          <Row key={id} label={name} target={{ scope: 'brand', target: id, name }} sending={sending} />
        ))}
      </ul>
      <h2 className="headline mt-10 text-h3">Channels</h2>
      <ul aria-label="Channels" className="mt-3 border-t border-rule">
        {sending.channels.map(({ channel }) => (
          <Row
            key={channel}
            label={titleOf(channel)}
            target={{ scope: 'channel', target: channel, name: null }}
            sending={sending}
          />
        ))}
      </ul>
      <Hours brands={sending.brands} />
      <Muted />
      <Suspension />
    </>
  );
}

function Row({
  label,
  target,
  sending,
}: {
  label: string;
  target: Pick<Stop, 'scope' | 'target' | 'name'>;
  sending: Sending;
}) {
  const mayStop = useMay('sending:stop') === true;
  const mayResume = useMay('sending:resume') === true;
  const stop = sending.stops.find((each) => each.scope === target.scope && each.target === target.target);
  const held = unsentOf(sending, target);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-4 text-sm">
      <div className="min-w-0 grow basis-60">
        <p className="text-base font-medium wrap-anywhere">{label}</p>
        <p className="mt-0.5 text-ink-2">{waitWords(held)}</p>
        {stop ? (
          <p className="mt-1 text-ink-2 wrap-anywhere">
            Stopped <Time at={stop.since} /> by {stop.by}
            {stop.reason === null ? '' : `: ${stop.reason}`}
          </p>
        ) : null}
      </div>
      {stop ? <StatusTag tone="fault" label="Stopped" /> : null}
      {stop && mayResume ? (
        <span className="flex flex-wrap gap-2">
          <RecallButton stop={stop} held={held} />
          <ResumeButton stop={stop} />
        </span>
      ) : null}
      {!stop && mayStop ? <StopButton target={target} held={held} /> : null}
    </li>
  );
}
