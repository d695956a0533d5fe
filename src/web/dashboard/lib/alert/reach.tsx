import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AlertReach, FanOut } from '#src/shared/alert-reach.ts';
import { ALERT_STATUS } from '#src/web/dashboard/lib/alert-state.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { reachQuery } from './queries.ts';
import { formatClock } from '#src/web/ui/format.ts';
import {
  aheadWords,
  countWords,
  embargoWords,
  opensWords,
  skippedWords,
  turnWords,
  untilWords,
} from './reach-words.ts';

/** Who will get the alert before it goes, or what became of each audience and destination; and the other brands. */
export function Reach({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(reachQuery(id));
  return (
    <section aria-labelledby="reach">
      <h2 id="reach" className="headline text-h4">
        {data?.ahead ? 'Who will get it' : 'Who gets it'}
      </h2>
      {data ? (
        <Known reach={data} />
      ) : error ? (
        <ErrorState
          title="Recipients couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="mt-3 h-12 w-full" />
      )}
    </section>
  );
}

function Known({ reach: { ahead, fanOuts, brand, followers, others } }: { reach: AlertReach }) {
  const titleOf = useChannelTitle();
  return (
    <>
      {ahead ? (
        <ul className="mt-3 border-t border-line text-sm">
          {aheadWords(ahead, titleOf, formatClock).map((line) => (
            <li key={line} className="border-b border-line py-2">
              {line}
            </li>
          ))}
          {ahead.expiresAt ? (
            <li className="border-b border-line py-2 text-ink-2">
              Expires <Time at={ahead.expiresAt} />
            </li>
          ) : null}
        </ul>
      ) : fanOuts.length > 0 ? (
        <ul className="mt-3 border-t border-line">
          {fanOuts.map((fanOut) => (
            <OneFanOut key={fanOut.id} fanOut={fanOut} titleOf={titleOf} />
          ))}
        </ul>
      ) : (
        <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">No one: it wasn’t sent.</p>
      )}
      <OtherAlerts
        title="Grouped under this alert"
        items={followers.map((each) => ({ ...each, name: each.title ?? each.rule }))}
      />
      <OtherAlerts
        title={`The same event in other brands than ${brand.name}`}
        items={others.map((each) => ({ ...each, name: each.brand.name }))}
      />
    </>
  );
}

type OtherAlert = Pick<AlertReach['others'][number], 'id' | 'state'> & { name: string };

function OtherAlerts({ title, items }: { title: string; items: readonly OtherAlert[] }) {
  if (items.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-2 border-t border-line text-sm">
        {items.map(({ id, name, state }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-2"
          >
            <Link to={`/alerts/${id}`} className="min-w-0 break-words underline">
              {name}
            </Link>
            <StatusTag {...ALERT_STATUS[state]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A target that was deleted since has no name. */
const KINDS = {
  audience: 'Audience, deleted',
  destination: 'Destination, deleted',
  contact: 'Contact, deleted',
  readers: 'Everyone who got the alert',
} as const;
const PURPOSES = { first: '', update: 'Update: ', correction: 'Correction: ' } as const;

function OneFanOut({ fanOut, titleOf }: { fanOut: FanOut; titleOf: (kind: string) => string }) {
  const { target, state, waits, channels, group } = fanOut;
  const turn = turnWords(fanOut, formatClock);
  const opens = opensWords(fanOut, formatClock);
  const embargo = embargoWords(fanOut, formatClock);
  const quietUntil = fanOut.quiet ? untilWords(fanOut.quiet, formatClock) : '';
  return (
    <li className="border-b border-line py-2 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="min-w-0 font-medium break-words">
          {PURPOSES[fanOut.purpose]}
          {target.name === '' ? KINDS[target.kind] : target.name}
        </span>
        <span className="text-ink-2">
          {state === 'expired'
            ? 'Expired'
            : state === 'open'
              ? waits
                ? 'Paused'
                : opens === '' && embargo === ''
                  ? 'On its way'
                  : 'Waits'
              : fanOut.lapsed
                ? 'Past news'
                : 'Done'}
        </span>
      </div>
      {turn === '' ? null : <p className="text-ink-2">{turn}</p>}
      {embargo === '' ? null : <p className="text-ink-2">{embargo}</p>}
      {opens === '' ? null : <p className="text-ink-2">{opens}</p>}
      {group ? (
        <p className="text-ink-2">
          {group.waits
            ? 'Waits for an alert about the same move: '
            : target.kind === 'destination'
              ? 'Posted only if this one wasn’t: '
              : 'Only for those who didn’t get '}
          <Link to={`/alerts/${group.alertId}`} className="break-words underline">
            {group.title ?? 'the first alert about the same move'}
          </Link>
        </p>
      ) : null}
      {waits ? <p className="text-ink-2">{waits}</p> : null}
      <dl>
        {channels.map((channel) => {
          const passed = skippedWords(channel.skipped);
          return (
            <div key={channel.channel} className="flex flex-wrap justify-between gap-x-6 text-ink-2">
              <dt>{titleOf(channel.channel)}</dt>
              <dd className="figure min-w-0 text-right">
                {[
                  countWords(channel, quietUntil) || (state === 'open' ? 'No one yet' : 'No one'),
                  passed && `Skipped: ${passed}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
}
