import type { Bar } from '#src/shared/market.ts';
import { formatLevel } from '../../market/words.ts';
import type { Outcome } from './outcome.ts';

/** Every how many-th bar is drawn: a phone has no more pixels, and the page stays light. */
const EVERY = 15;

/**
 * The chart before anyone has used the section: the line, and under it a stroke per alert, up from the base where
 * the value is positive and down where it is negative.
 */
export function StillChart({ bars, outcome }: { bars: readonly Bar[]; outcome: Outcome }) {
  const closes = bars.map(({ close }) => close);
  const [high, low] = [Math.max(...closes), Math.min(...closes)];
  const x = (time: number): string =>
    (((time - outcome.from) / (outcome.to - outcome.from)) * 100).toFixed(1);
  const line = bars
    .filter((_, index) => index % EVERY === 0 || index === bars.length - 1)
    .map(({ ts, close }) => `${x(ts)},${(((high - close) / (high - low)) * 82 + 2).toFixed(1)}`);
  const strokes = (sign: 1 | -1): string =>
    outcome.sent
      .filter(({ value }) => Math.sign(value) === sign)
      .map(({ time }) => `M${x(time)} 93v${-6 * sign}`)
      .join('');
  const common = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <div className="relative h-72" data-try="still">
      <svg className="absolute inset-0 size-full" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path d="M0 93H100" className="stroke-line" {...common} />
        <polyline points={line.join(' ')} className="stroke-ink" strokeLinejoin="round" {...common} />
        <path d={strokes(1)} className="stroke-up" {...common} />
        <path d={strokes(-1)} className="stroke-down" {...common} />
      </svg>
      <span className="figure absolute top-0 right-0 bg-paper pl-2 text-2xs text-ink-3">
        {formatLevel(high)}
      </span>
    </div>
  );
}
