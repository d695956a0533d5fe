import { eq } from 'drizzle-orm';
import { users } from '#src/db/schema.ts';
import { type ApiDeps, createApiRoutes } from '#src/server/api/routes.ts';
import { createLiveHub } from '#src/server/api/live-hub.ts';
import { createTeam } from '#src/workspaces/team/index.ts';
import { AppError } from '#src/shared/errors.ts';
import type { TestDatabase } from './database.ts';

/** What tokens are sealed with. */
export const TEST_KEY = Buffer.alloc(32, 7);

/** /api/v1 over a test's database. Its tokens are user ids; what it does not need refuses, and `parts` replaces it. */
export function testApi(db: TestDatabase, parts: Partial<ApiDeps> = {}) {
  return createApiRoutes({
    app: db.app,
    clock: () => new Date(),
    checkSession: async (token) => {
      const [user] = await db.app.select().from(users).where(eq(users.id, token));
      if (!user) throw new AppError('session_not_found');
      return { user, session: { id: token } };
    },
    requestTrialRun: () => Promise.reject(new Error('not asked for here')),
    hub: createLiveHub(),
    stop: new AbortController().signal,
    outboxUrl: null,
    team: createTeam({
      app: db.app,
      clock: () => new Date(),
      encryptionKey: TEST_KEY,
      enqueue: db.enqueue,
    }),
    log: { error: () => undefined },
    ...parts,
  });
}
