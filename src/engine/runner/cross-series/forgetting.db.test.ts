import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { askedKey } from '../../evaluation/conditions/other-series.ts';
import type { Asked } from '../../evaluation/conditions/others.ts';
import { barOf } from '../../detectors/bars.fixture.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { askedOf } from '../../evaluation/conditions/needs.ts';
import { type OtherKey, sharedOthers } from '#src/engine/evaluation/cross-series/shared-others.ts';
import { sightOf } from '#src/engine/evaluation/cross-series/cross-series-view.ts';

const HOUR = 3_600_000;
const START = Date.UTC(1990, 0, 1);
const OTHER = newId();
const hours = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    ...barOf(at, String(50 + (at % 9))),
    ts: START + (from + at) * HOUR,
  }));
const endOf = (ts: number): number => ts + HOUR;
const asks = (...texts: string[]): Map<string, Asked> =>
  new Map(
    texts
      .flatMap((text) => askedOf([parseRule(`${text} of BBB > 1`)], 'BBB'))
      .map((each) => [askedKey(each), each]),
  );

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at) values ($1, 'BBB', 'BBB', 'USD', 'UTC', now())`,
    [OTHER],
  );
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.admin.query('delete from bars where instrument_id = $1', [OTHER]);
  await storeBars(db.system, { instrumentId: OTHER, timeframe: '1h' }, hours(40));
});

const key = (of: Partial<OtherKey> = {}): OtherKey => ({
  instrumentId: OTHER,
  timeframe: '1h',
  splits: [],
  passed: 0,
  corrected: 0,
  ...of,
});
const newest = { newestOf: () => null };

describe('other symbols that rules looked at', () => {
  it('are forgotten when nobody looks at them, of every size and scale', async () => {
    const shared = sharedOthers(db.system, newest);
    const [one, two] = [{}, {}];
    const split = { ts: START + 20 * HOUR, ratio: 2 };
    const [before, after] = [key({ splits: [split] }), key({ splits: [split], passed: 1 })];
    await shared.reach(one, { key: before, asked: asks('close') }, START, { endOf });
    await shared.reach(two, { key: key({ timeframe: '1d' }), asked: asks('close') }, START, { endOf });
    expect(shared.get(before)?.bars).toHaveLength(20);
    await shared.reach(one, { key: after, asked: asks('close') }, START, { endOf });
    expect(shared.get(before)).toBeNull();
    expect(shared.get(after)?.bars).toHaveLength(40);
    shared.leave(two);
    expect(shared.get(key({ timeframe: '1d' }))).toBeNull();
    const late = shared.reach(two, { key: key(), asked: asks('close') }, START, { endOf });
    shared.leave(two);
    await late;
    expect(shared.get(key())).toBeNull();
    shared.leave(one);
    expect(shared.get(after)).toBeNull();
  });

  it('lose the columns that nobody asks for, and keep the others’ figures', async () => {
    const shared = sharedOthers(db.system, newest);
    const [one, two] = [{}, {}];
    await shared.reach(two, { key: key(), asked: asks('sma(3)') }, START + 10 * HOUR, { endOf });
    for (let length = 1; length <= 30; length += 1)
      await shared.reach(one, { key: key(), asked: asks('close', `sma(${length})`) }, START + 10 * HOUR, {
        endOf,
      });
    const series = shared.get(key());
    // The close, the last average, and that of the other.
    expect(series?.columns()).toBe(3);
    expect(series?.figures('sma(30)').filter(Number.isFinite)).toHaveLength(11);
    expect(series?.figures('sma(3)').filter(Number.isFinite)).toHaveLength(38);
    shared.leave(one);
    expect(series?.columns()).toBe(1);
    await storeBars(db.system, { instrumentId: OTHER, timeframe: '1h' }, hours(5, 40));
    await shared.reach(two, { key: key(), asked: asks('sma(3)') }, START + 10 * HOUR, { endOf });
    const again = shared.get(key());
    // More was forgotten than is asked: it began anew, without what that was computed from.
    expect(again).not.toBe(series);
    expect(again?.figures('sma(3)').at(-1)).toBe(53);
  });

  it('are read again only where somebody knows of newer bars', async () => {
    let known = START + 39 * HOUR;
    const shared = sharedOthers(db.system, { newestOf: () => known });
    const look = () => shared.reach({}, { key: key(), asked: asks('close') }, START, { endOf });
    await look();
    await storeBars(db.system, { instrumentId: OTHER, timeframe: '1h' }, hours(2, 40));
    await look();
    expect(shared.get(key())?.bars).toHaveLength(40);
    known = START + 40 * HOUR;
    await look();
    expect(shared.get(key())?.bars).toHaveLength(42);
  });

  it('are asked by a sight only what its conditions ask', async () => {
    const shared = sharedOthers(db.system, newest);
    const instrument = { id: OTHER, symbol: 'BBB', session: 'crypto' as const, hasFeed: false };
    const sight = sightOf(
      shared,
      { splitsOf: () => [], correctedOf: () => 0 },
      {
        session: 'crypto',
        timeframe: '1h',
        sources: [{ key: 'BBB', instrument, timeframe: '1h' }],
      },
    );
    const conditions = ['close > close of BBB', 'close > sma(3) of BBB', 'close > high of BBB'].map(
      parseRule,
    );
    await sight.warm([], START + 10 * HOUR, conditions.slice(0, 2));
    await sight.warm([], START + 11 * HOUR, conditions.slice(2));
    expect(shared.get(key())?.columns()).toBe(3);
    sight.keep(conditions.slice(1));
    await sight.reach(START + 12 * HOUR);
    expect(shared.get(key())?.columns()).toBe(2);
    sight.end();
    expect(shared.get(key())).toBeNull();
  });
});
