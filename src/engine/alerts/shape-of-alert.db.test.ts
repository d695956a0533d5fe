import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { fireRule } from '../events/fire-rule.ts';
import { shapeOfAlert } from './shape-of-alert.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const DAY = 86_400_000;
const COUNT = 12;

/** A workspace's alerts, one a day. */
async function alertsOf(): Promise<{ workspaceId: string; ids: string[] }> {
  const { workspaceId } = await newWorkspace(db);
  const rule = await starterRule(db, workspaceId);
  const ids: string[] = [];
  for (let day = 0; day < COUNT; day += 1) {
    const detection = { ...fallOf2020, time: fallOf2020.time + day * DAY };
    const id = await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: new Date('2026-11-24T10:00:00Z') }),
    );
    if (id) ids.push(id);
  }
  expect(ids).toHaveLength(COUNT);
  return { workspaceId, ids };
}
const shapes = (workspaceId: string, ids: readonly string[]) =>
  withTenant(db.app, workspaceId, async (tx) => {
    const found: number[] = [];
    for (const id of ids) found.push(await shapeOfAlert(tx, { workspaceId, id }));
    return found;
  });

it('follows from the alerts before, in whatever order they are written, and not from their ids', async () => {
  const { workspaceId, ids } = await alertsOf();
  const found = await shapes(workspaceId, ids);
  expect(found[0]).toBe(0);
  found.slice(1).forEach((shape, at) => expect(shape).not.toBe(found[at]));
  expect(new Set(found).size).toBe(3);
  expect(await shapes(workspaceId, ids.toReversed())).toEqual(found.toReversed());
  const again = await alertsOf();
  expect(await shapes(again.workspaceId, again.ids)).toEqual(found);
});

it('goes by brand: readers of one see no shape twice in a row, whatever the others tell meanwhile', async () => {
  const { workspaceId, ids } = await alertsOf();
  const other = newId();
  await db.admin.query(
    `insert into brands (workspace_id, id, name, color, created_at, updated_at) values ($1, $2, 'Other', '#123456', now(), now())`,
    [workspaceId, other],
  );
  const [own, others] = [0, 1].map((odd) => ids.filter((_, at) => at % 2 === odd));
  await db.admin.query('update alerts set brand_id = $2 where workspace_id = $1 and id = any($3)', [
    workspaceId,
    other,
    others,
  ]);
  for (const told of [own ?? [], others ?? []]) {
    const found = await shapes(workspaceId, told);
    expect(found[0]).toBe(0);
    found.slice(1).forEach((shape, at) => expect(shape).not.toBe(found[at]));
  }
});
