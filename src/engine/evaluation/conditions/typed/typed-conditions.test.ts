import { describe, expect, it } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { elsewhereIn, sourcesOf, sourceKey } from '#src/shared/rules/elsewhere.ts';
import { readAnyRule } from '#src/shared/rules/parse.ts';
import { problemOf } from '#src/shared/rules/rules.fixture.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { otherSeries, seenFrom } from '../other-series.ts';
import { utcDay } from '../others.ts';
import { runRules } from '../rules-run.ts';
import { DAILY, FOUR_HOURS, HOURLY, WEEKLY } from './plain-market.fixture.ts';
import { TYPED, WITHOUT_COUNTERPART } from './typed-conditions.fixture.ts';

const barsOf = ({ ts, o, h, l, c, v }: typeof HOURLY): Bar[] =>
  ts.map((time, at) => {
    const [open = 0, high = 0, low = 0, close = 0, volume = 0] = [o, h, l, c, v].map((column) => column[at]);
    const text = {
      open: String(open),
      high: String(high),
      low: String(low),
      close: String(close),
      volume: String(volume),
    };
    return { ts: time, open, high, low, close, volume, text };
  });
const OWN = barsOf(HOURLY);
const LONGER = { 'on 4h': ['4h', FOUR_HOURS], 'on 1d': ['1d', DAILY], 'on 1w': ['1w', WEEKLY] } as const;
const endOf = endsOf(CALENDARS.crypto, '1h').endOf;

/** The bars on which a typed condition is true, by the engine. */
const trueBars = (typed: string): number[] => {
  const { condition } = readAnyRule(typed);
  const others = new Map(
    sourcesOf(condition).map((source) => {
      const key = sourceKey(source);
      const [timeframe, columns] = LONGER[key as keyof typeof LONGER];
      const ends = endsOf(CALENDARS.crypto, timeframe).endOf;
      const asked = elsewhereIn(condition).filter((each) => sourceKey(each.source) === key);
      const series = otherSeries(
        asked.map(({ of }) => of),
        ends,
        utcDay,
      );
      for (const bar of barsOf(columns)) series.add(bar);
      return [key, seenFrom(() => series, { endOf, oldest: Number.POSITIVE_INFINITY })];
    }),
  );
  const run = runRules([condition], undefined, (source) => others.get(source) ?? null);
  return OWN.flatMap((bar, at) => (run.next(bar).length > 0 ? [at] : []));
};

describe('conditions as traders type them', () => {
  it.each(TYPED)('%s', (typed, rule, holds) => {
    const read = readAnyRule(typed);
    expect(read.condition).toEqual(readAnyRule(rule).condition);
    expect(readAnyRule(rule).isTranslated).toBe(false);
    const plainly = OWN.flatMap((_, at) => (holds(at) ? [at] : []));
    expect(plainly.length).toBeGreaterThan(0);
    expect(trueBars(typed)).toEqual(plainly);
  });

  it.each(WITHOUT_COUNTERPART)('%s: says where, and what to write', (typed, line, column, accepted) => {
    const problem = problemOf(typed);
    expect([problem.line, problem.column]).toEqual([line, column]);
    expect(problem.sentence).toContain(accepted);
  });

  it('works as typed for 95 of 100', () => {
    const all = TYPED.length + WITHOUT_COUNTERPART.length;
    expect(all).toBeGreaterThanOrEqual(100);
    expect(new Set(TYPED.map(([typed]) => typed)).size).toBe(TYPED.length);
    expect(TYPED.length / all).toBeGreaterThanOrEqual(0.95);
  });
});
