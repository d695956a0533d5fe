import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let token: string;
beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
  token = (await newWorkspace(db)).userId;
});
afterAll(() => db.drop());

/** The same with U+0000 in every text. */
function spoiled(value: unknown): unknown {
  if (typeof value === 'string') return `${value}\0`;
  if (Array.isArray(value)) return value.map(spoiled);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoiled(inner)]));
  return value;
}

const withBody = ENDPOINTS.filter(({ example }) => typeof example?.body === 'object');

it.each(withBody.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s refuses a text that cannot be kept',
  async (method, path, { example }) => {
    const answer = await api.request(path.replaceAll(/\{\w+\}/g, newId()), {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(spoiled({ ...(example?.body as object), name: 'x' })),
    });
    expect(answer.status, await answer.clone().text()).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  },
);

const withDays = ENDPOINTS.filter(({ query = {} }) => query['from']?.type === 'date');

it.each(withDays.map(({ path }) => path))('GET %s takes no day that cannot be counted with', async (path) => {
  for (const query of ['from=0000-01-01', 'to=9999-12-31', 'to=0000-01-01', 'from=%00']) {
    const answer = await api.request(`${path}?${query}`, { headers: { Authorization: `Bearer ${token}` } });
    expect([answer.status, (await answer.json()).code], query).toEqual([400, 'validation_failed']);
  }
});
