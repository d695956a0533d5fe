import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { QUARANTINE_REASONS } from '#src/shared/feeds.ts';
import type { InstrumentDetail } from '#src/shared/instrument-detail.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatNumber } from '#src/web/ui/format.ts';

/** How far the data reaches, and what was wrong with it in the last 30 days. */
export function DataQuality({
  instrument: { quality, timeZone, own, history },
}: {
  instrument: InstrumentDetail;
}) {
  const { barsUntil, refused, quarantined, gaps, suspectedSplits } = quality;
  const toFeeds = (text: string): ReactNode => (
    <Link to="/feeds" className="underline">
      {text}
    </Link>
  );
  const rows: { name: string; says: ReactNode }[] = [
    {
      name: 'Complete through',
      says:
        barsUntil === null
          ? own && history.length > 0
            ? 'Imported from files'
            : 'No feed delivers it now'
          : barTime(barsUntil, null, timeZone),
    },
    {
      name: 'Rejected rows',
      says:
        quarantined.length === 0 ? (
          'None in 30 days'
        ) : (
          <>
            {quarantined
              .map(
                ({ reason, count }) => `${formatNumber(count)} × ${QUARANTINE_REASONS[reason].toLowerCase()}`,
              )
              .join(', ')}
            . {toFeeds('See quarantine')}
          </>
        ),
    },
    {
      name: 'Lost trades',
      says:
        gaps.length === 0
          ? 'None in 30 days'
          : gaps.map(({ problem, at }) => (
              <span key={at} className="block">
                {barTime(at, null, timeZone)}: {problem}
              </span>
            )),
    },
  ];
  if (suspectedSplits > 0)
    rows.push({
      name: 'Suspected splits',
      says: (
        <>
          {formatNumber(suspectedSplits)} to confirm or dismiss. {toFeeds('Decide')}
        </>
      ),
    });
  return (
    <section aria-labelledby="quality">
      <h2 id="quality" className="headline pb-3 text-h4">
        Data quality
      </h2>
      {refused === null ? null : <p className="pb-3 text-sm text-fault">{refused}</p>}
      <dl className="border-t border-rule text-sm">
        {rows.map(({ name, says }) => (
          <div key={name} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere">{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
