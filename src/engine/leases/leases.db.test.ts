import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { feedRuns, instruments } from '#src/db/schema.ts';
import { endFeedRun, renewFeedRun, takeFeedRun } from './feed-run-lease.ts';
import { type HeldRow, leasesIn } from './lease.ts';
import { leaveShard, noTally, renewShard, takeShard } from './shard-lease.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.admin.query(`create table held (id int primary key, lease_owner uuid, lease_until timestamptz,
    epoch bigint not null default 0, updated_at timestamptz, seen int not null default 0)`);
  await db.admin.query('grant select, update on held to bellwire_system');
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.admin.query('truncate held; insert into held (id) values (1)');
});

const leases = leasesIn(sql`held`, 60_000);
const row = sql`id = 1`;
const seen = [sql`seen = seen + 1`];

async function take(): Promise<HeldRow | null> {
  const [taken] = await leases.take(db.system, {
    owner: newId(),
    free: sql`id in (select id from held where lease_until is null or lease_until < now() for update skip locked)`,
    returning: sql`id`,
  });
  return taken ? { row, epoch: taken.epoch } : null;
}
/** Its holder has stopped renewing. */
const lapse = () => db.admin.query(`update held set lease_until = now() - interval '1 second'`);
const state = async () =>
  (await db.admin.query('select epoch::int, seen, lease_until is not null as held from held')).rows[0];

describe('a lease', () => {
  it('is one holder\u2019s until it lapses', async () => {
    const first = (await take())!;
    expect(await take()).toBeNull();
    expect(await leases.renew(db.system, first, seen)).toBe(true);
    await lapse();
    expect(await take()).toEqual({ row, epoch: first.epoch + 1 });
  });

  it('answers a former holder that it is another\u2019s, and changes nothing for it', async () => {
    const first = (await take())!;
    await lapse();
    const second = (await take())!;
    expect(await leases.renew(db.system, first, seen)).toBe(false);
    expect(await leases.giveBack(db.system, first, seen)).toBe(false);
    expect(await state()).toEqual({ epoch: second.epoch, seen: 0, held: true });
    expect(await leases.renew(db.system, second, seen)).toBe(true);
  });

  it('can be taken at once when it was given back, and later where its holder says so', async () => {
    expect(await leases.giveBack(db.system, (await take())!)).toBe(true);
    const again = (await take())!;
    expect(await leases.giveBack(db.system, again, [], 60_000)).toBe(true);
    expect(await take()).toBeNull();
  });
});

describe('the lease of a shard', () => {
  it('is renewed for its holder alone', async () => {
    const asked = { feed: 'simulated', shard: 0, isDead: async () => false };
    const first = (await takeShard(db.system, { ...asked, owner: newId() }))!;
    expect(await takeShard(db.system, { ...asked, owner: newId() })).toBeNull();
    await db.admin.query(`update feed_shards set lease_until = now() - interval '1 second'`);
    const second = (await takeShard(db.system, { ...asked, owner: newId() }))!;
    const health = {
      state: 'live' as const,
      problem: null,
      since: new Date(),
      lastMessageAt: null,
      lagMs: null,
      silent: [],
    };
    expect(await renewShard(db.system, first, health, noTally())).toBe(false);
    await leaveShard(db.system, first);
    expect(await renewShard(db.system, second, health, noTally())).toBe(true);
  });
});

describe('a lease that was taken while the clock of the database was ahead', () => {
  it('is free', async () => {
    const asked = { feed: 'simulated', shard: 7, isDead: async () => false };
    const first = (await takeShard(db.system, { ...asked, owner: newId() }))!;
    await db.admin.query(`update feed_shards set lease_until = now() + interval '3 days'`);
    const second = await takeShard(db.system, { ...asked, owner: newId() });
    expect(second).toMatchObject({ shard: 7, epoch: first.epoch + 1 });
  });
});

describe('the lease of a recorded feed', () => {
  it('is renewed for its holder alone, and the cursor moved by no other', async () => {
    const now = new Date();
    const instrumentId = newId();
    const common = { createdAt: now, updatedAt: now };
    await db.system.insert(instruments).values({
      id: instrumentId,
      symbol: 'REC',
      name: 'Recorded',
      currency: 'USD',
      timeZone: 'UTC',
      createdAt: now,
    });
    const id = newId();
    await db.system.insert(feedRuns).values({
      id,
      feed: 'recorded',
      source: 'sp500',
      instrumentId,
      timeframe: '1d',
      state: 'running',
      ...common,
    });
    const first = (await takeFeedRun(db.system, newId()))!;
    expect(await takeFeedRun(db.system, newId())).toBeNull();
    await db.admin.query(`update feed_runs set lease_until = now() - interval '1 second'`);
    const second = (await takeFeedRun(db.system, newId()))!;
    expect(await renewFeedRun(db.system, first, { cursor: now.getTime(), bars: 5 })).toBe(false);
    await endFeedRun(db.system, first, { state: 'done' });
    expect(await renewFeedRun(db.system, second, { cursor: now.getTime(), bars: 7 })).toBe(true);
    const { rows } = await db.admin.query(
      'select state, bars_seen::int as bars from feed_runs where id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'running', bars: 7 }]);
  });
});
