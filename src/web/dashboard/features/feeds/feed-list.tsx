import type { ReactNode } from 'react';
import type { Feed } from '#src/shared/feeds.ts';
import { someNames } from '#src/shared/names.ts';
import { formatNumber } from '#src/web/ui/format.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { STATE_WORDS } from '#src/web/lib/feed-states.ts';
import { lagText } from './words.ts';

/** So many silent symbols are named, the others counted. */
const NAMED = 20;

/** How each feed is. */
export function FeedList({ feeds }: { feeds: readonly Feed[] }) {
  return (
    <section aria-labelledby="health" className="mt-12">
      <h2 id="health" className="headline pb-2 text-h3">
        Health
      </h2>
      <ul className="border-t border-rule">
        {feeds.map((feed) => (
          <Row key={feed.name} feed={feed} />
        ))}
      </ul>
    </section>
  );
}

function Row({ feed }: { feed: Feed }) {
  const {
    title,
    simulated,
    own,
    operatorKey,
    delayMinutes,
    state,
    problem,
    since,
    lastMessageAt,
    lagMs,
    silent,
    counts,
  } = feed;
  const words = STATE_WORDS[state];
  return (
    <li className="border-b border-line py-5">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-medium">{title}</span>
        {own ? <span className="text-sm text-ink-2">Your key</span> : null}
        {operatorKey ? <span className="text-sm text-ink-2">The operator’s key</span> : null}
        <span className="text-sm">
          <StatusTag tone={words.tone} label={words.label} />
        </span>
        {since ? (
          <span className="text-xs text-ink-3">
            <Time at={since} />
          </span>
        ) : null}
      </p>
      <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
        {delayMinutes === null ? null : `Prices are delayed by ${delayMinutes} minutes. `}
        {simulated ? 'Simulated prices for testing. Not a real market. ' : null}
        {problem && state !== 'live' ? `${problem.charAt(0).toUpperCase()}${problem.slice(1)}. ` : null}
        {silent.length > 0 ? `No prices of ${someNames(silent, NAMED)}. ` : null}
        {words.says}
      </p>
      {operatorKey ? (
        <p className="mt-1 max-w-text text-xs text-ink-2">
          {operatorKey.inPublic
            ? 'Licensed for public posts by the operator.'
            : 'Alerts on these symbols reach your contacts. They aren’t posted to pages, feeds or channels that anyone can read.'}
        </p>
      ) : null}
      {lastMessageAt === null ? null : (
        <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
          <Fact name="Last message">
            <Time at={lastMessageAt} />
          </Fact>
          <Fact name="Behind the exchange">{lagMs === null ? 'not known' : lagText(lagMs)}</Fact>
          <Fact name="Trades">{formatNumber(counts.ticks)}</Fact>
          <Fact name="Quarantined">{formatNumber(counts.quarantined)}</Fact>
          <Fact name="Connected">
            {counts.connects === 1 ? 'once' : `${formatNumber(counts.connects)} times`}
          </Fact>
          <Fact name="Fell silent">
            {counts.silences === 0
              ? 'never'
              : counts.silences === 1
                ? 'once'
                : `${formatNumber(counts.silences)} times`}
          </Fact>
          <Fact name="Fetched later">{formatNumber(counts.filled)}</Fact>
          <Fact name="Lost">{formatNumber(counts.lost)}</Fact>
        </dl>
      )}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2">{name}</dt>
      <dd className="figure mt-0.5">{children}</dd>
    </div>
  );
}
