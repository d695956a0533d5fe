import { afterAll, beforeAll, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { users } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
});
afterAll(() => db.drop());

const ask = async (user: string, body?: unknown) => {
  const answer = await api.request('/first-run', {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${user}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.status === 204
    ? null
    : ((await answer.json()) as { done: string[]; dismissed: boolean; code?: string });
};

it('follows what has happened, for each person separately', async () => {
  const { userId, workspaceId } = await newWorkspace(db, { confirmed: false });
  expect(await ask(userId)).toEqual({ done: [], dismissed: false });

  await db.app.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, userId));
  const rule = await starterRule(db, workspaceId);
  await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, async () => undefined, { rule, detection: fallOf2020, trialRunId: null, now: new Date() }),
  );
  expect((await ask(userId))?.done).toEqual(['confirm', 'trial']);

  expect(await ask(userId, { looked: true })).toBeNull();
  expect(await ask(userId, { looked: true })).toBeNull();
  const other = await addMember(db, workspaceId, 'viewer');
  expect((await ask(userId))?.done).toEqual(['confirm', 'trial', 'look', 'team']);
  expect((await ask(other))?.done).toEqual(['confirm', 'trial', 'team']);

  await ask(userId, { dismissed: true });
  expect([(await ask(userId))?.dismissed, (await ask(other))?.dismissed]).toEqual([true, false]);
  // Hiding it takes back nothing else.
  expect((await ask(userId))?.done).toContain('look');
  await ask(userId, { dismissed: false });
  expect((await ask(userId))?.dismissed).toBe(false);
});

it.each([
  [{ looked: false }, 'validation_failed'],
  [{ dismissed: 'yes' }, 'validation_failed'],
  ['', 'validation_failed'],
])('refuses %j', async (body, code) => {
  const { userId } = await newWorkspace(db);
  expect((await ask(userId, body))?.code).toBe(code);
});
