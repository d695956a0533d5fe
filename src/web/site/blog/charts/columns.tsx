import { at, Label, Plot } from './plot.tsx';

export type Part = { days: number; className: string };
type Stack = { year: string; total: number; parts: readonly Part[] };

const TOP = 8;

/** One column for each year, its parts from the ground up, and its sum above it. */
export function YearColumns({ label, stacks }: { label: string; stacks: readonly Stack[] }) {
  const most = Math.max(...stacks.map(({ total }) => total));
  const step = 100 / stacks.length;
  const height = (days: number) => (days / most) * (100 - TOP);
  const shapes = stacks.flatMap(({ year, parts }, index) => {
    let ground = 100;
    return parts.map(({ days, className }) => {
      ground -= height(days);
      return (
        <rect
          key={year + className}
          className={className}
          x={at(index * step + step * 0.16)}
          width={at(step * 0.68)}
          y={at(ground)}
          height={at(height(days))}
        />
      );
    });
  });
  return (
    <>
      <Plot
        label={label}
        height="h-64 sm:h-80"
        shapes={
          <>
            {shapes}
            <path d="M0 100H100" className="stroke-rule" vectorEffect="non-scaling-stroke" />
          </>
        }
      >
        {stacks.map(({ year, total }, index) => (
          <Label
            key={year}
            x={(index + 0.5) * step}
            y={100 - height(total)}
            shift="-translate-x-1/2 -translate-y-[calc(100%+5px)]"
            className={total === 0 ? 'text-ink-3' : 'text-ink'}
          >
            {total}
          </Label>
        ))}
      </Plot>
      <div className="figure relative mt-2 h-4 text-2xs text-ink-3" aria-hidden="true">
        {stacks.map(({ year }, index) => (
          <span
            key={year}
            className={`absolute -translate-x-1/2 ${index % 4 === 0 ? '' : 'max-sm:hidden'}`}
            style={{ left: `${at((index + 0.5) * step)}%` }}
          >
            {index % 4 === 0 ? <span className="sm:hidden">{year}</span> : null}
            <span className="max-sm:hidden">’{year.slice(2)}</span>
          </span>
        ))}
      </div>
    </>
  );
}

/** What the tones of a drawing mean. */
export function Key({ entries }: { entries: readonly { className: string; words: string }[] }) {
  return (
    <ul className="chart-key" aria-hidden="true">
      {entries.map(({ className, words }) => (
        <li key={words}>
          <svg width="10" height="10" viewBox="0 0 10 10">
            <rect width="10" height="10" className={className} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}
