import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { trialRuns } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { requestTrialRun } from '#src/engine/rules/trial-run.ts';
import { AppError } from '#src/shared/errors.ts';
import { keepKeys } from '#src/workspaces/key-upkeep.ts';
import { testApi } from '#tests/support/api.ts';
import { RIGHT_PASSWORD, testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import type { ApiDeps } from './routes.ts';

type Run = ApiDeps['requestTrialRun'];
let db: TestDatabase;
let keys: ReturnType<typeof testKeys>;
let api: ReturnType<typeof testApi>;
let now = new Date();
let one: { workspaceId: string; userId: string };
/** Stands before and after what the program does; whatever it throws or waits for, the handler does. */
let before: () => Promise<unknown> = async () => undefined;
let after: () => Promise<unknown> = async () => undefined;

const run: Run = async ({ workspaceId, keepAnswer, ...request }) => {
  await before();
  const id = await withTenant(db.app, workspaceId, async (tx) => {
    const made = await requestTrialRun(tx, { workspaceId, ...request, now });
    // Each ends at once: while one is queued, it is the answer to the next.
    await tx.update(trialRuns).set({ state: 'done' }).where(eq(trialRuns.id, made));
    await keepAnswer?.(tx, 202, { id: made });
    return made;
  });
  await after();
  return id;
};

beforeAll(async () => {
  db = await testDatabase();
  keys = testKeys(db, { clock: () => now });
  api = testApi(db, {
    ...keys.parts,
    clock: () => now,
    requestTrialRun: run,
    idempotencyKey: Buffer.alloc(32, 5),
  });
});
beforeEach(async () => {
  before = async () => undefined;
  after = async () => undefined;
  one = await newWorkspace(db);
});
afterAll(() => db.drop());

const post = (path: string, token: string, key: string, body: unknown = {}) =>
  api.request(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
const start = (key: string, token = one.userId, body: unknown = {}) => post('/trial-runs', token, key, body);
const runs = async (workspaceId = one.workspaceId) =>
  (await db.admin.query('select id from trial_runs where workspace_id = $1', [workspaceId])).rows.length;
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('a request that is sent again', () => {
  it('is carried out once, and answered as the first was', async () => {
    const first = await start('a');
    const body = await first.json();
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([202, null]);
    const again = await start('a');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.headers.get('content-type')).toContain('application/json');
    expect(await again.json()).toEqual(body);
    expect(await runs()).toBe(1);
    expect((await start('b')).status).toBe(202);
    expect(await runs()).toBe(2);
  });

  it('is another one with another body, by another person, with a key, and at another address', async () => {
    await start('a');
    expect(await refusal(await start('a', one.userId, { other: true }))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    expect(await refusal(await post('/trial-runs?x=1', one.userId, 'a'))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    const editor = await addMember(db, one.workspaceId, 'editor');
    const key = await keys.make(one.workspaceId);
    for (const token of [editor, key.key]) expect((await start('a', token)).status).toBe(202);
    expect(await runs()).toBe(3);
    const view = { screen: 'alerts', name: 'Failures', query: 'state=failed' };
    expect((await post('/views', one.userId, 'a', view)).status).toBe(201);
    const two = await newWorkspace(db);
    expect((await start('a', two.userId)).status).toBe(202);
    expect(await runs(two.workspaceId)).toBe(1);
  });

  it('starts one workspace, and is answered as the first was', async () => {
    await db.admin.query('update users set workspace_started_at = null where id = $1', [one.userId]);
    const start = (key: string, body: unknown = {}) => post('/workspaces', one.userId, key, body);
    const answers = await Promise.all(['a', 'a', 'a'].map((key) => start(key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first, ...again] = await Promise.all(answers.map((answer) => answer.json()));
    expect(again).toEqual([first, first]);
    const late = await start('a');
    expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(late.headers.get('content-type')).toBe('application/json');
    expect(await late.json()).toEqual(first);
    expect(await refusal(await start('a', { other: true }))).toEqual([422, 'idempotency_key_reused']);
    expect(await refusal(await start('b'))).toEqual([409, 'workspace_already_started']);
    const { rows } = await db.admin.query('select 1 from members where user_id = $1', [one.userId]);
    expect(rows).toHaveLength(2);
  });

  it('is carried out once when it comes many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start('a')));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 202 && status !== 409)).toEqual([]);
    expect(statuses).toContain(202);
    expect(await runs()).toBe(1);
  });

  it('is told to wait while the first is at work', async () => {
    let go = (): void => undefined;
    let reached = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const there = new Promise<void>((resolve) => (reached = resolve));
    before = () => (reached(), gate);
    const first = start('a');
    await there;
    const many = await Promise.all(Array.from({ length: 5 }, () => start('a')));
    for (const answer of many) {
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(await refusal(answer)).toEqual([409, 'idempotency_in_progress']);
    }
    go();
    expect((await first).status).toBe(202);
    expect((await start('a')).headers.get('idempotent-replayed')).toBe('true');
    expect(await runs()).toBe(1);
  });

  it('is carried out anew after a day, and what was kept is cleaned away', async () => {
    await start('a');
    now = new Date(now.getTime() + 24 * 3_600_000);
    expect((await start('a')).headers.get('idempotent-replayed')).toBeNull();
    expect(await runs()).toBe(2);
    await db.admin.query(
      `update idempotency_keys set claimed_at = now() - interval '25 hours' where workspace_id = $1`,
      [one.workspaceId],
    );
    expect((await keepKeys({ system: db.system })).answers).toBe(1);
    expect((await keepKeys({ system: db.system })).answers).toBe(0);
  });
});

describe('what is not kept', () => {
  it('is a refusal: the request may come again, also mended', async () => {
    const form = { name: 'Nightly', scopes: ['alerts:read'] };
    expect(await refusal(await post('/keys', one.userId, 'k', { ...form, password: 'wrong' }))).toEqual([
      403,
      'recent_sign_in_needed',
    ]);
    expect((await post('/keys', one.userId, 'k', { ...form, password: RIGHT_PASSWORD })).status).toBe(201);
  });

  it('is a failure: the request is carried out when it comes again', async () => {
    before = () => Promise.reject(new Error('the disk is on fire'));
    expect((await start('a')).status).toBe(500);
    before = () => Promise.reject(new AppError('unavailable'));
    expect((await start('a')).status).toBe(503);
    before = async () => undefined;
    expect((await start('a')).status).toBe(202);
    expect(await runs()).toBe(1);
  });

  it('is a secret: one key is made, and it is told once', async () => {
    const form = { name: 'Nightly', scopes: ['alerts:read'], password: RIGHT_PASSWORD };
    const made = await post('/keys', one.userId, 'k', form);
    const { key } = (await made.json()) as { key: string };
    const again = await post('/keys', one.userId, 'k', form);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'idempotency_answer_not_kept', answered: 201 });
    const { rows } = await db.admin.query('select * from idempotency_keys where workspace_id = $1', [
      one.workspaceId,
    ]);
    expect(rows).toMatchObject([{ status: 201, body: null }]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
    const { items } = (await keys.service.list(one.workspaceId)) as { items: unknown[] };
    expect(items).toHaveLength(1);
  });
});

describe('when the server dies', () => {
  it('before the effect: the claim lapses after a minute, and the first may not answer for the second', async () => {
    let go = (): void => undefined;
    let reached = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const there = new Promise<void>((resolve) => (reached = resolve));
    before = () => (reached(), gate.then(() => Promise.reject(new Error('it is gone'))));
    const dead = start('a');
    await there;
    before = async () => undefined;
    now = new Date(now.getTime() + 59_999);
    expect(await refusal(await start('a'))).toEqual([409, 'idempotency_in_progress']);
    now = new Date(now.getTime() + 1);
    expect(await refusal(await start('a', one.userId, { other: true }))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    const second = await start('a');
    const body = await second.json();
    expect(second.status).toBe(202);
    go();
    expect((await dead).status).toBe(500);
    const third = await start('a');
    expect([third.status, await third.json()]).toEqual([202, body]);
    expect(await runs()).toBe(1);
  });

  it('after the effect: the answer was kept with it', async () => {
    after = () => Promise.reject(new Error('it is gone'));
    expect((await start('a')).status).toBe(500);
    after = async () => undefined;
    const again = await start('a');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(await again.json()).toEqual({ id: expect.any(String) });
    expect(await runs()).toBe(1);
  });
});

it.each(['a b', '\u00e4', 'x'.repeat(256), ''])('refuses %j as a key', async (key) => {
  expect(await refusal(await start(key))).toEqual([400, 'validation_failed']);
});

it('means nothing where nothing is made', async () => {
  const answer = await api.request('/alerts', {
    headers: { Authorization: `Bearer ${one.userId}`, 'Idempotency-Key': 'a' },
  });
  expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
});
