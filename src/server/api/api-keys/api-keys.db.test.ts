import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { listenForHints } from '#src/db/live.ts';
import { activity, apiKeys, members } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createDocuments } from '#src/documents/documents.ts';
import { createFolderStore } from '#src/documents/folder-store.ts';
import { requestTrialRun } from '#src/engine/rules/trial-run.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { takesKeys } from '#src/server/contract/openapi.ts';
import {
  apiKeysSchema,
  currentKeySchema,
  type KeyScope,
  KEYS_MAX,
  newApiKeySchema,
} from '#src/shared/api-keys.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { ALL_SCOPES, RIGHT_PASSWORD, testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let keys: ReturnType<typeof testKeys>;
let api: ReturnType<typeof testApi>;
let root: string;
let now = new Date();
let network: string | null = '203.0.113.7';
beforeAll(async () => {
  db = await testDatabase();
  const clock = () => now;
  const stop = new AbortController();
  // A stream that has ended: nothing waits for it here.
  stop.abort();
  keys = testKeys(db, { clock, network: () => network });
  root = await mkdtemp(join(tmpdir(), 'bellwire-documents-'));
  const store = createFolderStore(root);
  api = testApi(db, {
    ...keys.parts,
    clock,
    stop: stop.signal,
    documents: createDocuments({
      app: db.app,
      store,
      clock,
      limits: { db: db.app, clock, hashKey: TEST_KEY },
      announce: () => undefined,
    }),
    requestTrialRun: ({ workspaceId, ...request }) =>
      withTenant(db.app, workspaceId, (tx) => requestTrialRun(tx, { workspaceId, ...request, now })),
  });
});
afterAll(async () => {
  await rm(root, { recursive: true });
  await db.drop();
});

