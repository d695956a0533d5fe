import { eq } from 'drizzle-orm';
import { users } from '#src/db/schema.ts';
import type { Actor } from '#src/db/queries/activity.ts';
import type { ApiDeps } from '#src/server/api/routes.ts';
import { type KeyScope, KEY_SCOPES } from '#src/shared/api-keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { createApiKeys } from '#src/workspaces/api-keys/api-keys.ts';
import type { TestDatabase } from './database.ts';

export const ALL_SCOPES = Object.keys(KEY_SCOPES) as KeyScope[];
/** What confirms a person of these tests. */
export const RIGHT_PASSWORD = 'correct horse';

/** The keys of one process on a test's database, with what /api/v1 needs of them; tokens of persons are user ids. */
export function testKeys(
  db: TestDatabase,
  options: { clock?: () => Date; network?: () => string | null; app?: TestDatabase['app'] } = {},
) {
  const mails: { userId: string; kind: string; details?: object }[] = [];
  const service = createApiKeys({
    enqueue: async (_tx, _queue, ...data) => void mails.push(...data),
    app: options.app ?? db.app,
    clock: options.clock ?? (() => new Date()),
    hashKey: Buffer.alloc(32, 9),
    onError: (error) => {
      throw error;
    },
  });
  const parts = {
    checkKey: (key: string) => service.check(key, options.network?.() ?? null),
    apiKeys: {
      keys: service,
      accounts: {
        authenticate: async (token: string) => {
          const [user] = await db.app.select().from(users).where(eq(users.id, token));
          if (!user) throw new AppError('session_not_found');
          return { user, session: { id: token } } as never;
        },
        security: {
          confirm: async (_who: unknown, password: string | undefined) => {
            if (password !== RIGHT_PASSWORD) throw new AppError('recent_sign_in_needed');
          },
        },
      },
    },
  } satisfies Partial<ApiDeps>;
  /** Makes a key without asking anybody. */
  const make = (
    workspaceId: string,
    form: { scopes?: KeyScope[]; expiresInDays?: number; userId?: string } = {},
  ) => {
    const actor: Actor = { kind: 'member', userId: form.userId ?? null, name: 'Ada Byron' };
    const { scopes = ALL_SCOPES, expiresInDays = null } = form;
    return service.make({ workspaceId, role: 'owner', actor }, { name: 'Test', scopes, expiresInDays });
  };
  return { service, parts, make, mails };
}
