import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { isRefusedReadOnly } from '#src/server/contract/endpoint.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let ended: string;
const DAY_MS = 86_400_000;
const now = Date.now();

beforeAll(async () => {
  db = await testDatabase();
  const stop = new AbortController();
  stop.abort();
  // Three weeks on, a trial and its grace have passed.
  api = testApi(db, {
    stop: stop.signal,
    requestTrialRun: async () => newId(),
    clock: () => new Date(now + 22 * DAY_MS),
  });
  ended = (await newWorkspace(db)).userId;
});
afterAll(() => db.drop());

const ask = (method: string, path: string, userId = ended) =>
  api.request(path.replaceAll(/\{\w+\}/g, newId()), {
    method: method.toUpperCase(),
    headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
    ...(method === 'get' ? {} : { body: '{}' }),
  });

it.each(ENDPOINTS.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s of a read-only workspace',
  async (method, path, endpoint) => {
    const answer = await ask(method, path);
    const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json');
    const { code } = isProblem ? await answer.json() : { code: null };
    const refused = isRefusedReadOnly(endpoint);
    expect([code === 'workspace_read_only', answer.status === 402]).toEqual([refused, refused]);
  },
);

it('says since when, and the way up', async () => {
  const answer = await ask('post', '/trial-runs');
  expect(await answer.json()).toMatchObject({
    code: 'workspace_read_only',
    plan: 'pro',
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    detail: expect.stringContaining('an owner can choose a plan'),
  });
});

it('lets the same through while the grace lasts', async () => {
  const api20 = testApi(db, {
    requestTrialRun: async () => newId(),
    clock: () => new Date(now + 20 * DAY_MS),
  });
  const answer = await api20.request('/trial-runs', {
    method: 'POST',
    headers: { Authorization: `Bearer ${ended}` },
  });
  expect(answer.status).toBe(202);
});

it('lets members be removed and demoted, and invitations withdrawn: access can be taken whatever is paid', async () => {
  for (const [method, path] of [
    ['delete', '/team/members/{id}'],
    ['post', '/team/members/{id}/role'],
    ['delete', '/team/invitations/{id}'],
  ] as const)
    expect([path, (await ask(method, path)).status]).not.toEqual([path, 402]);
});
