import type { InstrumentBars } from '#src/shared/instrument-detail.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Delta } from '#src/web/ui/delta.tsx';
import { formatQuote } from '#src/web/ui/format.ts';
import type { ChartMark } from './marks.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** The figures of the bar under the crosshair, or of the newest: for reading, also aloud. */
export function Legend({
  bars,
  bar,
  marks,
  timeframe,
  timeZone,
}: {
  bars: InstrumentBars['bars'];
  bar: number;
  marks: readonly ChartMark[];
  timeframe: Timeframe;
  timeZone: string;
}) {
  const own = bars[bar];
  if (!own) return null;
  const before = bars[bar - 1];
  const figures = [
    ['O', own.open],
    ['H', own.high],
    ['L', own.low],
    ['C', own.close],
  ] as const;
  const here = marks.filter((mark) => mark.bar === bar);
  return (
    <p
      aria-live="polite"
      className="pointer-events-none absolute top-2 right-16 left-3 z-10 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-2"
    >
      <span>{barTime(new Date(own.time).toISOString(), timeframe, timeZone)}</span>
      {figures.map(([name, value]) => (
        <span key={name}>
          {name} <span className="figure text-ink">{formatQuote(value)}</span>
        </span>
      ))}
      {own.volume === null ? null : (
        <span>
          Vol <span className="figure text-ink">{compact.format(own.volume)}</span>
        </span>
      )}
      {before ? <Delta value={(own.close / before.close - 1) * 100} size={11} /> : null}
      {here.length > 0 ? <span className="basis-full text-ink">{titlesOf(here)}</span> : null}
    </p>
  );
}

/** A bar can have dozens of events; their list is below the chart. */
const TITLES_MOST = 2;

function titlesOf(marks: readonly { title: string }[]): string {
  const titles = marks.slice(0, TITLES_MOST).map(({ title }) => title);
  const more = marks.length - titles.length;
  return [...titles, ...(more > 0 ? [`${more} more`] : [])].join(' · ');
}