const ask = (path: string, token: string | null, init: RequestInit = {}) =>
  api.request(path, {
    ...init,
    headers: {
      'Content-Type': 'application/json',
      ...init.headers,
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
  });
const post = (path: string, token: string, body: unknown) =>
  ask(path, token, { method: 'POST', body: JSON.stringify(body) });
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('every address', () => {
  const held = {} as { all: string; revoked: string; expired: string; of: Map<KeyScope, string> };
  beforeAll(async () => {
    const { workspaceId } = await newWorkspace(db);
    // What no longer opens anything takes no place among the keys that a workspace may have.
    const revoked = await keys.make(workspaceId);
    await keys.service.revoke(
      { workspaceId, actor: { kind: 'system', userId: null, name: 'test' } },
      revoked.id,
    );
    held.revoked = revoked.key;
    held.expired = (await keys.make(workspaceId, { expiresInDays: 1 })).key;
    await db.admin.query(
      `update api_keys set expires_at = now() - interval '1 day' where expires_at is not null`,
    );
    held.all = (await keys.make(workspaceId)).key;
    held.of = new Map();
    // There are more scopes than a workspace may have keys.
    let home = workspaceId;
    for (const [n, scope] of ALL_SCOPES.entries()) {
      if (n % 10 === 0) home = (await newWorkspace(db)).workspaceId;
      held.of.set(scope, (await keys.make(home, { scopes: [scope] })).key);
    }
  });

  it.each(
    ENDPOINTS.filter(({ needs }) => needs !== 'open').map((each) => [each.method, each.path, each] as const),
  )('%s %s takes the keys that it should, and no other', async (method, path, { needs }) => {
    const answerTo = async (key: string) => {
      const answer = await ask(path.replaceAll(/\{\w+\}/g, newId()), key, {
        method: method.toUpperCase(),
        ...(method === 'get' ? {} : { body: '{}' }),
      });
      const problem = answer.headers.get('content-type')?.startsWith('application/problem+json');
      return problem ? await refusal(answer) : [answer.status, null];
    };
    expect(await answerTo(held.revoked)).toEqual([401, 'api_key_revoked']);
    expect(await answerTo(held.expired)).toEqual([401, 'api_key_expired']);
    const wanted = (scope: KeyScope | 'all') =>
      !takesKeys(needs)
        ? [403, 'session_only']
        : scope === 'all' || needs === 'workspace:read' || needs === scope
          ? 'let in'
          : [403, 'key_scope_missing'];
    for (const [scope, key] of [['all', held.all] as const, ...held.of]) {
      const answer = await answerTo(key);
      const letIn = answer[0] !== 401 && answer[0] !== 403 && Number(answer[0]) < 500;
      expect({ scope, answer: letIn ? 'let in' : answer }).toEqual({ scope, answer: wanted(scope) });
    }
  });
});

describe('making a key', () => {
  const form = { name: 'Nightly report', scopes: ['alerts:read'], password: RIGHT_PASSWORD };

  it('tells it once, keeps a hash, and writes down who made it', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const answer = await post('/keys', userId, { ...form, expiresInDays: 30 });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { key, ...shown } = newApiKeySchema.parse(await answer.json());
    const list = apiKeysSchema.parse(await (await ask('/keys', userId)).json());
    expect(list.items).toEqual([shown]);
    expect(Date.parse(shown.expiresAt!) - now.getTime()).toBe(30 * 86_400_000);
    const { rows } = await db.admin.query('select * from api_keys k, activity a where k.workspace_id = $1', [
      workspaceId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
    const [entry] = await withTenant(db.app, workspaceId, (tx) => tx.select().from(activity));
    expect(entry).toMatchObject({
      action: 'key.made',
      subject: 'Nightly report',
      actorUserId: userId,
      actorKind: 'member',
    });

    const current = currentKeySchema.parse(await (await ask('/keys/current', key)).json());
    expect(current).toMatchObject({ id: shown.id, scopes: ['alerts:read'], workspace: { id: workspaceId } });
    expect(await refusal(await ask('/keys/current', userId))).toEqual([404, 'not_found']);
  });

  it('takes a fresh password, a good form, and a role that has the scopes itself', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    expect(await refusal(await post('/keys', userId, { ...form, password: 'wrong' }))).toEqual([
      403,
      'recent_sign_in_needed',
    ]);
    for (const wrong of [
      { name: '' },
      { name: ' \n ' },
      { name: 'x'.repeat(81) },
      { name: 7 },
      { scopes: [] },
      { scopes: ['keys:write'] },
      { scopes: ['alerts:read', 'toString'] },
      { scopes: 'alerts:read' },
      { expiresInDays: 0 },
      { expiresInDays: 1.5 },
      { expiresInDays: 1e9 },
    ])
      expect({ wrong, answer: await refusal(await post('/keys', userId, { ...form, ...wrong })) }).toEqual({
        wrong,
        answer: [400, 'validation_failed'],
      });
    const admin = await addMember(db, workspaceId, 'admin');
    expect((await post('/keys', admin, form)).status).toBe(201);
    const editor = await addMember(db, workspaceId, 'editor');
    expect(await refusal(await post('/keys', editor, form))).toEqual([403, 'forbidden']);
    const beyond = keys.service.make(
      { workspaceId, role: 'viewer', actor: { kind: 'member', userId: editor, name: 'E' } },
      { name: 'More than I may', scopes: ['alerts:run'] },
    );
    await expect(beyond).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is emailed to the owners and to the person who made it, without the key or its name', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const admin = await addMember(db, workspaceId, 'admin');
    await addMember(db, workspaceId, 'viewer');
    const { key, hint } = await keys.make(workspaceId, { userId: admin, scopes: ['alerts:read'] });
    const mails = keys.mails.filter((mail) => [userId, admin].includes(mail.userId));
    const details = expect.objectContaining({ key: hint, scopes: 'alerts:read', expires: 'Never' });
    expect(mails).toEqual([
      { userId, kind: 'api_key_made', details },
      { userId: admin, kind: 'api_key_made', details },
    ]);
    expect(JSON.stringify(keys.mails)).not.toContain(key);
    expect(keys.mails.length, 'nobody else').toBe(keys.mails.filter((m) => m.kind === 'api_key_made').length);
  });

  it('stops at the limit, also when many are asked for at once', async () => {
    const { workspaceId } = await newWorkspace(db);
    const asked = await Promise.allSettled(
      Array.from({ length: KEYS_MAX + 5 }, () => keys.make(workspaceId)),
    );
    const made = asked.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(KEYS_MAX);
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(Array(5).fill('too_many_keys'));
  });
});

describe('a key', () => {
  it('works in its workspace and sees nothing of another', async () => {
    const one = await newWorkspace(db);
    const two = await newWorkspace(db);
    const { key, id } = await keys.make(one.workspaceId);
    const foreign = await keys.make(two.workspaceId);
    const run = await post('/trial-runs', foreign.key, {});
    expect(run.status).toBe(202);
    expect(await (await ask('/alerts', key)).json()).toMatchObject({ items: [] });
    expect(await refusal(await ask(`/keys/${id}`, two.userId, { method: 'DELETE' }))).toEqual([
      404,
      'not_found',
    ]);
    const ours = apiKeysSchema.parse(await (await ask('/keys', one.userId)).json());
    expect(ours.items.map((each) => each.id)).toEqual([id]);
    // The question by hash leads to one row, and to no other table's.
    const { rows } = await db.app.$client.query('select 1 from api_keys');
    expect(rows).toEqual([]);
  });

  it('is refused in an address, in other headers and mangled, without a question to the database', async () => {
    const { workspaceId } = await newWorkspace(db);
    const { key } = await keys.make(workspaceId);
    for (const path of [`/alerts?key=${key}`, `/alerts?access_token=${key}`, `/alerts?apikey=${key}`])
      expect(await refusal(await ask(path, null))).toEqual([401, 'no_authorization']);
    const elsewhere: Record<string, string>[] = [
      { apikey: key },
      { 'X-Api-Key': key },
      { Authorization: key },
      { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { Authorization: `Bearer ${key} ${key}` },
    ];
    for (const headers of elsewhere)
      expect(await refusal(await ask('/alerts', null, { headers }))).toEqual([401, 'no_authorization']);

    const silent = testKeys(db, {
      app: new Proxy(db.app, { get: () => expect.unreachable('it asked the database') }),
    });
    for (const text of [
      'bw_',
      'bw_live_',
      key.slice(0, -1),
      `${key}A`,
      key.toLowerCase(),
      key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      key.replace('live', 'test'),
    ])
      await expect(silent.service.check(text, null)).rejects.toMatchObject({ code: 'invalid_api_key' });
    // Whole and well formed, but nobody's.
    const other = await testKeys(db).make(workspaceId);
    await db.admin.query('delete from api_keys where id = $1', [other.id]);
    expect(await refusal(await ask('/alerts', other.key))).toEqual([401, 'invalid_api_key']);
  });

  it('is refused at once where it was revoked, and in another process as soon as it hears of it', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const { key, id } = await keys.make(workspaceId);
    const elsewhere = testKeys(db);
    expect((await ask('/alerts', key)).status).toBe(200);
    await elsewhere.service.check(key, null);
    const close = await listenForHints({
      url: db.urls.app,
      onHint: () => undefined,
      onEnded: (ended) => 'key' in ended && elsewhere.service.forget(ended.key),
      onResync: () => undefined,
      onError: () => undefined,
    });
    expect((await ask(`/keys/${id}`, userId, { method: 'DELETE' })).status).toBe(204);
    expect(await refusal(await ask('/alerts', key))).toEqual([401, 'api_key_revoked']);
    await expect
      .poll(() =>
        elsewhere.service.check(key, null).then(
          () => 'good',
          (error: { code: string }) => error.code,
        ),
      )
      .toBe('api_key_revoked');
    await close();
    expect(await refusal(await ask(`/keys/${id}`, userId, { method: 'DELETE' }))).toEqual([404, 'not_found']);
    const entries = await withTenant(db.app, workspaceId, (tx) =>
      tx.select().from(activity).where(eq(activity.action, 'key.revoked')),
    );
    expect(entries).toHaveLength(1);
  });

  it('is remembered for five seconds where nobody tells, and expires to the moment', async () => {
    const { workspaceId } = await newWorkspace(db);
    const short = await keys.make(workspaceId, { expiresInDays: 1 });
    const deaf = await keys.make(workspaceId);
    expect((await ask('/alerts', deaf.key)).status).toBe(200);
    await db.admin.query('update api_keys set revoked_at = now() where id = $1', [deaf.id]);
    now = new Date(now.getTime() + 4_999);
    expect((await ask('/alerts', deaf.key)).status).toBe(200);
    now = new Date(now.getTime() + 1);
    expect(await refusal(await ask('/alerts', deaf.key))).toEqual([401, 'api_key_revoked']);

    now = new Date(Date.parse(short.expiresAt!) - 1);
    expect((await ask('/alerts', short.key)).status).toBe(200);
    now = new Date(now.getTime() + 1);
    expect(await refusal(await ask('/alerts', short.key))).toEqual([401, 'api_key_expired']);
  });

  it('notes its use once a minute, with the network', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const { key } = await keys.make(workspaceId);
    const lastUse = async () => {
      await keys.service.settled();
      const { items } = apiKeysSchema.parse(await (await ask('/keys', userId)).json());
      return [items[0]!.lastUsedAt, items[0]!.lastUsedNetwork];
    };
    expect(await lastUse()).toEqual([null, null]);
    await ask('/alerts', key);
    const first = now;
    expect(await lastUse()).toEqual([first.toISOString(), '203.0.113.7']);
    network = '2001:db8:1:2';
    now = new Date(now.getTime() + 59_999);
    await ask('/alerts', key);
    // Nor does another process write again.
    await testKeys(db, { clock: () => now }).service.check(key, '198.51.100.1');
    expect(await lastUse()).toEqual([first.toISOString(), '203.0.113.7']);
    now = new Date(now.getTime() + 1);
    await ask('/alerts', key);
    expect(await lastUse()).toEqual([now.toISOString(), '2001:db8:1:2']);
  });

  it('stays when its maker leaves, and then acts in the owner’s name', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const maker = await addMember(db, workspaceId, 'admin');
    const { key, id } = await keys.make(workspaceId, { userId: maker });
    const requestedBy = async () => {
      expect((await post('/trial-runs', key, {})).status).toBe(202);
      const { rows } = await db.admin.query<{ by: string }>(
        'select requested_by as by from trial_runs where workspace_id = $1 order by id desc limit 1',
        [workspaceId],
      );
      return rows[0]!.by;
    };
    expect(await requestedBy()).toBe(maker);
    await withTenant(db.app, workspaceId, (tx) => tx.delete(members).where(eq(members.userId, maker)));
    expect(await requestedBy()).toBe(userId);
    const runs = await withTenant(db.app, workspaceId, (tx) =>
      tx.select().from(activity).where(eq(activity.action, 'trial_run.started')),
    );
    expect(runs).toMatchObject(
      [1, 2].map(() => ({ actorKind: 'key', actorUserId: null, actorName: 'Test' })),
    );
    const { items } = apiKeysSchema.parse(await (await ask('/keys', userId)).json());
    expect(items).toMatchObject([{ id, makerLeft: true }]);
  });

  it('sleeps while the plan has no API access, and wakes with one that has', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const { key } = await keys.make(workspaceId);
    const plan = async (id: string) => {
      await db.admin.query(
        `update subscriptions set plan_id = $2, status = 'Active', trial_ends_at = null where workspace_id = $1`,
        [workspaceId, id],
      );
      // What is remembered is five seconds old at most.
      now = new Date(now.getTime() + 5_000);
      return apiKeysSchema.parse(await (await ask('/keys', userId)).json());
    };
    const form = { name: 'One more', scopes: ['alerts:read'], password: RIGHT_PASSWORD };
    expect((await ask('/alerts', key)).status).toBe(200);
    expect(await plan('starter')).toMatchObject({ inPlan: false, items: [{ name: 'Test' }] });
    expect(await refusal(await ask('/alerts', key))).toEqual([403, 'api_not_in_plan']);
    expect(await refusal(await post('/keys', userId, form))).toEqual([403, 'api_not_in_plan']);
    // The person's own session goes on.
    expect((await ask('/alerts', userId)).status).toBe(200);
    expect(await plan('enterprise')).toMatchObject({ inPlan: true });
    expect((await ask('/alerts', key)).status).toBe(200);
    expect((await post('/keys', userId, form)).status).toBe(201);
  });

  it('may do no more than the table says, whatever its row does', async () => {
    const { workspaceId } = await newWorkspace(db);
    const { key, id } = await keys.make(workspaceId);
    await withTenant(db.app, workspaceId, (tx) =>
      tx
        .update(apiKeys)
        .set({ scopes: ['keys:write', 'keys:read', 'self', 'open'] })
        .where(eq(apiKeys.id, id)),
    );
    expect(await refusal(await ask('/keys', key))).toEqual([403, 'session_only']);
    expect(await refusal(await ask('/me', key))).toEqual([403, 'session_only']);
    expect(await refusal(await ask('/alerts', key))).toEqual([403, 'key_scope_missing']);
  });
});

it('makes no key for somebody whose address may be another’s', async () => {
  const { userId } = await newWorkspace(db, { confirmed: false });
  const made = await post('/keys', userId, {
    name: 'Mine',
    scopes: ['alerts:read'],
    password: RIGHT_PASSWORD,
  });
  expect(await refusal(made)).toEqual([403, 'confirm_email_first']);
  expect(await (await ask('/keys', userId)).json()).toMatchObject({ items: [] });
});
