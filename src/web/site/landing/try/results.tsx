import type { ReactNode } from 'react';
import type { ValueUnit } from '#src/shared/market.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Figure } from '#src/web/ui/figure.tsx';
import { formatDay, formatLevel } from '../../market/words.ts';
import { MARKED } from './labels.ts';
import type { Outcome, Sent } from './outcome.ts';
import { pace, span, verdict } from './sentences.ts';

/** Rows the list has at most: more is no list to read. */
const LISTED = 100;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** How many alerts each year would have had. The longest bar is the year with the most. */
function Years({ years }: { years: Outcome['years'] }) {
  const most = Math.max(1, ...years.map(({ count }) => count));
  // On a phone two figures of two digits side by side would read as one: the larger stays.
  const crowded = (index: number, count: number): boolean => {
    const beside = Math.max(years[index - 1]?.count ?? 0, years[index + 1]?.count ?? 0);
    return beside > count && beside > 9;
  };
  return (
    <div>
      <h3 className="text-sm font-medium">Alerts per year</h3>
      <ol className="mt-3 flex items-end gap-px sm:gap-1">
        {years.map(({ year, count }, index) => (
          <li key={year} className="min-w-0 flex-1">
            <span className="sr-only">
              {year}: {count}
            </span>
            <span className="figure flex flex-col items-center text-2xs text-ink-3" aria-hidden="true">
              <span
                className={cx(
                  'text-ink',
                  (most > 99 || crowded(index, count)) && 'max-sm:invisible',
                  count === 0 && 'invisible',
                )}
              >
                {count}
              </span>
              <span className="flex h-16 w-full items-end border-b border-rule">
                <span className="w-full bg-ink-2" style={{ height: `${(count / most) * 100}%` }} />
              </span>
              <span className={cx('mt-1', year % 2 === 1 && 'max-sm:invisible')}>
                {String(year).slice(2)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function SentRow({ sent, unit }: { sent: Sent; unit: ValueUnit }) {
  const day = dayOf(sent.time);
  return (
    <tr className="border-b border-line">
      <th scope="row" className="figure py-1.5 pr-1.5 sm:pr-3 text-left font-normal whitespace-nowrap">
        <time dateTime={day}>{formatDay(day)}</time>
      </th>
      <td className="py-1.5 pr-1.5 sm:pr-3 text-right">
        <Figure value={sent.value} unit={unit} size={12} />
      </td>
      <td className="figure py-1.5 pr-1.5 sm:pr-3 text-right text-ink-2">
        {sent.previousClose === null ? '' : formatLevel(sent.previousClose)}
      </td>
      <td className="figure py-1.5 text-right">{formatLevel(sent.close)}</td>
    </tr>
  );
}

/** The alerts themselves, latest first: what the chart shows, to read. */
function SentList({ outcome, unit }: { outcome: Outcome; unit: ValueUnit }) {
  const rows = outcome.sent.slice(-LISTED).toReversed();
  const head = 'sticky top-0 border-b border-rule bg-paper py-2 font-medium';
  return (
    // Beside the chart the list is as tall as what stands there, whatever its length; below it, it ends within a row.
    <div className="flex flex-col lg:h-0 lg:min-h-full">
      <section
        className="max-h-98 overflow-y-auto border-y border-rule lg:max-h-none lg:grow"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keys
        tabIndex={0}
        aria-label="The alerts"
      >
        {rows.length === 0 ? (
          <p className="py-6 text-sm text-ink-2">Nothing to list.</p>
        ) : (
          <table className="w-full text-xs">
            <thead>
              <tr>
                <th scope="col" className={cx(head, 'pr-1.5 sm:pr-3 text-left')}>
                  Date
                </th>
                <th scope="col" className={cx(head, 'pr-1.5 sm:pr-3 text-right')}>
                  Value
                </th>
                <th scope="col" className={cx(head, 'pr-1.5 sm:pr-3 text-right')}>
                  Close before
                </th>
                <th scope="col" className={cx(head, 'text-right')}>
                  Close
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((each) => (
                <SentRow key={each.time} sent={each} unit={unit} />
              ))}
            </tbody>
          </table>
        )}
      </section>
      {outcome.sent.length > LISTED ? (
        <p className="mt-2 text-xs text-ink-3">
          The latest {LISTED} of {outcome.sent.length.toLocaleString('en-US')} are listed; the chart marks the
          largest {MARKED} of those in view.
        </p>
      ) : null}
    </div>
  );
}

/** What the rule would have sent: said, drawn, counted, listed. `chart` is drawn at build, and by the live chart on use. */
export function Results({
  outcome,
  unit,
  note,
  chart,
}: {
  outcome: Outcome;
  unit: ValueUnit;
  note: string;
  chart: ReactNode;
}) {
  return (
    <>
      <div className="min-h-22" aria-live="polite">
        <p className="headline text-h3" data-try="verdict">
          {verdict(outcome)}
        </p>
        <p className="mt-1 text-base text-ink-2" data-try="pace">
          {pace(outcome)}
        </p>
      </div>
      <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-1 content-between gap-6">
          <div aria-hidden="true">{chart}</div>
          <Years years={outcome.years} />
        </div>
        <SentList outcome={outcome} unit={unit} />
      </div>
      <p className="mt-4 text-xs text-ink-3">
        {span(outcome)}
        {note ? `, ${note}` : ''}. Every bar that meets the condition counts, before any limit on how often a
        rule may alert. Past events only: not investment advice.
      </p>
    </>
  );
}
