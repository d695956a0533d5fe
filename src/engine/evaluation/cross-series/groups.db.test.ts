import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { ruleOthers, rules, watchlists, watchlistSymbols } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { takeShard } from '#src/engine/leases/shard-lease.ts';
import { type Group, groupKey, groupLedger } from './groups.ts';

let db: TestDatabase;
const IDS = Array.from({ length: 6 }, newId);
const LIST = newId();
let workspaceId = '';
const ruleIds: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  for (const [at, id] of IDS.entries())
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, created_at) values ($1, $2, $2, 'USD', 'UTC', now())`,
      [id, `LEDGER-${at}`],
    );
  ({ workspaceId } = await newWorkspace(db));
  const starter = await starterRule(db, workspaceId);
  await withTenant(db.app, workspaceId, async (tx) => {
    const at = new Date();
    await tx.insert(watchlists).values({ workspaceId, id: LIST, name: 'List', createdAt: at, updatedAt: at });
    for (const instrumentId of IDS) {
      const id = newId();
      ruleIds.push(id);
      await tx.insert(rules).values({ ...starter, id, name: id, instrumentId, state: 'active' });
    }
  });
});
afterAll(() => db.drop());

const holdingOf = async () => {
  const isDead = () => Promise.resolve(true);
  const holding = await takeShard(db.system, { feed: 'joined', shard: 0, owner: newId(), isDead });
  if (!holding) throw new Error('The lease was not given.');
  return holding;
};

const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

/** What people do to rules. */
const CHANGES: ((next: (below: number) => number, id: string) => Promise<unknown>)[] = [
  (next, id) =>
    withTenant(db.app, workspaceId, (tx) =>
      tx
        .update(rules)
        .set({ state: next(2) === 0 ? 'active' : 'paused' })
        .where(eq(rules.id, id)),
    ),
  (next, id) =>
    withTenant(db.app, workspaceId, (tx) =>
      tx
        .update(rules)
        .set({ deletedAt: next(2) === 0 ? new Date() : null })
        .where(eq(rules.id, id)),
    ),
  (next, id) =>
    withTenant(db.app, workspaceId, async (tx) => {
      await tx.delete(ruleOthers).where(eq(ruleOthers.ruleId, id));
      const others = IDS.filter(() => next(4) === 0);
      if (others.length > 0)
        await tx
          .insert(ruleOthers)
          .values(others.map((instrumentId) => ({ workspaceId, ruleId: id, instrumentId })));
    }),
  (next, id) =>
    withTenant(db.app, workspaceId, (tx) =>
      tx
        .update(rules)
        .set(
          next(2) === 0
            ? { instrumentId: IDS[next(IDS.length)] ?? null, watchlistId: null }
            : { instrumentId: null, watchlistId: LIST },
        )
        .where(eq(rules.id, id)),
    ),
  (next, id) =>
    withTenant(db.app, workspaceId, (tx) =>
      tx
        .update(rules)
        .set({ timeframe: next(2) === 0 ? '1h' : '1d', updatedAt: new Date(1_000 * next(1e6)) })
        .where(eq(rules.id, id)),
    ),
  (next) =>
    withTenant(db.app, workspaceId, async (tx) => {
      await tx.delete(watchlistSymbols).where(eq(watchlistSymbols.watchlistId, LIST));
      const listed = IDS.filter(() => next(2) === 0);
      if (listed.length > 0)
        await tx
          .insert(watchlistSymbols)
          .values(listed.map((instrumentId) => ({ workspaceId, watchlistId: LIST, instrumentId })));
    }),
];

it('knows after any changes what reading everything anew says, having read only what changed', async () => {
  const next = random(7);
  const ledger = groupLedger(db.system, await holdingOf());
  const held = new Map<string, Group>();
  let most = 0;
  for (let round = 0; round < 60; round += 1) {
    for (let change = next(4); change >= 0; change -= 1)
      await CHANGES[next(CHANGES.length)]?.(next, ruleIds[next(ruleIds.length)] ?? '');
    const { come, gone } = await ledger.read();
    for (const key of gone) expect(held.delete(key)).toBe(true);
    for (const group of come) {
      expect(held.has(groupKey(group))).toBe(false);
      held.set(groupKey(group), group);
    }
    // A ledger that was never held hears nothing away from the other.
    const { come: all } = await groupLedger(db.system, { feed: 'joined', shard: 0, epoch: 0 }).read();
    expect([...held.keys()].toSorted()).toEqual(all.map(groupKey).toSorted());
    most = Math.max(most, held.size);
  }
  expect(most).toBeGreaterThan(6);
  const { rows } = await db.admin.query('select 1 from joined_changes');
  expect(rows).toEqual([]);
});

it('marks the groups whose rules changed, and no others', async () => {
  const [one = '', two = ''] = ruleIds;
  const [own = '', other = '', third = ''] = IDS;
  for (const [id, instrumentId] of [
    [one, other],
    [two, third],
  ] as const)
    await withTenant(db.app, workspaceId, async (tx) => {
      await tx
        .update(rules)
        .set({ state: 'active', deletedAt: null, instrumentId: own, watchlistId: null, timeframe: '1h' })
        .where(eq(rules.id, id));
      await tx.delete(ruleOthers).where(eq(ruleOthers.ruleId, id));
      await tx.insert(ruleOthers).values({ workspaceId, ruleId: id, instrumentId });
    });
  const keys = [other, third].map((others) => groupKey({ instrumentId: own, timeframe: '1h', others }));
  const ledger = groupLedger(db.system, await holdingOf());
  await ledger.read();
  const marks = keys.map(ledger.markOf);
  await ledger.read();
  expect(keys.map(ledger.markOf)).toEqual(marks);
  await withTenant(db.app, workspaceId, (tx) =>
    tx.update(rules).set({ updatedAt: new Date() }).where(eq(rules.id, one)),
  );
  await ledger.read();
  expect(ledger.markOf(keys[0] ?? '')).not.toBe(marks[0]);
  expect(ledger.markOf(keys[1] ?? '')).toBe(marks[1]);
});

it('hears of a change again that could not be read', async () => {
  const [one = ''] = ruleIds;
  const ledger = groupLedger(db.system, await holdingOf());
  await ledger.read();
  await withTenant(db.app, workspaceId, (tx) =>
    tx.update(rules).set({ state: 'paused' }).where(eq(rules.id, one)),
  );
  await db.admin.query('revoke select on rule_others from bellwire_system');
  await expect(ledger.read()).rejects.toThrow('rule_others');
  await db.admin.query('grant select on rule_others to bellwire_system');
  expect((await ledger.read()).gone).toHaveLength(1);
});

it('goes with its workspace', async () => {
  const ledger = groupLedger(db.system, await holdingOf());
  const { come } = await ledger.read();
  expect(come.length).toBeGreaterThan(0);
  await db.admin.query('delete from workspaces where id = $1', [workspaceId]);
  expect((await ledger.read()).gone.toSorted()).toEqual(come.map(groupKey).toSorted());
});
