import type { Bar, Timeframe } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { speaksEarly } from '../../frequency/gate.ts';
import { gated, ruleDetector } from '../../evaluation/conditions/rule-feed.ts';

const MINUTE = 60_000;

export type Trade = { time: number; id: number; price: string; size: string };
export type Rule = { timeframe: Timeframe; condition: string; settings: RuleSettings };

/** Rules of every frequency on a symbol that trades at about a price. */
export const rulesAround = (price: number): Rule[] => [
  { timeframe: '1m', condition: 'close crosses above sma(5)', settings: { frequency: 'every_time' } },
  {
    timeframe: '1m',
    condition: 'close crosses sma(3) and volume > avg(volume, 10)',
    settings: { frequency: 'every_time' },
  },
  {
    timeframe: '1m',
    condition: 'close moves up by 0.3% within 3 bars',
    settings: { frequency: 'every_time', cooldown_minutes: 5 },
  },
  {
    timeframe: '1m',
    condition: 'highest(high, 5) > 1.001 * sma(10)',
    settings: { frequency: { minutes: 10 } },
  },
  {
    timeframe: '1m',
    condition: 'change_pct(1) > 0.1',
    settings: { frequency: 'every_time', rearm: 'change_pct(1) < -0.05' },
  },
  { timeframe: '1m', condition: 'big_move(0.2)', settings: { frequency: 'once_per_bar_close' } },
  {
    timeframe: '5m',
    condition: 'close > open',
    settings: { frequency: 'once_per_bar_close', most_per_day: 4 },
  },
  // These also speak before a bar is closed, whenever a minute in it has.
  { timeframe: '5m', condition: 'close crosses sma(3)', settings: { frequency: 'once_per_bar' } },
  { timeframe: '5m', condition: 'close > open', settings: { frequency: { minutes: 2 } } },
  { timeframe: '5m', condition: 'big_move(0.05)', settings: { frequency: 'once_per_bar' } },
  {
    timeframe: '5m',
    condition: 'close > sma(2)',
    settings: { frequency: 'once_per_bar', rearm: 'close < open', most_per_day: 8 },
  },
  ...Array.from({ length: 40 }, (_, step): Rule => ({
    timeframe: '1m',
    condition: `close crosses above ${(price * (0.98 + step / 1000)).toFixed(3)}`,
    settings: { frequency: step % 2 ? 'once' : 'every_time' },
  })),
];

/** Bars of the trades of [from, until), ms, UTC, the plain way. */
export const barsOf = (trades: readonly Trade[], from: number, until: number, length: number): Bar[] => {
  const groups = Map.groupBy(
    trades.filter(({ time }) => time >= from && time < until),
    ({ time }) => Math.floor(time / length) * length,
  );
  return [...groups].map(([ts, group]): Bar => {
    const prices = group.map(({ price }) => Number(price));
    const [open = 0, close = 0] = [prices[0], prices.at(-1)];
    const [high, low] = [Math.max(...prices), Math.min(...prices)];
    const volume = Number(group.reduce((sum, { size }) => sum + Number(size), 0).toFixed(6));
    const text = { open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}`, volume: `${volume}` };
    return { ts, open, high, low, close, volume, text };
  });
};

/** How bars stood whenever a minute in them had closed that was not their last, and then the bars. */
const shownOf = (trades: readonly Trade[], from: number, until: number, length: number): Bar[] => {
  const minutes = barsOf(trades, from, until, MINUTE);
  return barsOf(trades, from, until, length).flatMap((bar) => [
    ...minutes
      .filter(({ ts }) => ts >= bar.ts && ts + MINUTE < bar.ts + length)
      .flatMap(({ ts }) => {
        const known = ts + MINUTE;
        return barsOf(trades, bar.ts, known, length).map((shown) => ({ ...shown, until: known }));
      }),
    bar,
  ]);
};

/**
 * The moments at which a rule triggers, by the trades of [from, until) alone: without feed, store or index. It came to be at
 * `since` and says nothing about what closed before.
 */
export const expectedOf = (
  { timeframe, condition, settings }: Rule,
  trades: readonly Trade[],
  { from, until, since = from }: { from: number; until: number; since?: number },
): string[] => {
  const rearm = settings.rearm === undefined ? null : ruleDetector(parseRule(settings.rearm)).start();
  const run = ruleDetector(parseRule(condition)).start();
  const held = { before: false, now: false };
  const feed = Object.assign(
    (bar: Bar) => {
      const detection = run(bar);
      if (bar.until !== undefined) return detection;
      held.before = held.now;
      held.now = detection !== null;
      return detection;
    },
    { heldBefore: () => held.before },
  );
  const speak = gated(feed, settings, timeframe, rearm);
  const length = timeframe === '5m' ? 5 * MINUTE : MINUTE;
  const bars = speaksEarly(settings, timeframe) ? shownOf : barsOf;
  return bars(trades, Math.ceil(from / length) * length, until, length)
    .filter(({ ts }) => ts + length <= until)
    .flatMap((bar) => {
      if ((bar.until ?? bar.ts + length) > since) return speak(bar) ?? [];
      feed(bar);
      rearm?.(bar);
      return [];
    })
    .map(({ time }) => new Date(time).toISOString())
    .toSorted();
};
