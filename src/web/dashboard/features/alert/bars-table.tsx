import type { EvidenceBar, Timeframe } from '#src/shared/market.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { cx } from '#src/web/ui/cx.ts';
import { formatPrice, formatVolume } from '#src/shared/figures.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';

import { placesOf } from '#src/web/dashboard/lib/alert/figure-words.ts';

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;
const LABELS: Readonly<Record<(typeof FIGURES)[number], string>> = {
  open: 'Open',
  high: 'High',
  low: 'Low',
  close: 'Close',
  volume: 'Volume',
};
const COLUMNS = [
  { label: 'Time' },
  ...FIGURES.map((key) => ({ label: LABELS[key], figures: true, className: 'pl-4' })),
];
type TextOf = (bar: EvidenceBar, key: (typeof FIGURES)[number]) => string;
const CELL = 'border-b border-line py-1.5';

/** The bars that the detector looked at, rounded as in the alert's text; the last is the event's. */
export function BarsTable({
  bars,
  timeframe,
  timeZone,
}: {
  bars: readonly EvidenceBar[];
  timeframe: Timeframe;
  timeZone: string;
}) {
  const when = (bar: EvidenceBar): string => barTime(bar.time, timeframe, timeZone);
  const places = placesOf(bars);
  const textOf: TextOf = (bar, key) => {
    const text = bar[key];
    if (text === null) return '–';
    return key === 'volume' ? formatVolume(Number(text)) : formatPrice(text, places);
  };
  return (
    <section aria-labelledby="bars" className="xl:col-span-2">
      <h2 id="bars" className="headline text-h4">
        Bars
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        What was compared, rounded as in the alert. The export has every figure as the source wrote it.
      </p>
      <div className="mt-3 lg:hidden">
        {bars.map((bar, index) => (
          <BarList
            key={bar.time}
            bar={bar}
            when={when(bar)}
            textOf={textOf}
            last={index === bars.length - 1}
          />
        ))}
      </div>
      <table className="figure mt-3 hidden w-full border-separate border-spacing-0 text-sm lg:table">
        <TableHead columns={COLUMNS} />
        <tbody>
          {bars.map((bar, index) => (
            <tr
              key={bar.time}
              className={index === bars.length - 1 ? 'font-semibold text-ink' : 'text-ink-2'}
            >
              <td className={cx(CELL, 'whitespace-nowrap')}>{when(bar)}</td>
              {FIGURES.map((key) => (
                <td key={key} className={cx(CELL, 'pl-4 text-right')}>
                  {textOf(bar, key)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One bar on a small screen, where six columns do not fit. */
function BarList({
  bar,
  when,
  textOf,
  last,
}: {
  bar: EvidenceBar;
  when: string;
  textOf: TextOf;
  last: boolean;
}) {
  return (
    <div className={cx('figure border-t border-rule py-2 text-sm', last ? 'font-semibold' : 'text-ink-2')}>
      <h3>{when}</h3>
      <dl>
        {FIGURES.map((key) => (
          <div key={key} className="flex justify-between gap-4">
            <dt className="text-ink-3">{LABELS[key]}</dt>
            <dd>{textOf(bar, key)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
