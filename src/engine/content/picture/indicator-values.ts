import type { ChartBar } from './facts.ts';

/** An indicator of the closes at each bar; null while it has no value. */
export const valuesOf = (bars: readonly ChartBar[], next: (close: number) => number): (number | null)[] =>
  bars.map(({ close }) => {
    const value = next(close);
    return Number.isFinite(value) ? value : null;
  });

/** Whether an indicator of the stored bars ends at the evidence's own figure, to a part of its size. */
export function endsAt(
  values: readonly (number | null)[],
  wanted: number | undefined,
  part: number,
): boolean {
  const last = values.at(-1) ?? null;
  return (
    last !== null && wanted !== undefined && Math.abs(last - wanted) <= part * Math.max(1, Math.abs(wanted))
  );
}
