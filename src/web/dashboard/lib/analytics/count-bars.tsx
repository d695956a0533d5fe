import { useState } from 'react';
import { Link } from 'react-router';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Counts } from '#src/shared/analytics.ts';
import { cx } from '#src/web/ui/cx.ts';
import { formatNumber } from '#src/web/ui/format.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { CountLink } from './count-link.tsx';
import { listPath } from './list-path.ts';
import { sentLabel } from '../sent-label.ts';

const HEIGHT_PX = 168;
/** The least that can be seen, and held by a pointer. */
const LEAST_PX = 3;

export type Bar = Counts & { key: string; label: string; tick?: string; filter: AlertFilter };

/**
 * Sent upwards in ink, failed downwards in the hue of faults, on one scale. Every bar leads to its alerts. The drawing
 * is for the eye; the table below it has the same counts and links.
 */
export function CountBars({ bars, unit }: { bars: readonly Bar[]; unit: string }) {
  const [over, setOver] = useState<Bar | null>(null);
  const most = Math.max(...bars.map((bar) => bar.sent));
  const worst = Math.max(...bars.map((bar) => bar.failed));
  const scale = HEIGHT_PX / Math.max(most, worst, 1);
  const size = (count: number) => (count === 0 ? 0 : Math.max(LEAST_PX, count * scale));
  const upper = Math.max(size(most), 40);
  const lower = worst === 0 ? 0 : Math.max(size(worst), 20);
  const dense = bars.length > 100;
  return (
    <div>
      <p className="figure min-h-5 text-xs text-ink-2" aria-hidden="true">
        {over
          ? `${over.label}: ${formatNumber(over.sent)} sent, ${formatNumber(over.failed)} failed`
          : `Most in one ${unit}: ${formatNumber(most)} sent${worst === 0 ? '' : `, ${formatNumber(worst)} failed`}`}
      </p>
      <div className="mt-4 flex" aria-hidden="true">
        <div className="slug w-16 shrink-0 text-ink-3">
          <p className="flex flex-col justify-between pb-0.5" style={{ height: upper }}>
            <span className="-mt-2 text-ink-2">{formatNumber(most)}</span>
            Sent
          </p>
          {worst === 0 ? null : <p className="pt-1 text-fault">Failed</p>}
        </div>
        <div className="min-w-0 grow">
          <div className="relative flex" onPointerLeave={() => setOver(null)}>
            <span className="absolute inset-x-0 border-t border-rule" style={{ top: upper }} />
            {bars.map((bar) => (
              <Link
                key={bar.key}
                to={listPath(bar.filter)}
                tabIndex={-1}
                onPointerEnter={() => setOver(bar)}
                className={cx('group min-w-0 flex-1 hover:bg-sunk', dense ? '' : 'px-px sm:px-0.5')}
              >
                <span className="flex items-end" style={{ height: upper }}>
                  <span
                    className="relative block w-full bg-ink-3 group-hover:bg-ink"
                    style={{ height: size(bar.sent) }}
                  />
                </span>
                <span className="block" style={{ height: lower }}>
                  <span className="block w-full bg-fault" style={{ height: size(bar.failed) }} />
                </span>
              </Link>
            ))}
          </div>
          <div className="figure relative mt-2 h-4 text-2xs text-ink-3">
            {bars.map((bar, at) =>
              bar.tick ? (
                <span
                  key={bar.key}
                  className={cx(
                    'absolute whitespace-nowrap',
                    at === 0 ? 'left-0' : at === bars.length - 1 ? 'right-0' : '-translate-x-1/2',
                  )}
                  style={
                    at === 0 || at === bars.length - 1
                      ? undefined
                      : { left: `${((at + 0.5) / bars.length) * 100}%` }
                  }
                >
                  {bar.tick}
                </span>
              ) : null,
            )}
          </div>
        </div>
      </div>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-6 items-center text-ink-2 underline decoration-rule underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
          Show as a table
        </summary>
        <BarsTable bars={bars} unit={unit} />
      </details>
    </div>
  );
}

const COUNTS = () => ['Alerts', sentLabel(), 'Failed'].map((label) => ({ label, figures: true }));

function BarsTable({ bars, unit }: { bars: readonly Bar[]; unit: string }) {
  return (
    <table className="mt-2 w-full max-w-form text-sm">
      <TableHead columns={[{ label: unit, className: 'first-letter:uppercase' }, ...COUNTS()]} />
      <tbody>
        {bars.map(({ key, label, filter, ...counts }) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className="figure py-1.5 text-left font-normal text-ink-2">
              {label}
            </th>
            <CountCells counts={counts} filter={filter} of={label} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Alerts, sent and failed of one line, each with its list. */
export function CountCells({ counts, filter, of }: { counts: Counts; filter: AlertFilter; of: string }) {
  const cell = 'py-1.5 pl-4 text-right';
  return (
    <>
      <td className={cell}>
        <CountLink count={counts.alerts} filter={filter} says={`alerts, ${of}`} />
      </td>
      <td className={cell}>
        <CountLink count={counts.sent} filter={{ ...filter, outcome: 'sent' }} says={`alerts sent, ${of}`} />
      </td>
      <td className={cell}>
        <CountLink
          count={counts.failed}
          filter={{ ...filter, outcome: 'failed' }}
          says={`alerts failed, ${of}`}
          fault
        />
      </td>
    </>
  );
}
