import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { events, feedCursors, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Bar } from '#src/shared/market.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { marketEvent, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';
import { verifyDetection } from '../../events/verify-condition.ts';
import { barOf, BUSY } from '../../detectors/bars.fixture.ts';
import { keepOthers } from '../../rules/other-symbols.ts';
import { replayRule } from '../../rules/backtest.ts';
import { activeRules, joinedRules } from '../../evaluation/rule-index/rule-index.ts';
import { importBatch, storeBars } from '#src/engine/market/bars/bar-store.ts';
import { watchedInstruments } from '../live/live-store.ts';
import { takeShard } from '#src/engine/leases/shard-lease.ts';
import { crossSeriesSteps } from './steps.ts';

const HOUR = 3_600_000;
const START = Date.UTC(1990, 0, 1);
const [ONE, TWO, THREE] = [newId(), newId(), newId()] as [string, string, string];
const SYMBOLS = { [ONE]: 'AAA:ONE', [TWO]: 'BBB-TWO', [THREE]: 'AAA:THREE' };

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  for (const [id, symbol] of Object.entries(SYMBOLS))
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, created_at, feed, feed_symbol)
       values ($1, $2, $2, 'USD', 'UTC', now(), $3, $2)`,
      [id, symbol, symbol.startsWith('AAA') ? 'first' : 'second'],
    );
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of ['bars', 'joined_cursors', 'feed_cursors', 'instrument_splits'])
    await db.admin.query(`delete from ${table} where instrument_id <> $1`, [SPX_ID]);
});

/** A clock on which a second and more has gone by whenever it is looked at. */
let time = Date.now();
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date((time += 1_500)),
  log: { warn: () => undefined, error: () => undefined },
});
/** A process that has just taken the lease. */
const newEngine = async () => {
  const holding = await takeShard(db.system, {
    feed: 'joined',
    shard: 0,
    owner: newId(),
    isDead: () => Promise.resolve(true),
  });
  if (!holding) throw new Error('The lease was not given.');
  return crossSeriesSteps(deps(), holding);
};

const PAIR = 'close / close of "BBB-TWO" crosses above sma(close / close of "BBB-TWO", 5)';
async function withRule(
  condition: string,
  settings: RuleSettings = { frequency: 'every_time' },
): Promise<string> {
  const { workspaceId } = await newWorkspace(db);
  const { id } = await starterRule(db, workspaceId);
  await withTenant(db.app, workspaceId, async (tx) => {
    await tx
      .update(rules)
      .set({
        state: 'active',
        timeframe: '1h',
        instrumentId: ONE,
        condition,
        settings,
        createdAt: new Date(START - 9 * HOUR),
        updatedAt: new Date(START - HOUR),
      })
      .where(eq(rules.id, id));
    await keepOthers(tx, workspaceId, id, { condition, settings });
  });
  return workspaceId;
}
const eventsOf = (workspaceId: string) =>
  withTenant(db.app, workspaceId, (tx) => tx.select().from(events).orderBy(events.barTs));
const timesOf = async (workspaceId: string): Promise<number[]> =>
  (await eventsOf(workspaceId)).map(({ barTs }) => barTs.getTime());
const replayed = async (
  workspaceId: string,
  condition: string,
  settings: RuleSettings,
): Promise<number[]> => {
  const form = { condition, symbol: SYMBOLS[ONE], timeframe: '1h' as const, settings };
  const { items } = await replayRule({ app: db.app, clock: () => new Date() }, workspaceId, form as never);
  return items.map((item) => Date.parse(item.time));
};
const end = async (workspaceId: string): Promise<void> => {
  await db.admin.query(`update rules set state = 'paused' where workspace_id = $1`, [workspaceId]);
};

const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};
const hours = (bars: readonly Bar[], from = 0): Bar[] =>
  bars.map((bar, at) => ({ ...bar, ts: START + (from + at) * HOUR }));
const COUNT = 150;
const one = hours(BUSY.slice(0, COUNT));
const waves = (every: number): Bar[] =>
  hours(Array.from({ length: COUNT }, (_, at) => barOf(at, (60 + 20 * Math.sin(at / every)).toFixed(2))));

/** Bars of several instruments as they may arrive: each in its order, one beside the other in any. */
async function arrive(
  seed: number,
  given: ReadonlyMap<string, readonly Bar[]>,
  dealtWith: (id: string, until: number) => Promise<void>,
): Promise<void> {
  const next = random(seed);
  const left = new Map([...given].map(([id, bars]) => [id, [...bars]]));
  let step = await newEngine();
  while ([...left.values()].some((bars) => bars.length > 0)) {
    const ids = [...left].filter(([, bars]) => bars.length > 0).map(([id]) => id);
    const id = ids[next(ids.length)]!;
    const batch = left.get(id)!.splice(0, 1 + next(12));
    await storeBars(db.system, { instrumentId: id, timeframe: '1h' }, batch);
    await dealtWith(id, left.get(id)![0]?.ts ?? START + COUNT * HOUR);
    if (next(3) > 0) await step();
    if (next(9) === 0) step = await newEngine();
  }
  await step();
  await (
    await newEngine()
  )();
}
const nobody = (): Promise<void> => Promise.resolve();
/** Its feed has dealt with everything until then, whether there were bars or not. */
const byFeed = async (id: string, until: number): Promise<void> => {
  const values = {
    instrumentId: id,
    closedUntil: new Date(until),
    wholeFrom: new Date(START),
    lastTs: new Date(until),
  };
  await db.system
    .insert(feedCursors)
    .values(values)
    .onConflictDoUpdate({ target: feedCursors.instrumentId, set: values });
};

describe('rules on several symbols', () => {
  it.each<[string, string, RuleSettings, number]>([
    ['a ratio', PAIR, { frequency: 'every_time' }, 3],
    [
      'a ratio, so often a day',
      'close > 1.2 * close of "BBB-TWO"',
      { frequency: 'once_per_bar_close', most_per_day: 2 },
      5,
    ],
    [
      'three symbols',
      'rsi(5) of AAA:THREE > 50 and close of "BBB-TWO" crosses above ema(5) of "BBB-TWO"',
      { frequency: 'every_time' },
      11,
    ],
    [
      'hysteresis by another symbol',
      'rsi(5) > 50',
      { frequency: 'every_time', rearm: 'change_pct(3) of "BBB-TWO" < -5' },
      17,
    ],
    ['an event of another', 'big_move(6) of "BBB-TWO" and close > sma(5)', { frequency: 'every_time' }, 23],
  ])(
    '%s: the same live as in a replay, whichever bar comes first, over restarts, each once',
    async (_name, condition, settings, seed) => {
      const given = new Map([
        [ONE, one],
        [TWO, waves(3).filter((_, at) => at % 7 !== 3)],
        [THREE, waves(5).filter((_, at) => at < 40 || at > 60)],
      ]);
      for (const [at, tell] of [nobody, byFeed].entries()) {
        await db.admin.query(`delete from bars where timeframe = '1h'`);
        await db.admin.query('delete from joined_cursors');
        const workspaceId = await withRule(condition, settings);
        await arrive(seed + at, given, tell);
        const expected = await replayed(workspaceId, condition, settings);
        expect(expected.length).toBeGreaterThan(2);
        expect(await timesOf(workspaceId)).toEqual(expected);
        for (const event of await eventsOf(workspaceId))
          expect(verifyDetection(marketEvent(event))).toEqual({ ok: true });
        await end(workspaceId);
      }
    },
    240_000,
  );

  it('see bars that came as history, and speak on none of them', async () => {
    const workspaceId = await withRule(PAIR);
    const [first, last] = [50, 100];
    const step = await newEngine();
    const bring = async (id: string, bars: readonly Bar[]): Promise<void> => {
      const series = { instrumentId: id, timeframe: '1h' as const };
      await storeBars(db.system, series, bars.slice(0, first));
      await importBatch(db.system, series, bars.slice(first, last));
      await storeBars(db.system, series, bars.slice(last));
    };
    await step();
    await bring(TWO, waves(3));
    await bring(ONE, one);
    await step();
    const all = await replayed(workspaceId, PAIR, { frequency: 'every_time' });
    const isHistory = (ts: number): boolean => ts >= one[first]!.ts && ts < one[last]!.ts;
    expect(all.filter(isHistory).length).toBeGreaterThan(1);
    expect(await timesOf(workspaceId)).toEqual(all.filter((ts) => !isHistory(ts)));
    await end(workspaceId);
  });

  it('see the bars of another symbol as they were corrected', async () => {
    const workspaceId = await withRule('close > sma(5) of "BBB-TWO"');
    const flat = (close: string): Bar[] => hours(Array.from({ length: 21 }, (_, at) => barOf(at, close)));
    const [own, other] = [flat('100'), flat('200')];
    const [of, on] = [ONE, TWO].map((instrumentId) => ({ instrumentId, timeframe: '1h' as const }));
    const step = await newEngine();
    await step();
    await storeBars(db.system, on!, other.slice(0, 20));
    await storeBars(db.system, of!, own.slice(0, 20));
    await step();
    await importBatch(db.system, on!, flat('150').slice(10, 20));
    await storeBars(db.system, on!, other.slice(20));
    await storeBars(db.system, of!, flat('170').slice(20));
    await step();
    // Above (4 * 150 + 200) / 5, and below 200.
    expect(await timesOf(workspaceId)).toEqual([own[20]!.ts]);
    await end(workspaceId);
  });

  it('wait for the bar of the other symbol, and for nothing that its feed says is not coming', async () => {
    const workspaceId = await withRule('close of "BBB-TWO" > 1', { frequency: 'once_per_bar_close' });
    const step = await newEngine();
    await step();
    const two = waves(3);
    await storeBars(db.system, { instrumentId: ONE, timeframe: '1h' }, one.slice(0, 6));
    await step();
    expect(await timesOf(workspaceId)).toEqual([]);
    await storeBars(db.system, { instrumentId: TWO, timeframe: '1h' }, two.slice(0, 3));
    await step();
    expect(await timesOf(workspaceId)).toEqual([1, 2].map((at) => one[at]!.ts));
    // Nothing was traded in the hour after; the one after that is not over.
    await byFeed(TWO, START + 4 * HOUR + 60_000);
    await step();
    expect(await timesOf(workspaceId)).toEqual([1, 2, 3].map((at) => one[at]!.ts));
    await storeBars(db.system, { instrumentId: TWO, timeframe: '1h' }, [two[5]!]);
    await step();
    expect(await timesOf(workspaceId)).toEqual([1, 2, 3, 4, 5].map((at) => one[at]!.ts));
    await end(workspaceId);
  });

  it('a rule says nothing about bars that waited while it was paused, deleted or another', async () => {
    const condition = 'close of "BBB-TWO" > 1';
    const settings = { frequency: 'once_per_bar_close' } as const;
    const always = await withRule(condition, settings);
    const resumed = await withRule(condition, settings);
    const restored = await withRule(condition, settings);
    const renamed = await withRule(condition, settings);
    const step = await newEngine();
    const two = waves(3);
    await storeBars(db.system, { instrumentId: ONE, timeframe: '1h' }, one.slice(0, 6));
    await step();
    const set = (workspaceId: string, change: Partial<typeof rules.$inferInsert>) =>
      withTenant(db.app, workspaceId, (tx) =>
        tx
          .update(rules)
          .set({ ...change, updatedAt: new Date(START + 4 * HOUR) })
          .where(eq(rules.workspaceId, workspaceId)),
      );
    await set(resumed, { state: 'paused' });
    await set(resumed, { state: 'active' });
    await set(restored, { deletedAt: new Date() });
    await set(restored, { deletedAt: null });
    await set(renamed, { name: 'Other words' });
    await storeBars(db.system, { instrumentId: TWO, timeframe: '1h' }, two.slice(0, 6));
    await step();
    const of = (...at: number[]): number[] => at.map((each) => one[each]!.ts);
    expect(await timesOf(always)).toEqual(of(1, 2, 3, 4, 5));
    expect(await timesOf(renamed)).toEqual(of(1, 2, 3, 4, 5));
    // The bar that ended after it spoke again.
    expect(await timesOf(resumed)).toEqual(of(4, 5));
    expect(await timesOf(restored)).toEqual(of(4, 5));
    for (const each of [always, resumed, restored, renamed]) await end(each);
  });

  it('one that is resumed beside another speaks as in a replay: what it looks at was not forgotten', async () => {
    const condition = 'close of "BBB-TWO" crosses above sma(5) of "BBB-TWO"';
    const settings = { frequency: 'every_time' } as const;
    const stays = await withRule('close > high of "BBB-TWO"', settings);
    const pauses = await withRule(condition, settings);
    const step = await newEngine();
    const two = waves(3);
    const go = async (from: number, to: number): Promise<void> => {
      await storeBars(db.system, { instrumentId: TWO, timeframe: '1h' }, two.slice(from, to));
      await storeBars(db.system, { instrumentId: ONE, timeframe: '1h' }, one.slice(from, to));
      await step();
    };
    await go(0, 40);
    await end(pauses);
    for (let at = 40; at < 65; at += 1) await go(at, at + 1);
    await withTenant(db.app, pauses, (tx) =>
      tx.update(rules).set({ state: 'active', updatedAt: new Date(START + 65 * HOUR) }),
    );
    for (let at = 65; at < COUNT; at += 1) await go(at, at + 1);
    const expected = await replayed(pauses, condition, settings);
    const heard = expected.filter((ts) => ts < START + 40 * HOUR || ts >= START + 65 * HOUR);
    expect(heard.length).toBeLessThan(expected.length);
    expect(await timesOf(pauses)).toEqual(heard);
    for (const each of [stays, pauses]) await end(each);
  });

  it('one that cannot be worked out holds up no other, and is tried again', async () => {
    const broken = await withRule('close of AAA:THREE > 1', { frequency: 'once_per_bar_close' });
    const sound = await withRule('close of "BBB-TWO" > 1', { frequency: 'once_per_bar_close' });
    // Its cursor cannot be stored.
    await db.admin.query(
      `alter table joined_cursors add constraint broken check (others <> '${THREE}') not valid`,
    );
    const step = await newEngine();
    await step();
    for (const id of [ONE, TWO, THREE])
      await storeBars(db.system, { instrumentId: id, timeframe: '1h' }, one.slice(0, 3));
    await step();
    expect(await timesOf(sound)).toHaveLength(2);
    expect(await timesOf(broken)).toEqual([]);
    await db.admin.query('alter table joined_cursors drop constraint broken');
    await step();
    await storeBars(db.system, { instrumentId: ONE, timeframe: '1h' }, one.slice(3, 4));
    await storeBars(db.system, { instrumentId: THREE, timeframe: '1h' }, one.slice(3, 4));
    await step();
    expect((await timesOf(broken)).length).toBeGreaterThan(0);
    for (const each of [broken, sound]) await end(each);
  });

  it('see through a split of the other symbol, and of their own', async () => {
    const condition =
      'close of "BBB-TWO" moves down by 40% or close moves down by 40% or close / close of "BBB-TWO" > 1.9';
    const settings: RuleSettings = { frequency: 'every_time' };
    const split = (bars: Bar[], at: number): Bar[] =>
      bars.map((bar, index) => (index < at ? { ...barOf(0, String(bar.close * 10)), ts: bar.ts } : bar));
    const given = new Map([
      [ONE, split(one, 90)],
      [TWO, split(waves(3), 45)],
    ]);
    for (const [id, at] of [
      [ONE, 90],
      [TWO, 45],
    ] as const)
      await db.admin.query('insert into instrument_splits values ($1, $2, 10, now())', [
        id,
        new Date(START + at * HOUR),
      ]);
    const workspaceId = await withRule(condition, settings);
    await arrive(29, given, nobody);
    const expected = await replayed(workspaceId, condition, settings);
    const times = await timesOf(workspaceId);
    expect(times).toEqual(expected);
    expect(times.length).toBeGreaterThan(1);
    for (const at of [45, 90]) expect(times).not.toContain(START + at * HOUR);
    for (const event of await eventsOf(workspaceId))
      expect(verifyDetection(marketEvent(event))).toEqual({ ok: true });
    await end(workspaceId);
  });

  it('are watched with all their symbols, and not worked out beside the others', async () => {
    const workspaceId = await withRule(PAIR);
    const ids = async (feed: string) => (await watchedInstruments(db.system, feed)).map(({ id }) => id);
    expect(await ids('second')).toEqual([TWO]);
    expect(await ids('first')).toEqual([ONE]);
    const [rule] = await withTenant(db.app, workspaceId, (tx) => tx.select({ id: rules.id }).from(rules));
    const keys = [{ workspaceId, id: rule?.id ?? '' }];
    const of = { instrumentId: ONE, timeframe: '1h' } as const;
    const seen = async (joined: { others: string; among: typeof keys }) =>
      (await joinedRules(db.system, of, joined)).rules.map((each) => each.workspaceId);
    expect(await activeRules(db.system, [of])).toEqual([{ rules: [], broken: [] }]);
    expect(await seen({ others: TWO, among: keys })).toEqual([workspaceId]);
    expect(await seen({ others: THREE, among: keys })).toEqual([]);
    expect(await seen({ others: TWO, among: [] })).toEqual([]);
    await end(workspaceId);
    expect(await ids('second')).toEqual([]);
  });

  it('a holder that was superseded makes nothing', async () => {
    const workspaceId = await withRule('close of "BBB-TWO" > 1');
    const old = await newEngine();
    await old();
    await newEngine();
    for (const id of [ONE, TWO])
      await storeBars(db.system, { instrumentId: id, timeframe: '1h' }, one.slice(0, 5));
    await expect(old()).rejects.toMatchObject({ name: 'Superseded' });
    expect(await timesOf(workspaceId)).toEqual([]);
    await end(workspaceId);
  });
});
