import type { Detector } from '#src/engine/detectors/register.ts';
import type { Bar } from '#src/shared/market.ts';

/** One alert the rule would have sent. `time` as in `Bar.ts`; `value` in the detector's unit; the two closes are prices. */
export type Sent = { time: number; value: number; close: number; previousClose: number | null };

/** What a rule would have sent over a record. */
export type Outcome = {
  /** Oldest first. */
  sent: readonly Sent[];
  /** First and last bar of the record, ms since the epoch. */
  from: number;
  to: number;
  /** Every year of the record, those without an alert too. */
  years: readonly { year: number; count: number }[];
  /** The month with the most alerts (the first of several); `month` counts from 1. Null without an alert. */
  busiest: { year: number; month: number; count: number } | null;
};

const yearOf = (time: number): number => new Date(time).getUTCFullYear();

function busiestMonth(sent: readonly Sent[]): Outcome['busiest'] {
  const counts = new Map<string, { year: number; month: number; count: number }>();
  for (const { time } of sent) {
    const at = new Date(time);
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
    const entry = counts.get(`${year}-${month}`) ?? { year, month, count: 0 };
    entry.count += 1;
    counts.set(`${year}-${month}`, entry);
  }
  return [...counts.values()].reduce<Outcome['busiest']>(
    (most, each) => (most && most.count >= each.count ? most : each),
    null,
  );
}

/** The engine's own detector, to be given closed bars, oldest first (at least one); `outcome` counts what it found. */
export function createRun(detector: Detector): { take: (bar: Bar) => void; outcome: () => Outcome } {
  const feed = detector.start();
  const sent: Sent[] = [];
  let first: Bar | null = null;
  let previous: Bar | null = null;
  return {
    take: (bar) => {
      const detection = feed(bar);
      if (detection)
        sent.push({
          time: detection.time,
          value: detection.value,
          close: bar.close,
          previousClose: previous?.close ?? null,
        });
      first ??= bar;
      previous = bar;
    },
    outcome: () => count(sent, first?.ts ?? 0, previous?.ts ?? 0),
  };
}

/** Runs it over a whole record at once. */
export function runRule(bars: readonly Bar[], detector: Detector): Outcome {
  const run = createRun(detector);
  for (const bar of bars) run.take(bar);
  return run.outcome();
}

function count(sent: readonly Sent[], from: number, to: number): Outcome {
  const counts = new Map<number, number>();
  for (const { time } of sent) counts.set(yearOf(time), (counts.get(yearOf(time)) ?? 0) + 1);
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, index) => {
    const year = yearOf(from) + index;
    return { year, count: counts.get(year) ?? 0 };
  });
  return { sent, from, to, years, busiest: busiestMonth(sent) };
}
