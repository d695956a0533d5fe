import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnnouncer, listenForHints } from '#src/db/live.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { requestTrialRun } from '#src/engine/rules/trial-run.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { meSchema, recentAlertsSchema } from '#src/shared/alerts.ts';
import { testServer } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { createLiveHub } from './stream/live-hub.ts';

let db: TestDatabase;
let server: ReturnType<typeof testServer>;
const hub = createLiveHub();
const stop = new AbortController();
const clock = () => new Date();
const logged: object[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (context: object) => void logged.push(context),
};

beforeAll(async () => {
  db = await testDatabase();
  server = testServer(db, {
    clock,
    hub,
    stop: stop.signal,
    requestTrialRun: ({ workspaceId, userId }) =>
      withTenant(db.app, workspaceId, (tx) => requestTrialRun(tx, { workspaceId, userId, now: clock() })),
    log,
  });
});
afterAll(() => db.drop());

const ask = (path: string, token: string | null, init: RequestInit = {}) =>
  server.request(path, {
    ...init,
    headers: { ...init.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
  });

async function alertOf(workspaceId: string): Promise<string> {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  await composeAlert(
    {
      app: db.app,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock,
      log,
    },
    { workspaceId, alertId: alertId! },
  );
  return alertId!;
}

it('answers who one is, with the defaults of a new account', async () => {
  const one = await newWorkspace(db);
  const me = meSchema.parse(await (await ask('/api/v1/me', one.userId)).json());
  expect(me).toMatchObject({
    user: { id: one.userId, email: one.email, emailConfirmed: true },
    workspace: { id: one.workspaceId, role: 'owner' },
    subscription: { plan: 'Pro Plan', status: 'Trial' },
  });
  const days = (Date.parse(me.subscription?.trialEndsAt ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(14, 2);
});

it('shows each workspace its own alerts and nobody else’s', async () => {
  const one = await newWorkspace(db);
  const two = await newWorkspace(db);
  const alertId = await alertOf(one.workspaceId);
  const mine = recentAlertsSchema.parse(await (await ask('/api/v1/alerts/recent', one.userId)).json());
  expect(mine.items).toMatchObject([
    { id: alertId, state: 'pending', symbol: 'SPX', trial: false, channel: 'email' },
  ]);
  const others = recentAlertsSchema.parse(await (await ask('/api/v1/alerts/recent', two.userId)).json());
  expect(others.items).toEqual([]);

  expect((await ask(`/api/v1/alerts/${alertId}`, one.userId)).status).toBe(200);
  const foreign = await ask(`/api/v1/alerts/${alertId}`, two.userId);
  const none = await ask(`/api/v1/alerts/${newId()}`, two.userId);
  expect([foreign.status, none.status]).toEqual([404, 404]);
  const { request_id: _one, ...foreignBody } = (await foreign.json()) as Record<string, unknown>;
  const { request_id: _two, ...noneBody } = (await none.json()) as Record<string, unknown>;
  expect(foreignBody).toEqual(noneBody);
});

it('shows an alert that could not be written as failed, with the reason', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, value: -21.98 },
      trialRunId: null,
      now: clock(),
    }),
  );
  await composeAlert(
    {
      app: db.app,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock,
      log,
    },
    { workspaceId, alertId: alertId! },
  );
  const { items } = recentAlertsSchema.parse(await (await ask('/api/v1/alerts/recent', userId)).json());
  expect(items).toMatchObject([{ id: alertId, state: 'rejected', title: rule.name, sentAt: null }]);
  expect(items[0]?.reason).toMatch(/does not follow from the prices/);
});

it('shows an alert that was held back as that, with its title and the reason', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  await db.admin.query(
    `insert into usage_months (workspace_id, month, alerts, withheld)
     values ($1, date_trunc('month', now() at time zone 'utc')::date, 100, 0)`,
    [workspaceId],
  );
  const alertId = await alertOf(workspaceId);
  const { items } = recentAlertsSchema.parse(await (await ask('/api/v1/alerts/recent', userId)).json());
  expect(items).toMatchObject([
    {
      id: alertId,
      state: 'withheld',
      title: expect.stringContaining('falls 11.98%'),
      reason: expect.stringContaining('all 100 alerts'),
      sentAt: null,
    },
  ]);
});

it.each([
  ['/api/v1/me', null, 401, 'no_authorization'],
  ['/api/v1/me', '0199aaaa-0000-7000-8000-000000000000', 403, 'session_not_found'],
  ['/api/v1/nothing', null, 401, 'no_authorization'],
])('%s with the token %s is %d %s', async (path, token, status, code) => {
  const answer = await ask(path, token);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({ status, code, type: 'about:blank' });
});

it('answers an unknown path and a nonsensical id with not_found, never with a page', async () => {
  const { userId } = await newWorkspace(db);
  for (const path of [
    '/api/v1/nothing',
    '/api/v1',
    '/api/v1/alerts/1%27%20or%201=1',
    '/api/v1/alerts/\u0000',
  ]) {
    const answer = await ask(encodeURI(path), userId);
    expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
});

it('lets a viewer look, but start nothing', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const viewer = await addMember(db, workspaceId, 'viewer');
  expect((await ask('/api/v1/alerts/recent', viewer)).status).toBe(200);
  const refused = await ask('/api/v1/trial-runs', viewer, { method: 'POST' });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'forbidden' });
  expect((await ask('/api/v1/trial-runs', userId, { method: 'POST' })).status).toBe(202);
});

it('says what is wrong of ours without saying how', async () => {
  const broken = testServer(db, {
    checkSession: async () => {
      throw new Error('password=hunter2 in a stack');
    },
    log,
  });
  const answer = await broken.request('/api/v1/me', { headers: { Authorization: 'Bearer x' } });
  expect(answer.status).toBe(500);
  const body = await answer.text();
  expect(body).not.toContain('hunter2');
  expect(JSON.parse(body)).toMatchObject({ code: 'unexpected_failure', retryable: true });
  expect(answer.headers.get('x-request-id')).toBe((JSON.parse(body) as { request_id: string }).request_id);
});

it('hints at changes of the own workspace only, through the database', async () => {
  const one = await newWorkspace(db);
  const two = await newWorkspace(db);
  const close = await listenForHints({
    url: db.urls.app,
    onHint: (hint) => hub.hint(hint.workspaceId, hint.topic),
    onResync: () => hub.resync(),
    onError: () => undefined,
  });
  const stream = await ask('/api/v1/stream', one.userId);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body!.getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await read()).toBe(': connected\n\n');
  const announce = createAnnouncer(db.app, () => undefined);
  announce(two.workspaceId, 'account');
  for (let times = 0; times < 50; times += 1) announce(one.workspaceId, 'alerts');
  expect(await read()).toBe('event: hint\ndata: {"topic":"alerts"}\n\n');
  announce(one.workspaceId, 'account');
  // Fifty changes were one hint, and the other workspace's was not ours.
  expect(await read()).toBe('event: hint\ndata: {"topic":"account"}\n\n');
  expect(hub.size).toBe(1);
  await reader.cancel();
  expect(hub.size).toBe(0);
  await close();
});
