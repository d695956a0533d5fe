const DAY_MS = 86_400_000;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export type Period = { from?: string | undefined; to?: string | undefined };

/** Stretches of days in UTC that end today; `days` counts today. */
export const PERIODS = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
  { label: 'Last 90 days', days: 90 },
] as const;

/** The first day of a stretch that ends at `now` (ms since the epoch); its end stays open. */
export function lastDays(days: number, now: number): Period {
  return { from: day(now - (days - 1) * DAY_MS), to: undefined };
}

/** What a period is called: the name of a stretch, or its days. */
export function periodName({ from, to }: Period, now: number): string {
  if (!from && !to) return 'Period';
  const known = to ? undefined : PERIODS.find(({ days }) => lastDays(days, now).from === from);
  if (known) return known.label;
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `Since ${from}` : `Until ${to}`;
}
