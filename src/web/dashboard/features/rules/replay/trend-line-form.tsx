import { useId, useState } from 'react';
import type { Timeframe } from '#src/shared/market.ts';
import { dateText } from '#src/shared/rules/dates.ts';
import { levelIn } from '#src/shared/rules/levels.ts';
import type { Point, TrendLine } from '#src/shared/rules/trend-lines.ts';
import { Button } from '#src/web/ui/button.tsx';
import { controlClass, Field } from '#src/web/ui/field.tsx';
import { isDaysLong } from '#src/shared/timeframes.ts';

const momentOf = (text: string): number => Date.parse(text.length === 10 ? `${text}T00:00Z` : `${text}Z`);

/** A trend line by its two points as figures: for the keyboard, and for exact prices. */
export function TrendLineForm({
  first,
  last,
  timeframe,
  onUse,
}: {
  /** What it begins with: the ends of the chart. */
  first: Point;
  last: Point;
  timeframe: Timeframe;
  onUse: (line: TrendLine) => void;
}) {
  const id = useId();
  const isDate = isDaysLong(timeframe);
  const written = ({ at, price }: Point) => ({
    date: isDate ? dateText(at).slice(0, 10) : new Date(at).toISOString().slice(0, 16),
    price: String(price),
  });
  const [points, setPoints] = useState(() => [written(first), written(last)] as const);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (which: 0 | 1, change: Partial<{ date: string; price: string }>): void => {
    setProblem(null);
    setPoints(([from, to]) => (which === 0 ? [{ ...from, ...change }, to] : [from, { ...to, ...change }]));
  };
  function use(): void {
    const [from, to] = points.map(({ date, price }) => ({ at: momentOf(date), price: levelIn(price) }));
    if (!from || !to || Number.isNaN(from.at) || Number.isNaN(to.at)) return setProblem('Enter both dates.');
    if (from.price === null || to.price === null)
      return setProblem('Enter both prices as numbers above 0, such as 118.5.');
    if (from.at === to.at) return setProblem('Choose two different dates.');
    onUse({ from: { at: from.at, price: from.price }, to: { at: to.at, price: to.price } });
  }
  return (
    <section aria-labelledby={id} className="mt-2 grid gap-3 border border-line p-3">
      <h3 id={id} className="text-sm font-medium">
        Trend line by its points
      </h3>
      {([0, 1] as const).map((which) => (
        <div key={which} className="grid grid-cols-2 gap-3">
          <Field label={which === 0 ? 'From (UTC)' : 'Through (UTC)'}>
            {(control) => (
              <input
                {...control}
                className={controlClass}
                type={isDate ? 'date' : 'datetime-local'}
                value={points[which].date}
                onChange={(event) => set(which, { date: event.target.value })}
              />
            )}
          </Field>
          <Field label={which === 0 ? 'Price there' : 'Its price'}>
            {(control) => (
              <input
                {...control}
                className={controlClass}
                inputMode="decimal"
                value={points[which].price}
                onChange={(event) => set(which, { price: event.target.value })}
              />
            )}
          </Field>
        </div>
      ))}
      {problem ? (
        <p role="alert" className="text-sm text-fault">
          {problem}
        </p>
      ) : null}
      <Button size="sm" className="justify-self-start" onClick={use}>
        Use this line
      </Button>
    </section>
  );
}
