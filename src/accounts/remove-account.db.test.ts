import { afterAll, beforeAll, expect, it } from 'vitest';
import { askerOf, buy, testBilling } from '#tests/support/billing.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { removeUser } from './remove-account.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

it('leaves no paid plan behind that goes on charging: it is canceled first', async () => {
  const at = new Date('2026-01-31T12:00:00Z');
  const shop = testBilling(db, at);
  const who = await newWorkspace(db);
  await buy(shop, who, 'pro');
  const remove = () => db.app.transaction((tx) => removeUser(tx, who.userId, at));
  await expect(remove()).rejects.toMatchObject({
    code: 'paid_plan_runs',
    message: expect.stringContaining('Cancel the plan under Plans first'),
  });
  const left = async () =>
    (await db.admin.query('select 1 from workspaces where id = $1', [who.workspaceId])).rowCount;
  expect(await left()).toBe(1);
  await shop.billing.cancel(askerOf(who));
  await remove();
  expect(await left()).toBe(0);
});
