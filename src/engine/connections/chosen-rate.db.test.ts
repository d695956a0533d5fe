import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { pigeon } from '../channels/pigeon.fixture.ts';
import { createRates } from './rates.ts';

let db: TestDatabase;
let workspaceId: string;
let connectionId: string;
let now: number;
const clock = () => new Date(now);
beforeAll(async () => {
  db = await testDatabase();
  ({ workspaceId } = await newWorkspace(db));
});
beforeEach(async () => {
  now = Date.parse('2026-11-27T10:00:00Z');
  connectionId = newId();
  await withTenant(db.app, workspaceId, (tx) =>
    tx.insert(connections).values({
      workspaceId,
      id: connectionId,
      channel: 'pigeon',
      name: connectionId,
      createdAt: clock(),
      updatedAt: clock(),
    }),
  );
});
afterAll(() => db.drop());

const rated = { ...pigeon, accountRate: { field: 'flights', seconds: 1 } };
/** One process of several on the database. */
const rateOf = (channel = rated) =>
  createRates({ db: db.app, clock, hashKey: TEST_KEY }).ofAccount(channel, { workspaceId, connectionId });
const choose = (flights: string | null) =>
  db.admin.query(
    `update connections set settings = jsonb_strip_nulls(jsonb_build_object('flights', $2::text))
                   where id = $1`,
    [connectionId, flights],
  );
const counted = async () => (await db.admin.query('select 1 from limits')).rows.length;

it('lets everything out and counts nothing while the owner has chosen nothing', async () => {
  const before = await counted();
  expect(await rateOf()?.take(500)).toMatchObject({ granted: 500, ms: 0 });
  expect(await counted()).toBe(before);
});

it('asks nothing of an account that can choose nothing', () => {
  const { accountRate, ...without } = rated;
  expect(accountRate.field).toBe('flights');
  const rates = createRates({ db: db.app, clock, hashKey: TEST_KEY });
  expect(rates.ofAccount(without, { workspaceId, connectionId })).toBeNull();
  // The installation's own account is nobody's to set.
  expect(rates.ofAccount(rated, { workspaceId, connectionId: null })).toBeNull();
});

it('lets no more than the chosen rate out of two processes together', async () => {
  await choose('14');
  const processes = [rateOf(), rateOf()];
  for (let second = 0; second < 3; second += 1) {
    const asked = Array.from({ length: 40 }, (_, n) => processes[n % 2]?.take(3));
    const granted = (await Promise.all(asked)).map((each) => each?.granted ?? 0);
    const all = granted.reduce((sum, each) => sum + each, 0);
    expect(all).toBe(14);
    expect(await processes[0]?.take(1)).toMatchObject({ granted: 0, ms: 1_000 });
    now += 1_000;
  }
});

it('holds a change within two seconds, in every process', async () => {
  await choose('5');
  const processes = [rateOf(), rateOf()];
  expect(await processes[0]?.take(9)).toMatchObject({ granted: 5 });
  now += 1_000;
  expect(await processes[1]?.take(9)).toMatchObject({ granted: 5 });
  await choose('2');
  now += 2_000;
  expect(await processes[0]?.take(9)).toMatchObject({ granted: 2 });
  expect(await processes[1]?.take(9)).toMatchObject({ granted: 0 });
  await choose(null);
  now += 2_000;
  for (const each of processes) expect(await each?.take(9)).toMatchObject({ granted: 9 });
});

it('holds beside the rate that the channel declares', async () => {
  const both = {
    ...rated,
    limits: { ...rated.limits, rates: [{ per: 'account' as const, max: 6, seconds: 60 }] },
  };
  await choose('4');
  const rate = rateOf(both);
  const first = await rate?.take(10);
  expect(first).toMatchObject({ granted: 4 });
  first?.giveBack(1);
  expect(await rate?.take(10)).toMatchObject({ granted: 1 });
  now += 1_000;
  expect(await rate?.take(10)).toMatchObject({ granted: 2 });
  expect(await rate?.take(10)).toMatchObject({ granted: 0, ms: 59_000 });
});
