import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { withTenantPipelined } from './pipelined.ts';
import { subscriptions } from './schema.ts';
import { withTenant } from './tenant.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const planOf = async (workspaceId: string): Promise<string | undefined> =>
  (await withTenant(db.app, workspaceId, (tx) => tx.select().from(subscriptions)))[0]?.plan;
const rename = (plan: string) => sql`update subscriptions set plan = ${plan} returning plan`;
const ending = (workspaceId: string) => ({ workspaceId, idleMs: 10_000 });

it('sees one workspace, and commits behind its last statement', async () => {
  const { workspaceId } = await newWorkspace(db);
  const { workspaceId: other } = await newWorkspace(db);
  const before = await planOf(other);
  const rows = await withTenantPipelined(db.app, ending(workspaceId), async (tx, runLast) => {
    await tx.execute(rename('Second'));
    return (await runLast<{ plan: string }>(rename('Last'))).rows;
  });
  expect(rows).toEqual([{ plan: 'Last' }]);
  expect([await planOf(workspaceId), await planOf(other)]).toEqual(['Last', before]);
});

it('commits at its end where no statement was the last', async () => {
  const { workspaceId } = await newWorkspace(db);
  await withTenantPipelined(db.app, ending(workspaceId), (tx) => tx.execute(rename('Kept')));
  expect(await planOf(workspaceId)).toBe('Kept');
});

it.each([
  [
    'its last statement',
    sql`select 1 / (plan is null)::int from subscriptions`,
    'Failed query|division by zero',
  ],
  ['its work', null, 'not this'],
])('keeps nothing where %s fails, and the connection for the next', async (_, statement, message) => {
  const { workspaceId } = await newWorkspace(db);
  const before = await planOf(workspaceId);
  const failed = withTenantPipelined(db.app, ending(workspaceId), async (tx, runLast) => {
    await tx.execute(rename('Never'));
    if (statement) await runLast(statement);
    throw new Error('not this');
  });
  await expect(failed).rejects.toThrow(new RegExp(message));
  expect(await planOf(workspaceId)).toBe(before);
  await withTenantPipelined(db.app, ending(workspaceId), (_tx, runLast) => runLast(rename('Next')));
  expect(await planOf(workspaceId)).toBe('Next');
});
