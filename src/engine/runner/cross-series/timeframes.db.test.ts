import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { events, feedCursors, rules, watchlists, watchlistSymbols } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { marketEvent, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';
import { verifyDetection } from '../../events/verify-condition.ts';
import { barOf } from '../../detectors/bars.fixture.ts';
import { keepOthers } from '../../rules/other-symbols.ts';
import { replayRule } from '../../rules/backtest.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { watchedInstruments } from '../live/live-store.ts';
import { takeShard } from '#src/engine/leases/shard-lease.ts';
import { BAR_MS } from '#src/engine/market/quarantine/quarantine.ts';
import { crossSeriesSteps } from './steps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
const START = Date.UTC(1990, 0, 1);
const END = START + 6 * DAY;
const [ONE, TWO] = [newId(), newId()] as [string, string];
const SYMBOLS: Readonly<Record<string, string>> = { [ONE]: 'AAA', [TWO]: 'BBB-TWO' };

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  for (const [id, symbol] of Object.entries(SYMBOLS))
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, created_at, feed, feed_symbol)
       values ($1, $2, $2, 'USD', 'UTC', now(), $2, $2)`,
      [id, symbol],
    );
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of ['bars', 'joined_cursors', 'feed_cursors', 'instrument_splits'])
    await db.admin.query(`delete from ${table} where instrument_id <> $1`, [SPX_ID]);
  await db.admin.query(`update rules set state = 'paused'`);
});

/** A clock on which a second and more has gone by whenever it is looked at. */
let time = Date.now();
/** A process that has just taken the lease. */
const newEngine = async () => {
  const holding = await takeShard(db.system, {
    feed: 'joined',
    shard: 0,
    owner: newId(),
    isDead: () => Promise.resolve(true),
  });
  if (!holding) throw new Error('The lease was not given.');
  return crossSeriesSteps(
    {
      app: db.app,
      system: db.system,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock: () => new Date((time += 1_500)),
      log: { warn: () => undefined },
    },
    holding,
  );
};

type Rule = { condition: string; timeframe: Timeframe; settings: RuleSettings };
const EVERY_TIME: RuleSettings = { frequency: 'every_time' };

async function withRule(rule: Rule, listed?: readonly string[]): Promise<string> {
  const { workspaceId } = await newWorkspace(db);
  const { id } = await starterRule(db, workspaceId);
  const at = new Date(START - 99 * DAY);
  await withTenant(db.app, workspaceId, async (tx) => {
    const watchlistId = listed ? newId() : null;
    if (watchlistId) {
      await tx
        .insert(watchlists)
        .values({ workspaceId, id: watchlistId, name: 'L', createdAt: at, updatedAt: at });
      await tx
        .insert(watchlistSymbols)
        .values((listed ?? []).map((instrumentId) => ({ workspaceId, watchlistId, instrumentId })));
    }
    await tx
      .update(rules)
      .set({
        state: 'active',
        ...rule,
        watchlistId,
        instrumentId: listed ? null : ONE,
        createdAt: at,
        updatedAt: at,
      })
      .where(eq(rules.id, id));
    await keepOthers(tx, workspaceId, id, rule);
  });
  return workspaceId;
}
const eventsOf = (workspaceId: string) =>
  withTenant(db.app, workspaceId, (tx) => tx.select().from(events).orderBy(events.barTs));
const told = async (workspaceId: string): Promise<string[]> =>
  (await eventsOf(workspaceId))
    .map(({ barTs, instrumentId }) => `${barTs.toISOString()} ${SYMBOLS[instrumentId ?? '']}`)
    .toSorted();
const replayed = async (workspaceId: string, rule: Rule, to?: string): Promise<string[]> => {
  const [list] = await withTenant(db.app, workspaceId, (tx) => tx.select().from(watchlists));
  const of = list ? { watchlistId: list.id } : { symbol: SYMBOLS[ONE] ?? '' };
  const { items } = await replayRule({ app: db.app, clock: () => new Date() }, workspaceId, {
    ...rule,
    ...of,
    ...(to !== undefined && { to }),
  });
  return items.map((item) => `${item.time} ${item.symbol}`).toSorted();
};

const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};
type Series = { instrumentId: string; timeframe: Timeframe };
/** Bars of a size from before START to END; every so manieth is missing. */
const bars = (timeframe: Timeframe, wave: number, without: number): Bar[] => {
  const from = START - 12 * BAR_MS[timeframe];
  const count = Math.floor((END - from) / BAR_MS[timeframe]);
  return Array.from({ length: count }, (_, at) => ({
    ...barOf(at, (60 + 20 * Math.sin((at * wave) / 7) + (at % 5)).toFixed(2)),
    ts: from + at * BAR_MS[timeframe],
  })).filter((_, at) => at % without !== without - 1);
};
const MARKET: readonly (Series & { bars: Bar[] })[] = [
  { instrumentId: ONE, timeframe: '15m', bars: bars('15m', 1.3, 9) },
  { instrumentId: ONE, timeframe: '1h', bars: bars('1h', 1, 11) },
  { instrumentId: ONE, timeframe: '1d', bars: bars('1d', 3, 7) },
  { instrumentId: TWO, timeframe: '1h', bars: bars('1h', 2, 13) },
  { instrumentId: TWO, timeframe: '4h', bars: bars('4h', 2, 5) },
  { instrumentId: TWO, timeframe: '1d', bars: bars('1d', 5, 50) },
];

/** Bars as they may arrive: each series in its order, one beside the other in any; a process ends now and then. */
async function arrive(seed: number, isTold: boolean): Promise<void> {
  const next = random(seed);
  const left = MARKET.map((series) => ({ ...series, bars: [...series.bars] }));
  let step = await newEngine();
  while (left.some((series) => series.bars.length > 0)) {
    // What is furthest behind comes first: as in life, but for a few bars.
    const rest = left
      .filter((series) => series.bars.length > 0)
      .toSorted((a, b) => (a.bars[0]?.ts ?? 0) - (b.bars[0]?.ts ?? 0));
    const series = rest[next(Math.min(rest.length, 3))]!;
    await storeBars(db.system, series, series.bars.splice(0, 1 + next(series.timeframe === '15m' ? 30 : 6)));
    if (isTold) {
      const ofIt = left.filter(({ instrumentId }) => instrumentId === series.instrumentId);
      await dealtWith(series.instrumentId, Math.min(...ofIt.map((each) => each.bars[0]?.ts ?? END)));
    }
    if (next(3) > 0) await step();
    if (next(12) === 0) step = await newEngine();
  }
  for (const id of [ONE, TWO]) await dealtWith(id, END);
  await step();
  await (
    await newEngine()
  )();
}
/** Its feed has dealt with everything until then, whether there were bars or not. */
const dealtWith = async (instrumentId: string, until: number): Promise<void> => {
  const at = new Date(until);
  const values = { instrumentId, closedUntil: at, wholeFrom: new Date(START), lastTs: at };
  await db.system
    .insert(feedCursors)
    .values(values)
    .onConflictDoUpdate({ target: feedCursors.instrumentId, set: values });
};

describe('rules on several timeframes', () => {
  it.each<[string, Rule, number, string[]?]>([
    [
      'a longer one',
      { condition: 'close crosses above sma(3) on 1d', timeframe: '1h', settings: EVERY_TIME },
      3,
    ],
    [
      'a longer and a shorter one, so often a day',
      {
        condition: 'close on 15m > close and close on 1d < 75 and rsi(3) on 15m > 40',
        timeframe: '1h',
        settings: { frequency: 'once_per_bar_close', most_per_day: 3 },
      },
      5,
    ],
    [
      'of another symbol',
      {
        condition: 'close crosses above close of "BBB-TWO" on 4h or big_move(20) of "BBB-TWO" on 1d',
        timeframe: '1h',
        settings: EVERY_TIME,
      },
      7,
    ],
    [
      'an event of a longer one, armed by a shorter',
      {
        condition: 'big_move(5) on 1d',
        timeframe: '1h',
        settings: { frequency: 'every_time', rearm: 'close on 15m < 75' },
      },
      11,
    ],
    [
      'shorter ones for days',
      {
        condition: 'close on 1h crosses above sma(5) on 1h or close < close of "BBB-TWO" on 4h',
        timeframe: '1d',
        settings: EVERY_TIME,
      },
      13,
    ],
    [
      'each its own, in a watchlist',
      { condition: 'close crosses above sma(2) on 1d', timeframe: '1h', settings: EVERY_TIME },
      17,
      [ONE, TWO],
    ],
    [
      'its own by name',
      { condition: 'close on 1h crosses above sma(5) of aaa on 1h', timeframe: '1h', settings: EVERY_TIME },
      19,
    ],
  ])(
    '%s: the same live as in a replay, whichever bar comes first, over restarts, each once',
    async (_name, rule, seed, listed) => {
      for (const [at, isTold] of [false, true].entries()) {
        for (const table of ['bars', 'joined_cursors', 'feed_cursors'])
          await db.admin.query(`delete from ${table} where instrument_id <> $1`, [SPX_ID]);
        const workspaceId = await withRule(rule, listed);
        await arrive(seed + at, isTold);
        const expected = await replayed(workspaceId, rule);
        expect(expected.length).toBeGreaterThan(2);
        expect(await told(workspaceId)).toEqual(expected);
        const symbols = new Set(expected.map((each) => each.slice(25)));
        expect([...symbols].toSorted()).toEqual((listed ?? [ONE]).map((id) => SYMBOLS[id]));
        for (const event of await eventsOf(workspaceId))
          expect(verifyDetection(marketEvent(event))).toEqual({ ok: true });
        await db.admin.query(`update rules set state = 'paused'`);
      }
    },
    240_000,
  );

  const hour = (at: number, close: string): Bar => ({ ...barOf(at, close), ts: START + at * HOUR });
  const day = (at: number, close: string): Bar => ({ ...barOf(at, close), ts: START + at * DAY });

  it('wait for the day that ends with the hour, judge it once, and wait for nothing that is not coming', async () => {
    const rule: Rule = {
      condition: 'close > close on 1d',
      timeframe: '1h',
      settings: { frequency: 'once_per_bar_close' },
    };
    const workspaceId = await withRule(rule);
    const step = await newEngine();
    const hours = (from: number, to: number) =>
      storeBars(
        db.system,
        { instrumentId: ONE, timeframe: '1h' },
        Array.from({ length: to - from }, (_, at) => hour(from + at, '50')),
      );
    const days = (from: number, ...closes: string[]) =>
      storeBars(
        db.system,
        { instrumentId: ONE, timeframe: '1d' },
        closes.map((close, at) => day(from + at, close)),
      );
    const at = async (): Promise<number[]> =>
      (await eventsOf(workspaceId)).map(({ barTs }) => (barTs.getTime() - START) / HOUR);
    await days(-2, '60', '40');
    await hours(20, 24);
    await step();
    // Hour 23 ends with the day, which is not there yet.
    expect(await at()).toEqual([21, 22]);
    await step();
    expect(await at()).toEqual([21, 22]);
    await days(0, '60');
    await step();
    await step();
    expect(await at()).toEqual([21, 22]);
    // The next day is below; at its end there is none, and its feed says so.
    await days(1, '45');
    await hours(24, 72);
    await step();
    expect(await at()).toEqual([21, 22, ...Array.from({ length: 71 - 47 }, (_, n) => 47 + n)]);
    await dealtWith(ONE, START + 72 * HOUR);
    await step();
    expect((await at()).at(-1)).toBe(71);
    expect(new Set(await at()).size).toBe((await at()).length);
  });

  it('see through a split in the middle of a day, of their own symbol and of another, live as in a replay', async () => {
    const rule: Rule = {
      condition:
        'close > 3 * close on 1d or close < 0.3 * close on 1d or close of "BBB-TWO" on 1d > 3 * close of "BBB-TWO" on 1h or close on 1d crosses above 60.5',
      timeframe: '1h',
      settings: { frequency: 'once_per_bar_close' },
    };
    const moment = START + 61 * HOUR;
    for (const id of [ONE, TWO])
      await db.admin.query('insert into instrument_splits values ($1, $2, 10, now())', [
        id,
        new Date(moment),
      ]);
    const workspaceId = await withRule(rule);
    let step = await newEngine();
    for (const id of [TWO, ONE]) {
      await storeBars(
        db.system,
        { instrumentId: id, timeframe: '1d' },
        // The day of the split stands after it.
        Array.from({ length: 9 }, (_, at) => day(at - 4, at - 4 < 2 ? '600' : String(60 + (at % 3)))),
      );
      for (let at = 0; at < 100; at += 10) {
        const bars = Array.from({ length: 10 }, (_, n) => hour(at + n, at + n < 61 ? '600' : '60'));
        await storeBars(db.system, { instrumentId: id, timeframe: '1h' }, bars);
        // One of them begins on the morning before the split.
        step = await newEngine();
        await step();
      }
    }
    await step();
    const expected = await replayed(workspaceId, rule);
    expect(await told(workspaceId)).toEqual(expected);
    expect(expected.map((each) => each.slice(0, 13))).toEqual(['1990-01-04T23']);
    for (const event of await eventsOf(workspaceId))
      expect(verifyDetection(marketEvent(event))).toEqual({ ok: true });
  });

  it('a replay of a span sees what began within its last bar', async () => {
    const rule: Rule = {
      condition: 'close on 1h > 1',
      timeframe: '1d',
      settings: { frequency: 'once_per_bar_close' },
    };
    const workspaceId = await withRule(rule);
    await storeBars(db.system, { instrumentId: ONE, timeframe: '1d' }, [
      day(0, '5'),
      day(1, '5'),
      day(2, '5'),
    ]);
    await storeBars(db.system, { instrumentId: ONE, timeframe: '1h' }, [hour(24 + 20, '5')]);
    expect(await replayed(workspaceId, rule, new Date(START + DAY).toISOString())).toEqual([
      `${new Date(START + DAY).toISOString()} AAA`,
    ]);
  });

  it('are watched for their own symbol and for another of which they name a timeframe alone', async () => {
    const ids = async (feed: string) => (await watchedInstruments(db.system, feed)).map(({ id }) => id);
    await withRule({ condition: 'close > sma(5) of "BBB-TWO" on 1w', timeframe: '1h', settings: EVERY_TIME });
    expect([await ids('AAA'), await ids('BBB-TWO')]).toEqual([[ONE], [TWO]]);
    await db.admin.query(`update rules set state = 'paused'`);
    await withRule({ condition: 'close > sma(5) on 1w', timeframe: '1h', settings: EVERY_TIME });
    expect([await ids('AAA'), await ids('BBB-TWO')]).toEqual([[ONE], []]);
  });
});
