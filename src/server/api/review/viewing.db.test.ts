import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createViewingNotifier, listenForHints } from '#src/db/live.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { type Viewers as Shown, viewersSchema } from '#src/shared/review.ts';
import { testApi } from '#tests/support/api.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { createViewers } from './viewers.ts';

let db: TestDatabase;
let keys: ReturnType<typeof testKeys>;
let processes: Awaited<ReturnType<typeof webProcess>>[];
let home: { workspaceId: string; userId: string };
let colleague: string;
let alertId: string;

beforeAll(async () => {
  db = await testDatabase();
  keys = testKeys(db);
});
afterAll(() => db.drop());

/** A web process of its own, as src/start/roles-web.ts puts it together. */
async function webProcess() {
  const hints: string[] = [];
  const viewers = createViewers((workspaceId) => void hints.push(workspaceId));
  const stop = await listenForHints({
    url: db.urls.app,
    onHint: () => undefined,
    onViewing: (viewing) => viewers.note(viewing),
    onResync: () => undefined,
    onError: () => undefined,
  });
  const api = testApi(db, { ...keys.parts, viewing: { tell: createViewingNotifier(db.app), viewers } });
  const call = async (token: string, method: string, path: string) => {
    const answer = await api.request(path, { method, headers: { Authorization: `Bearer ${token}` } });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? null : (JSON.parse(text) as unknown) };
  };
  const seenBy = async (token: string): Promise<Shown['items']> =>
    viewersSchema.parse((await call(token, 'GET', '/reviews/viewers')).json).items;
  return { hints, stop, call, seenBy };
}

beforeEach(async () => {
  processes = [await webProcess(), await webProcess()];
  home = await newWorkspace(db);
  colleague = await addMember(db, home.workspaceId, 'approver');
  await db.admin.query(`update rules set approval = 'human' where workspace_id = $1`, [home.workspaceId]);
  const rule = await starterRule(db, home.workspaceId);
  const made = await withTenant(db.app, home.workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date() }),
  );
  alertId = made!;
  const deps = { app: db.app, enqueue: db.enqueue, clock: () => new Date(), announce: () => undefined };
  await composeAlert({ ...deps, log: { warn: () => undefined }, publicUrl: '' } as never, {
    workspaceId: home.workspaceId,
    alertId,
  });
});
afterEach(() => Promise.all(processes.map(({ stop }) => stop())));

it('is seen by others in every process, until they leave', async () => {
  const [one, two] = [processes[0]!, processes[1]!];
  const looks = [{ alert: alertId, people: [{ userId: colleague, name: `${colleague}@traders.example` }] }];
  expect((await one.call(colleague, 'POST', `/alerts/${alertId}/viewing`)).status).toBe(204);
  for (const each of [one, two]) {
    await expect.poll(() => each.seenBy(home.userId)).toEqual(looks);
    expect(await each.seenBy(colleague)).toEqual([]);
  }
  // Saying so again is no news.
  await one.call(colleague, 'POST', `/alerts/${alertId}/viewing`);
  expect((await two.call(colleague, 'DELETE', `/alerts/${alertId}/viewing`)).status).toBe(204);
  for (const each of [one, two]) {
    await expect.poll(() => each.seenBy(home.userId)).toEqual([]);
    expect(each.hints).toEqual([home.workspaceId, home.workspaceId]);
  }
});

it('is nobody else’s, and only of alerts that wait', async () => {
  const one = processes[0]!;
  const other = await newWorkspace(db);
  const { key } = await keys.make(home.workspaceId);
  const view = (token: string) => one.call(token, 'POST', `/alerts/${alertId}/viewing`);
  expect((await view(other.userId)).status).toBe(404);
  expect(await view(key)).toMatchObject({ status: 403, json: { code: 'session_only' } });
  await view(colleague);
  await expect.poll(() => one.seenBy(home.userId)).toHaveLength(1);
  expect(await one.seenBy(other.userId)).toEqual([]);
  expect(await one.seenBy(key)).toHaveLength(1);
  // Leaving is one's own: another's stays.
  await one.call(home.userId, 'DELETE', `/alerts/${alertId}/viewing`);
  await view(colleague);
  expect(await one.seenBy(home.userId)).toHaveLength(1);
  await db.admin.query(`update alerts set state = 'rejected' where id = $1`, [alertId]);
  expect((await view(colleague)).status).toBe(204);
  await expect.poll(() => one.seenBy(home.userId)).toEqual([]);
});
