import { describe, expect, it } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { verifyRule } from '#src/engine/events/verify-condition.ts';
import { BUSY } from '#src/engine/detectors/bars.fixture.ts';
import { atr } from '#src/engine/indicators/true-range.ts';
import { ema } from '#src/engine/indicators/ema.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { tradingDays } from '#src/engine/market/sessions/trading-days.ts';
import { itWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { createGraph } from './graph.ts';
import { utcDay } from './others.ts';
import { runRules } from './rules-run.ts';

/** What a figure is on each bar, as charts show it by that name. */
const lineOf = (text: string, bars: readonly Bar[], dayOf = utcDay): number[] => {
  const graph = createGraph(undefined, undefined, dayOf);
  const condition = parseRule(`${text} > 0`);
  if (!('test' in condition)) throw new Error(`${text} is no figure.`);
  const value = graph.operand(condition.left);
  return bars.map((bar) => {
    graph.next(bar);
    return value(graph.now);
  });
};
/** The bars from one on on which two lines differ. */
const apart = (one: readonly number[], other: readonly number[], from: number): number[] =>
  one.flatMap((value, at) => (at < from || Math.abs(value - (other[at] ?? Number.NaN)) < 1e-6 ? [] : [at]));
const all = async (file: string, timeZone: string): Promise<Bar[]> => {
  const bars: Bar[] = [];
  for await (const bar of replayFile(sharedPath(file), { timeZone }).bars) bars.push(bar);
  return bars;
};
/** Session VWAP the plain way: everything of the day up to a bar, summed anew. */
const plainVwap = (bars: readonly Bar[], dayOf: (ts: number) => number): number[] => {
  const days = Map.groupBy(bars, ({ ts }) => dayOf(ts));
  return [...days.values()].flatMap((day) =>
    day.map((_, at) => {
      const until = day.slice(0, at + 1);
      const volume = until.reduce((sum, each) => sum + (each.volume ?? 0), 0);
      const turnover = until.reduce(
        (sum, { high, low, close, volume: traded }) => sum + ((high + low + close) / 3) * (traded ?? 0),
        0,
      );
      return turnover / volume;
    }),
  );
};
const crossings = (closes: readonly number[], line: readonly number[]): number[] =>
  closes.flatMap((close, at) => {
    const [before, last] = [closes[at - 1] ?? Number.NaN, line[at - 1] ?? Number.NaN];
    const now = line[at] ?? Number.NaN;
    return (before <= last && close > now) || (before >= last && close < now) ? [at] : [];
  });

describe('names mean what charts mean by them', () => {
  const newYork = tradingDays(CALENDARS['us-equity']);

  itWithShared(
    'vwap is of the session, and its crossings are the chart’s',
    'intraday/SPY_1m_2020-12-15_18.csv',
    async () => {
      const bars = await all('intraday/SPY_1m_2020-12-15_18.csv', 'America/New_York');
      const plain = plainVwap(bars, newYork);
      expect(apart(lineOf('vwap', bars, newYork), plain, 0)).toEqual([]);
      const run = runRules([parseRule('close crosses vwap')], undefined, undefined, newYork);
      const found = bars.flatMap((bar, at) => (run.next(bar).length > 0 ? [at] : []));
      expect(found).toEqual(
        crossings(
          bars.map(({ close }) => close),
          plain,
        ),
      );
      expect(new Set(bars.map(({ ts }) => newYork(ts))).size).toBe(4);
    },
  );

  itWithShared(
    'a market that never closes begins its VWAP at midnight UTC',
    'intraday/BTC-USD_1m_coinbase_9days.csv.gz',
    async () => {
      const bars = (await all('intraday/BTC-USD_1m_coinbase_9days.csv.gz', 'UTC')).slice(0, 2000);
      expect(apart(lineOf('vwap', bars), plainVwap(bars, utcDay), 0)).toEqual([]);
    },
  );

  it('keltner is EMA(20) and twice ATR(10)', () => {
    const [middle, range] = [ema(20), atr(10)];
    const plain = BUSY.map((bar) => ({ middle: middle.next(bar.close), range: range.next(bar) }));
    expect(
      apart(
        lineOf('keltner_upper', BUSY),
        plain.map((each) => each.middle + 2 * each.range),
        20,
      ),
    ).toEqual([]);
    expect(
      apart(
        lineOf('keltner_middle', BUSY),
        plain.map((each) => each.middle),
        20,
      ),
    ).toEqual([]);
    expect(
      apart(
        lineOf('keltner_lower', BUSY),
        plain.map((each) => each.middle - 2 * each.range),
        20,
      ),
    ).toEqual([]);
  });

  it('stoch_k is the raw place of the close, and stoch_d its mean of three', () => {
    const place = lineOf('williams_r(14)', BUSY).map((value) => value + 100);
    expect(apart(lineOf('stoch_k', BUSY), place, 14)).toEqual([]);
    expect(
      apart(
        lineOf('stoch_d', BUSY),
        place.map((_, at) => place.slice(at - 2, at + 1).reduce((a, b) => a + b, 0) / 3),
        17,
      ),
    ).toEqual([]);
  });

  it('change is in points, change_pct and roc in percent', () => {
    const ago = (bars: number): number[] => BUSY.map((_, at) => BUSY[at - bars]?.close ?? Number.NaN);
    expect(
      apart(
        lineOf('change', BUSY),
        BUSY.map(({ close }, at) => close - ago(1)[at]!),
        1,
      ),
    ).toEqual([]);
    expect(
      apart(
        lineOf('change_pct(5)', BUSY),
        BUSY.map(({ close }, at) => (close / ago(5)[at]! - 1) * 100),
        5,
      ),
    ).toEqual([]);
    expect(
      apart(
        lineOf('roc', BUSY),
        BUSY.map(({ close }, at) => (close / ago(9)[at]! - 1) * 100),
        9,
      ),
    ).toEqual([]);
  });
});

describe('evidence of a VWAP', () => {
  itWithShared(
    'holds the days, and verifies from nothing else',
    'intraday/SPY_1m_2020-12-15_18.csv',
    async () => {
      const dayOf = tradingDays(CALENDARS['us-equity']);
      const bars = await all('intraday/SPY_1m_2020-12-15_18.csv', 'America/New_York');
      const run = runRules([parseRule('close crosses vwap')], undefined, undefined, dayOf);
      const found = bars.flatMap((bar) =>
        run.next(bar).map((index) => JSON.parse(JSON.stringify(run.detection(index)))),
      );
      expect(found.length).toBeGreaterThan(20);
      expect(found.map(verifyRule).filter(({ ok }) => !ok)).toEqual([]);
      const last = found.at(-1);
      expect(last.evidence.days).toEqual(['2020-12-17T05:00:00.000Z', '2020-12-18T05:00:00.000Z']);
      const forged = { ...last, evidence: { ...last.evidence, days: ['2020-12-17T05:00:00.000Z'] } };
      expect(verifyRule(forged).ok).toBe(false);
    },
  );
});
