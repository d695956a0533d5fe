import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { WORKSPACE_HEADER } from './signed-in.ts';

/**
 * Two owners of different workspaces, who may do everything in their own. A request with the other's id gets the same
 * answer as for an unknown id, and the other's workspace looks as if it didn't exist.
 */
let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let theirs: { workspaceId: string; userId: string };
let mine: { workspaceId: string; userId: string };
/** Every id that the other workspace has, in whatever table. */
const ids: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  const stop = new AbortController();
  stop.abort();
  api = testApi(db, { stop: stop.signal, requestTrialRun: async () => newId() });
  theirs = await newWorkspace(db);
  mine = await newWorkspace(db);
  const { workspaceId, userId } = theirs;
  await addMember(db, workspaceId, 'admin');
  await withTenant(db.app, workspaceId, async (tx) =>
    fireRule(tx, db.enqueue, {
      rule: await starterRule(db, workspaceId),
      detection: fallOf2020,
      trialRunId: null,
      now: new Date(),
    }),
  );
  const made = async (path: string, body: object) =>
    expect((await ask(path, { as: userId, method: 'POST', body })).status).toBe(201);
  await made('/views', { screen: 'alerts', name: 'Theirs', query: '' });
  await made('/team/invitations', { email: 'guest@desk.example', role: 'viewer' });
  const tables = await db.admin.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_class c
       join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id'
       join pg_attribute a on a.attrelid = c.oid and a.attname in ('id', 'user_id')
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  for (const { name, column } of tables.rows) {
    const { rows } = await db.admin.query<{ id: string | null }>(
      `select distinct ${column}::text as id from ${name} where workspace_id = $1`,
      [workspaceId],
    );
    for (const { id } of rows) if (id) ids.push(id);
  }
});
afterAll(() => db.drop());

type Ask = { as: string; method: string; body?: object; workspace?: string };
const ask = (path: string, { as, method, body, workspace }: Ask) =>
  api.request(path, {
    method,
    headers: {
      Authorization: `Bearer ${as}`,
      'Content-Type': 'application/json',
      ...(workspace ? { [WORKSPACE_HEADER]: workspace } : {}),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });

/** What can be told apart, but for what names the request. */
async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const problem: unknown = text.startsWith('{') ? JSON.parse(text) : text;
  if (typeof problem === 'object' && problem !== null && 'request_id' in problem) problem.request_id = '';
  return { status: response.status, problem };
}

/** The signed-in person's own: without ids of the workspace. The token of a link is no id. */
const withIds = ENDPOINTS.filter(
  ({ path, needs }) => path.includes('{') && needs !== 'open' && !path.startsWith('/security/'),
);
/** What a request of an address has to say, so that it gets as far as the id. */
const bodyOf = (path: string): object => ENDPOINTS.find((each) => each.path === path)?.example?.body ?? {};

it('has the other workspace’s ids to ask for', () => {
  expect(new Set(ids).size).toBeGreaterThan(8);
  expect(withIds.length).toBeGreaterThan(6);
});

it.each(withIds.map((endpoint) => [endpoint.method.toUpperCase(), endpoint.path] as const))(
  '%s %s answers for another’s id as for none',
  async (method, path) => {
    const at = (id: string) => path.replaceAll(/\{\w+\}/g, id);
    const request = { as: mine.userId, method, body: bodyOf(path) as object };
    const never = await answerOf(await ask(at(newId()), request));
    for (const id of new Set(ids)) {
      expect(await answerOf(await ask(at(id), request)), id).toEqual(never);
    }
  },
);

const inWorkspace = ENDPOINTS.filter(({ needs, anywhere }) => needs !== 'open' && !anywhere);
it.each(inWorkspace.map((endpoint) => [endpoint.method.toUpperCase(), endpoint.path] as const))(
  '%s %s knows no workspace but one’s own',
  async (method, path) => {
    const at = path.replaceAll(/\{\w+\}/g, ids[0] ?? '');
    const request = { as: mine.userId, method, body: bodyOf(path) as object };
    const foreign = await answerOf(await ask(at, { ...request, workspace: theirs.workspaceId }));
    expect(foreign).toMatchObject({ status: 404, problem: { code: 'workspace_not_found' } });
    expect(foreign).toEqual(await answerOf(await ask(at, { ...request, workspace: newId() })));
    expect(foreign).toEqual(await answerOf(await ask(at, { ...request, workspace: 'nonsense' })));
  },
);

it('tells a person of no workspace so, at every address', async () => {
  const nobody = await newWorkspace(db);
  await db.admin.query('delete from members where user_id = $1', [nobody.userId]);
  for (const { method, path } of inWorkspace) {
    const at = path.replaceAll(/\{\w+\}/g, ids[0] ?? '');
    const answer = await ask(at, { as: nobody.userId, method: method.toUpperCase(), body: bodyOf(path) });
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 403, { code: 'no_workspace' }]);
  }
  const list = async () => (await ask('/workspaces', { as: nobody.userId, method: 'GET' })).json();
  expect(await list()).toEqual({ items: [], mayStart: false });
  const refused = await ask('/workspaces', { as: nobody.userId, method: 'POST' });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'workspace_already_started' }]);
  await db.admin.query('update users set workspace_started_at = null where id = $1', [nobody.userId]);
  expect(await list()).toEqual({ items: [], mayStart: true });
  // A workspace that is named does not matter.
  const started = await ask('/workspaces', {
    as: nobody.userId,
    method: 'POST',
    workspace: theirs.workspaceId,
  });
  expect(started.status).toBe(201);
  expect(await list()).toEqual({ items: [await started.json()], mayStart: false });
});

it('changed nothing of theirs', async () => {
  const left = await db.admin.query('select role from members where workspace_id = $1 order by role', [
    theirs.workspaceId,
  ]);
  expect(left.rows).toEqual([{ role: 'admin' }, { role: 'owner' }]);
  const open = await db.admin.query('select 1 from invitations where workspace_id = $1 and ended is null', [
    theirs.workspaceId,
  ]);
  expect(open.rowCount).toBe(1);
});

it('works in the workspace that is named, and in the oldest where none is', async () => {
  await db.admin.query(`insert into members values ($1, $2, 'viewer', now() + interval '1 minute')`, [
    theirs.workspaceId,
    mine.userId,
  ]);
  const me = async (workspace?: string) => {
    const answer = await ask('/me', { as: mine.userId, method: 'GET', ...(workspace ? { workspace } : {}) });
    return ((await answer.json()) as { workspace: { id: string; role: string } }).workspace;
  };
  expect(await me()).toMatchObject({ id: mine.workspaceId, role: 'owner' });
  expect(await me(theirs.workspaceId.toUpperCase())).toMatchObject({
    id: theirs.workspaceId,
    role: 'viewer',
  });
  const refused = await ask('/team/invitations', {
    as: mine.userId,
    method: 'GET',
    workspace: theirs.workspaceId,
  });
  expect(refused.status).toBe(403);
  const { items } = (await (await ask('/workspaces', { as: mine.userId, method: 'GET' })).json()) as {
    items: { id: string; members: number }[];
  };
  expect(items.map(({ id, members }) => [id, members])).toEqual([
    [mine.workspaceId, 1],
    [theirs.workspaceId, 3],
  ]);
});
