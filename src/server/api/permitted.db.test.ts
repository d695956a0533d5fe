import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { ENDPOINTS } from '#src/shared/api/contract.ts';
import { roleMay, ROLES, type Role } from '#src/shared/permissions.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import { endpointOf } from './permitted.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let workspaceId: string;
const people = new Map<Role, string>();

beforeAll(async () => {
  db = await testDatabase();
  const stop = new AbortController();
  // A stream that has ended: nothing waits for it here.
  stop.abort();
  api = testApi(db, { stop: stop.signal, requestTrialRun: async () => newId() });
  const owner = await newWorkspace(db);
  workspaceId = owner.workspaceId;
  const { userId } = owner;
  people.set('owner', userId);
  for (const role of ROLES) if (role !== 'owner') people.set(role, await addMember(db, workspaceId, role));
});
afterAll(() => db.drop());

const rows = ENDPOINTS.flatMap((endpoint) => ROLES.map((role) => [endpoint, role] as const));

it.each(rows.map(([endpoint, role]) => [endpoint.method, endpoint.path, role, endpoint] as const))(
  '%s %s lets %s do what the table says',
  async (method, path, role, { needs }) => {
    // Some addresses take the member out.
    await db.admin.query('insert into members values ($1, $2, $3, now()) on conflict do nothing', [
      workspaceId,
      people.get(role),
      role,
    ]);
    const answer = await api.request(path.replaceAll(/\{\w+\}/g, newId()), {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${people.get(role)}`, 'Content-Type': 'application/json' },
      ...(method === 'get' ? {} : { body: '{}' }),
    });
    const { code } = answer.headers.get('content-type')?.startsWith('application/problem+json')
      ? await answer.json()
      : { code: null };
    const may = needs === 'open' || needs === 'self' || roleMay(role, needs);
    expect([answer.status === 403, code === 'forbidden']).toEqual([!may, !may]);
  },
);

it.each([
  ['GET', '/api/v1/alerts/recent', '/alerts/recent'],
  ['GET', '/alerts/01900000-0000-7000-8000-000000000500', '/alerts/{id}'],
  ['HEAD', '/alerts', '/alerts'],
  ['GET', '/alertsx', undefined],
  ['PUT', '/alerts', undefined],
  ['GET', '/analyticsxcsv', undefined],
])('%s %s is the line %s', (method, path, line) => {
  expect(endpointOf(method, path)?.path).toBe(line);
});
