import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { bars, feedCursors, instruments } from '#src/db/schema.ts';
import type { Bar } from '#src/shared/market.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { type Holding, renewShard, noTally, takeShard } from '#src/engine/leases/shard-lease.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import { shardStore } from './shard-store.ts';

let db: TestDatabase;
let holding: Holding;
const instrumentIds = [newId(), newId(), newId()];
beforeAll(async () => {
  db = await testDatabase();
  for (const [place, id] of instrumentIds.entries())
    await db.system.insert(instruments).values({
      id,
      symbol: `TEST:${place}`,
      name: 'Test',
      currency: 'USD',
      timeZone: 'UTC',
      createdAt: new Date(),
    });
  holding = await take();
});
afterAll(() => db.drop());

async function take(): Promise<Holding> {
  const taken = await takeShard(db.system, {
    feed: 'binance',
    shard: 3,
    owner: newId(),
    isDead: async () => true,
  });
  if (!taken) throw new Error('The shard is not to be had.');
  return taken;
}

const NOON = Date.UTC(2031, 4, 31, 23, 58);
const barAt = (minute: number, close: number, volume: number | null = 2.5): Bar => ({
  ts: NOON + minute * 60_000,
  open: 1,
  high: 1e9,
  low: 0.1,
  close,
  volume,
  text: {
    open: '1',
    high: '1000000000',
    low: '0.1',
    close: `${close}`,
    volume: volume === null ? null : `${volume}`,
  },
});
const stored = async (instrumentId = instrumentIds[0]!) =>
  (
    await db.system
      .select()
      .from(bars)
      .where(eq(bars.instrumentId, instrumentId))
      .orderBy(bars.timeframe, bars.ts)
  ).map(({ timeframe, ts, close, volume }) => [timeframe, (ts.getTime() - NOON) / 60_000, close, volume]);

it('stores bars of all sizes and instruments, of two months, and amends those that are there', async () => {
  const store = shardStore(db.system, holding);
  await Promise.all(
    instrumentIds.map((instrumentId, place) =>
      store.bars({
        instrumentId,
        closed: [
          { timeframe: '1m', bars: [barAt(0, 10 + place), barAt(5, 20 + place, null)] },
          { timeframe: '5m', bars: [barAt(-3, 30 + place)] },
        ],
      }),
    ),
  );
  for (const [place, id] of instrumentIds.entries())
    expect(await stored(id)).toEqual([
      ['1m', 0, 10 + place, 2.5],
      ['1m', 5, 20 + place, null],
      ['5m', -3, 30 + place, 2.5],
    ]);
  const [instrumentId = ''] = instrumentIds;
  await store.bars({ instrumentId, closed: [{ timeframe: '1m', bars: [barAt(0, 11)] }] });
  expect((await stored())[0]).toEqual(['1m', 0, 11, 2.5]);
  await store.bars({ instrumentId, closed: [] });
});

it('notes how far instruments were dealt with, and leaves their prices', async () => {
  const store = shardStore(db.system, holding);
  const [one = '', other = ''] = instrumentIds;
  await db.system.insert(feedCursors).values({ instrumentId: one, price: '1.50' });
  const progress = { closedUntil: NOON, wholeFrom: NOON - 60_000, cursor: { id: 2 ** 40, ts: NOON - 5_000 } };
  await Promise.all([
    store.progress({ instrumentId: one, progress }),
    store.progress({ instrumentId: other, progress: { ...progress, cursor: { id: null, ts: NOON } } }),
  ]);
  const rows = await db.system.select().from(feedCursors);
  const found = new Map(rows.map((row) => [row.instrumentId, row]));
  expect(found.get(one)).toMatchObject({
    price: '1.50',
    closedUntil: new Date(NOON),
    wholeFrom: new Date(NOON - 60_000),
    lastId: 2 ** 40,
    lastTs: new Date(NOON - 5_000),
  });
  expect(found.get(other)).toMatchObject({ price: null, lastId: null, lastTs: new Date(NOON) });
});

it('renews its lease while others write under it, and writes nothing once another holds it', async () => {
  const health = {
    state: 'live' as const,
    problem: null,
    since: new Date(),
    lastMessageAt: null,
    lagMs: null,
    silent: [],
  };
  const { feed, shard, epoch } = holding;
  await db.system.transaction(async (tx) => {
    await tx.execute(`select holds_feed_shard('${feed}', ${shard}::smallint, ${epoch})`);
    expect(await renewShard(db.system, holding, health, noTally())).toBe(true);
    // Nobody takes it from under what is being written.
    const owner = newId();
    expect(await takeShard(db.system, { feed, shard, owner, isDead: async () => true })).toBeNull();
  });
  const before = await stored();
  await take();
  const store = shardStore(db.system, holding);
  const [instrumentId = ''] = instrumentIds;
  const late = { instrumentId, closed: [{ timeframe: '1m' as const, bars: [barAt(7, 99)] }] };
  await expect(store.bars(late)).rejects.toThrow(Superseded);
  const progress = { closedUntil: NOON + 60_000, wholeFrom: NOON, cursor: { id: 1, ts: NOON } };
  await expect(store.progress({ instrumentId, progress })).rejects.toThrow(Superseded);
  expect(await stored()).toEqual(before);
  const [cursor] = await db.system
    .select()
    .from(feedCursors)
    .where(eq(feedCursors.instrumentId, instrumentId));
  expect(cursor?.closedUntil).toEqual(new Date(NOON));
});
