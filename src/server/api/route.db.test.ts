import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { roleMay, ROLES, type Role } from '#src/shared/permissions.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { WORKSPACE_HEADER } from './signed-in.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

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
      headers: {
        Authorization: `Bearer ${people.get(role)}`,
        'Content-Type': 'application/json',
        // Members may have started workspaces of their own by then.
        [WORKSPACE_HEADER]: workspaceId,
      },
      ...(method === 'get' ? {} : { body: '{}' }),
    });
    const { code } = answer.headers.get('content-type')?.startsWith('application/problem+json')
      ? await answer.json()
      : { code: null };
    const may = needs === 'open' || needs === 'self' || roleMay(role, needs);
    expect([answer.status === 403, code === 'forbidden']).toEqual([!may, !may]);
  },
);

const asOwner = async (method: string, path: string) => {
  const answer = await api.request(path, {
    method,
    headers: { Authorization: `Bearer ${people.get('owner')}` },
  });
  return { status: answer.status, text: await answer.text() };
};

it.each([
  ['GET', '/alertsx'],
  ['GET', '/alerts/'],
  ['PUT', '/alerts'],
  ['GET', '/analyticsxcsv'],
  ['HEAD', '/trial-runs'],
])('%s %s is not there', async (method, path) => {
  expect((await asOwner(method, path)).status).toBe(404);
});

it('answers a named path before one with a parameter, and HEAD as its GET', async () => {
  expect(JSON.parse((await asOwner('GET', '/alerts/recent')).text)).toHaveProperty('items');
  expect(await asOwner('HEAD', '/alerts')).toEqual({ status: 200, text: '' });
});

it('lets nobody see without a token which paths there are', async () => {
  for (const path of ['/alerts', '/alertsx']) expect((await api.request(path)).status).toBe(401);
});

it('writes nothing of a body that ends after its sender was removed', async () => {
  const member = await addMember(db, workspaceId, 'admin');
  const [half, rest] = ['{"name":"Half sent"', ',"symbols":["SPX"]}'];
  const send = (body: BodyInit) =>
    api.request('/watchlists', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${member}`,
        [WORKSPACE_HEADER]: workspaceId,
        // Without a length the whole body is read before anything is asked.
        'Content-Length': String(half.length + rest.length),
      },
      body,
      duplex: 'half',
    } as RequestInit);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const body = writable.getWriter();
  const answer = send(readable);
  // Read once the handler has begun: the sender was checked before.
  await body.write(Buffer.from(half));
  await db.admin.query('delete from members where user_id = $1', [member]);
  await body.write(Buffer.from(rest));
  await body.close();
  expect(await (await answer).json()).toMatchObject({ status: 404, code: 'workspace_not_found' });
  await db.admin.query('insert into members values ($1, $2, $3, now())', [workspaceId, member, 'admin']);
  expect((await send(half + rest)).ok).toBe(true);
});
