import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#src/db/schema.ts';
import { createLeasedLimit } from '#src/platform/limits/leased.ts';
import { ENTITLEMENTS, PERSON_REQUESTS_PER_MINUTE } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import { testApi } from '#tests/support/api.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let keys: ReturnType<typeof testKeys>;
let now = new Date();
let max: number | null = null;
const stop = new AbortController();
beforeAll(async () => {
  stop.abort();
  db = await testDatabase();
  const clock = () => now;
  keys = testKeys(db, { clock });
  const { take } = createLeasedLimit(
    { db: db.app, clock, hashKey: Buffer.alloc(32, 3) },
    { scope: 'api', seconds: 60 },
  );
  api = testApi(db, {
    ...keys.parts,
    clock,
    // `<user id>.<session>`, so that one person has several.
    checkSession: async (token) => {
      const [user] = await db.app
        .select()
        .from(users)
        .where(eq(users.id, token.split('.')[0] ?? ''));
      if (!user) throw new AppError('session_not_found');
      return { user, session: { id: token } };
    },
    stop: stop.signal,
    countRequest: (who, ofPlan) => take(who, max ?? ofPlan),
  });
});
afterAll(() => db.drop());

const ask = (token: string, path = '/alerts?limit=1') =>
  api.request(path, { headers: { Authorization: `Bearer ${token}` } });
const said = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

it('says what the plan gives a key, and a session', async () => {
  max = null;
  const { workspaceId, userId } = await newWorkspace(db);
  const { key } = await keys.make(workspaceId);
  const { requestsPerMinute } = ENTITLEMENTS.pro;
  expect(said(await ask(key))).toEqual([
    `"key";q=${requestsPerMinute};w=60`,
    `"key";r=${requestsPerMinute - 1};t=60`,
  ]);
  expect(said(await ask(userId))).toEqual([
    `"session";q=${PERSON_REQUESTS_PER_MINUTE};w=60`,
    `"session";r=${PERSON_REQUESTS_PER_MINUTE - 1};t=60`,
  ]);
  // Refusals count and say it too.
  expect(said(await ask(key, '/me'))[1]).toBe(`"key";r=${requestsPerMinute - 2};t=60`);
  await db.admin.query(
    `update subscriptions set plan_id = 'enterprise', status = 'Active' where workspace_id = $1`,
    [workspaceId],
  );
  now = new Date(now.getTime() + 61_000);
  expect(said(await ask(key))[0]).toBe(`"key";q=${ENTITLEMENTS.enterprise.requestsPerMinute};w=60`);
});

it('refuses what is too much until the minute is over, and nobody else', async () => {
  max = 3;
  const { workspaceId, userId } = await newWorkspace(db);
  const [one, two] = [await keys.make(workspaceId), await keys.make(workspaceId)];
  for (let n = 0; n < 3; n += 1) expect((await ask(one.key)).status).toBe(200);
  now = new Date(now.getTime() + 10_000);
  const refused = await ask(one.key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '50']);
  expect(said(refused)).toEqual(['"key";q=3;w=60', '"key";r=0;t=50']);
  expect(await refused.json()).toMatchObject({
    code: 'over_request_rate_limit',
    retryable: true,
    retry_after: 50,
  });
  expect((await ask(two.key)).status).toBe(200);
  expect((await ask(userId)).status).toBe(200);
  now = new Date(now.getTime() + 50_000);
  expect((await ask(one.key)).status).toBe(200);
});

it('counts a person once across all their sessions', async () => {
  max = 3;
  const { userId } = await newWorkspace(db);
  for (const session of ['a', 'b', 'c']) expect((await ask(`${userId}.${session}`)).status).toBe(200);
  expect((await ask(`${userId}.d`)).status).toBe(429);
  const { userId: other } = await newWorkspace(db);
  expect((await ask(`${other}.a`)).status).toBe(200);
});
