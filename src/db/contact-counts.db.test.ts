import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { ordinaryDatabase } from '#tests/support/ordinary-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { contactCounts, users } from './schema.ts';
import { withTenant } from './tenant.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

// Before PostgreSQL 18 the triggers of a cascade run as the app, since then as the owner. Neither may be refused.
it('counts the contact that a deleted member leaves behind, under an owner of either kind', async () => {
  const ordinary = await ordinaryDatabase(db);
  try {
    for (const there of [db, { ...db, ...ordinary }]) {
      const { workspaceId, userId } = await newWorkspace(there);
      const counted = () => withTenant(there.app, workspaceId, (tx) => tx.select().from(contactCounts));
      expect(await counted()).toEqual([]);
      await there.app.delete(users).where(eq(users.id, userId));
      expect(await counted()).toMatchObject([{ contacts: 1 }]);
    }
  } finally {
    await ordinary.drop();
  }
});
