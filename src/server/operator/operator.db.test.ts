import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChat } from '#src/support/chat/chat.ts';
import { newId } from '#src/db/ids.ts';
import { reachFeeds } from '#src/engine/exchanges/reach.ts';
import { createFeedService } from '#src/engine/feeds/feed-service.ts';
import { createDeadLetters } from '#src/jobs/dead-letters.ts';
import { openBoss } from '#src/jobs/queues.ts';
import { readUsage } from '#src/billing/read.ts';
import { withTenant } from '#src/db/tenant.ts';
import { OPERATOR_ENDPOINTS } from '#src/server/operator/contract.ts';
import type {
  OperatorAccount,
  OperatorConversation,
  OperatorJob,
  OperatorThread,
  OperatorTrailEntry,
} from '#src/shared/operator.ts';
import {
  operatorAccountsSchema,
  operatorConversationsSchema,
  operatorFeedsSchema,
  operatorJobsSchema,
  operatorLeadsSchema,
  operatorMeSchema,
  operatorMessagesSchema,
  operatorStopsSchema,
  operatorThreadSchema,
  operatorTrailSchema,
  operatorWorkspaceSchema,
} from '#src/shared/operator.ts';
import { ROLES } from '#src/shared/permissions.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let boss: ReturnType<typeof openBoss>;
let api: ReturnType<typeof testApi>;
/** The same program in production. */
let strict: ReturnType<typeof testApi>;
let op: string;
let customer: { userId: string; workspaceId: string; email: string };
const hints: string[] = [];
// Ahead of the rows that the database dates itself.
const now = () => new Date();

beforeAll(async () => {
  db = await testDatabase();
  boss = openBoss({ url: db.urls.system, onError: () => undefined });
  await boss.start();
  const announce = (workspaceId: string, topic = '') => hints.push(`${workspaceId} ${topic}`);
  const chat = createChat({
    db: db.app,
    clock: now,
    hashKey: randomBytes(32),
    enqueue: db.enqueue,
    announce,
  });
  const jobs = createDeadLetters({ system: db.system, boss });
  const reached = reachFeeds(['simulated', 'kraken'], [], { now: Date.now, signal: AbortSignal.abort() });
  const feeds = createFeedService({
    app: db.app,
    system: db.system,
    reached,
    announce: () => undefined,
    clock: now,
  });
  api = testApi(db, { chat, announce, feeds, operator: { jobs, secondFactor: false } });
  strict = testApi(db, { chat, announce, operator: { jobs, secondFactor: true } });
  op = (await newWorkspace(db, { email: 'sam@installation.example' })).userId;
  await grant(op);
  await signIn(op);
  customer = await newWorkspace(db, { email: 'ada@delta.example', companyName: 'Delta Desk' });
  await signIn(customer.userId);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await db.drop();
});

const grant = (userId: string) =>
  db.admin.query('insert into operators (user_id, granted_at) values ($1, now())', [userId]);
/** A session whose id is the test's token. */
const signIn = (userId: string, aal = 'aal1') =>
  db.admin.query(
    `insert into sessions (id, user_id, aal, created_at, refreshed_at) values ($1, $1, $2, now(), now())
     on conflict (id) do update set aal = excluded.aal`,
    [userId, aal],
  );
const withApp = (userId: string) =>
  db.admin.query(
    `insert into auth_factors (id, user_id, status, sealed_secret, created_at, updated_at)
     values ($1, $2, 'verified', 'x', now(), now())`,
    [newId(), userId],
  );
const call = (userId: string, path: string, body?: unknown, method?: string, on = api) =>
  on.request(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { Authorization: `Bearer ${userId}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const get = async <T>(path: string, schema: { parse: (value: unknown) => T }): Promise<T> => {
  const answer = await call(op, path);
  expect(answer.status).toBe(200);
  return schema.parse(await answer.json());
};
const trail = async (): Promise<OperatorTrailEntry[]> =>
  (await get('/operator/trail', operatorTrailSchema)).items;
const write = (text: string, userId = customer.userId) =>
  call(userId, '/chat', { clientId: randomUUID(), text });
const conversation = async (state = 'all'): Promise<OperatorConversation[]> =>
  (await get(`/operator/conversations?state=${state}`, operatorConversationsSchema)).items;

it('shows how each feed is, and why one cannot be reached', async () => {
  const problem = "the address of the exchange can't be looked up";
  await db.admin.query(
    `insert into feed_shards (feed, shard, epoch, lease_owner, lease_until, state, problem, since, updated_at)
     values ('kraken', 0, 1, gen_random_uuid(), now() + interval '1 minute', 'away', $1, now(), now())`,
    [problem],
  );
  const { items } = await get('/operator/feeds', operatorFeedsSchema);
  expect(items.map(({ id, state, problem: why }) => [id, state, why])).toEqual([
    ['kraken', 'away', problem],
    ['simulated', 'resting', null],
  ]);
});

describe('nothing is there', () => {
  /** What an operator could really do with each address: refused for who asks, not for what is asked. */
  const bodies: Record<string, unknown> = {
    '/operator/messages': { email: 'x@x.example', subject: 'x', message: 'x' },
    '/operator/messages/{id}/handled': { handled: true },
    '/operator/conversations/{id}/messages': { clientId: newId(), text: 'x' },
    '/operator/conversations/{id}/done': { done: true },
    '/operator/stops': { scope: 'all', reason: 'I want it' },
    '/operator/workspaces/{id}/plan': { planId: 'enterprise', trialEndsAt: null, reason: 'I want it' },
  };

  it('for any role of any workspace, with real ids, and nothing changes', async () => {
    await write('Hello?');
    const [one] = await conversation();
    const ids: Record<string, string> = {
      conversations: one?.id ?? '',
      workspaces: customer.workspaceId,
      messages: await aMessage(),
      jobs: await aDeadLetter(),
    };
    const unknown = await (await call(customer.userId, '/nothing/here')).json();
    for (const role of ROLES) {
      const who = role === 'owner' ? customer.userId : await addMember(db, customer.workspaceId, role);
      await signIn(who, 'aal2');
      for (const { method, path } of OPERATOR_ENDPOINTS) {
        const address = path.replace('{id}', ids[path.split('/')[2] ?? ''] ?? newId());
        const answer = await call(
          who,
          address,
          method === 'get' ? undefined : bodies[path],
          method.toUpperCase(),
        );
        const problem = await answer.json();
        expect([role, path, answer.status, { ...problem, request_id: '' }]).toEqual([
          role,
          path,
          404,
          { ...unknown, request_id: '' },
        ]);
      }
    }
    expect(await conversation()).toEqual([one]);
    expect(await trail()).toEqual([]);
    expect((await get('/operator/jobs', operatorJobsSchema)).items.map(({ id }) => id)).toContain(
      ids['jobs'],
    );
  });

  it('for a revoked operator from the next request on, for a session that has ended, for a banned one', async () => {
    const other = (await newWorkspace(db)).userId;
    await grant(other);
    expect((await call(other, '/operator/me')).status).toBe(404);
    await signIn(other);
    expect((await call(other, '/operator/me')).status).toBe(200);
    await db.admin.query(`update users set banned_until = now() + interval '1 hour' where id = $1`, [other]);
    expect((await call(other, '/operator/me')).status).toBe(404);
    await db.admin.query('update users set banned_until = null where id = $1', [other]);
    expect((await call(other, '/operator/me')).status).toBe(200);
    await db.admin.query('delete from operators where user_id = $1', [other]);
    expect((await call(other, '/operator/me')).status).toBe(404);
    expect((await api.request('/operator/me')).status).toBe(401);
  });

  it('without the second factor that a person has, nor in production without one', async () => {
    const other = (await newWorkspace(db)).userId;
    await grant(other);
    await signIn(other);
    const refused = await call(other, '/operator/me', undefined, 'GET', strict);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'second_factor_needed']);
    await withApp(other);
    expect((await call(other, '/operator/me')).status).toBe(404);
    await signIn(other, 'aal2');
    expect((await call(other, '/operator/me', undefined, 'GET', strict)).status).toBe(200);
    // And who is none is told nothing of it there either.
    expect((await call(customer.userId, '/operator/me', undefined, 'GET', strict)).status).toBe(404);
  });

  it('in the tables for the roles that serve, whatever they ask', async () => {
    for (const pool of [db.app, db.system]) {
      for (const query of [
        'select * from operators',
        `insert into operators (user_id, granted_at) values ('${customer.userId}', now())`,
        'select * from operator_trail',
        'delete from operator_trail',
        'delete from sending_stops',
      ])
        await expect(pool.$client.query(query)).rejects.toThrow(/permission denied/);
    }
    const session = customer.userId;
    for (const query of [
      `select * from operator_counts('${session}')`,
      `select * from operator_leads('${session}', null, null, 10)`,
      `select * from operator_messages('${session}', false, null, null, 10)`,
      `select * from operator_handle_message('${session}', '${newId()}', true, now())`,
      `select * from operator_conversations('${session}', false, null, null, 10)`,
      `select * from operator_conversation('${session}', '${newId()}')`,
      `select * from operator_accounts('${session}', '', 10)`,
      `select operator_workspace('${session}', '${customer.workspaceId}')`,
      `select operator_record('${session}', '${newId()}', 'a.b', 'c', '{}', now())`,
      `select * from operator_trail_page('${session}', null, null, 10)`,
      `select * from operator_stops('${session}')`,
      `select operator_stop_sending('${session}', '${newId()}', 'all', '', 'because', now())`,
      `select * from operator_allow_sending('${session}', '${newId()}')`,
    ])
      await expect(db.app.$client.query(query)).rejects.toMatchObject({ code: '42501' });
    // No function of this kind is left out of the list above.
    const { rows } = await db.admin.query(`select proname from pg_proc where proname like 'operator\\_%'`);
    expect(rows).toHaveLength(15);
    expect((await db.app.$client.query(`select * from operator_of('${session}')`)).rows).toEqual([]);
    await expect(db.system.$client.query(`select * from operator_of('${op}')`)).rejects.toThrow(
      /permission denied/,
    );
  });
});

async function aMessage(subject = 'A question'): Promise<string> {
  const id = newId();
  await db.admin.query(
    `insert into contact_messages (id, kind, name, email, subject, message, created_at)
     values ($1, 'contact', 'Eve', 'eve@x.example', $2, '<b>Hello</b>', now())`,
    [id, subject],
  );
  return id;
}

/** A job that has failed for good, by the queue's own way. @returns its id among the dead letters */
async function aDeadLetter(reason = 'The mail server is down'): Promise<string> {
  const messageId = newId();
  const id = await boss.send('contact-mail', { messageId, email: 'secret@x.example' }, { retryLimit: 0 });
  const [job] = await boss.fetch('contact-mail');
  expect(job?.id).toBe(id);
  await boss.fail('contact-mail', id ?? '', { message: reason });
  const { rows } = await db.admin.query<{ id: string }>(
    `select id from pgboss.job where name = 'dead-letters' and source_id = $1`,
    [id],
  );
  return rows[0]?.id ?? '';
}

describe('an operator', () => {
  it('sees what waits, leads and messages, and marks what is handled once', async () => {
    await db.admin.query(
      `insert into leads (company_name, contact_email, message_volume, branded_emails, platforms)
       select 'Company ' || g, 'c' || g || '@x.example', '10+', 'Yes', '{Email,Slack}' from generate_series(1, 5) g`,
    );
    const pages = [await get('/operator/leads?limit=3', operatorLeadsSchema)];
    pages.push(await get(`/operator/leads?limit=3&cursor=${pages[0]?.next}`, operatorLeadsSchema));
    expect(new Set(pages.flatMap(({ items }) => items.map(({ company }) => company))).size).toBe(5);
    expect(pages[1]?.next).toBeNull();

    const id = await aMessage('Once');
    const before = await get('/operator/me', operatorMeSchema);
    expect(before).toMatchObject({
      email: 'sam@installation.example',
      secondFactor: false,
      counts: { leads: 5 },
    });
    const mark = (handled: boolean) => call(op, `/operator/messages/${id}/handled`, { handled });
    const marks = await Promise.all([mark(true), mark(true)]);
    expect(marks.map(({ status }) => status)).toEqual([204, 204]);
    const after = await get('/operator/me', operatorMeSchema);
    expect(after.counts.messages).toBe(before.counts.messages - 1);
    const open = await get('/operator/messages', operatorMessagesSchema);
    expect(open.items.map((item) => item.id)).not.toContain(id);
    const all = await get('/operator/messages?state=all', operatorMessagesSchema);
    expect(all.items.find((item) => item.id === id)).toMatchObject({
      message: '<b>Hello</b>',
      handledBy: 'sam@installation.example',
    });
    expect((await trail()).filter(({ subject }) => subject === 'Once').map(({ action }) => action)).toEqual([
      'message.handled',
    ]);
    await mark(false);
    expect((await get('/operator/me', operatorMeSchema)).counts.messages).toBe(before.counts.messages);
    expect((await call(op, `/operator/messages/${newId()}/handled`, { handled: true })).status).toBe(204);
    expect((await call(op, '/operator/messages/x/handled', { handled: true })).status).toBe(404);
  });

  it('gives an email of a customer a place in the queue, by the plan of their account', async () => {
    await db.admin.query('update contact_messages set handled_at = now() where handled_at is null');
    const { rows } = await db.admin.query<{ email: string }>('select email from users where id = $1', [
      customer.userId,
    ]);
    const email = rows[0]?.email ?? '';
    const body = { email: email.toUpperCase(), subject: 'From my mailbox', message: 'Hello' };
    expect((await call(op, '/operator/messages', body)).status).toBe(201);
    const { items } = await get('/operator/messages', operatorMessagesSchema);
    expect(items).toMatchObject([
      {
        kind: 'mailed',
        email,
        subject: 'From my mailbox',
        workspaceId: customer.workspaceId,
        mailedAt: null,
      },
    ]);
    expect(items[0]?.answerBy).not.toBeNull();
    const standing = await call(customer.userId, '/chat/support');
    expect((await standing.json()).requests).toMatchObject([{ kind: 'mailed', subject: 'From my mailbox' }]);
    expect((await trail())[0]).toMatchObject({ action: 'message.added', subject: email });
    const nobody = await call(op, '/operator/messages', { ...body, email: 'nobody@x.example' });
    expect([nobody.status, (await nobody.json()).detail]).toEqual([
      400,
      'No account with a workspace has this address.',
    ]);
  });

  it('puts an email under the membership whose plan has it answered first', async () => {
    await db.admin.query('update contact_messages set handled_at = now() where handled_at is null');
    const sender = await newWorkspace(db, { email: 'two@places.example' });
    const better = await newWorkspace(db);
    const plan = (workspaceId: string, planId: string) =>
      db.admin.query(
        `update subscriptions set plan_id = $2, status = 'Active', trial_ends_at = null where workspace_id = $1`,
        [workspaceId, planId],
      );
    await plan(sender.workspaceId, 'starter');
    await plan(better.workspaceId, 'enterprise');
    await db.admin.query(
      `insert into members (workspace_id, user_id, role, created_at) values ($1, $2, 'viewer', now())`,
      [better.workspaceId, sender.userId],
    );
    const body = { email: 'two@places.example', subject: 'From my mailbox', message: 'Hello' };
    expect((await call(op, '/operator/messages', body)).status).toBe(201);
    const { items } = await get('/operator/messages', operatorMessagesSchema);
    expect(items).toMatchObject([{ workspaceId: better.workspaceId, priority: true }]);
  });

  it('lists open messages by when an answer is promised, a page at a time', async () => {
    await db.admin.query('update contact_messages set handled_at = now() where handled_at is null');
    const [none, late, soon] = [await aMessage('None'), await aMessage('Late'), await aMessage('Soon')];
    const promise = (id: string, hours: number, priority: boolean) =>
      db.admin.query(
        'update contact_messages set answer_by = created_at + make_interval(hours => $2), priority = $3 where id = $1',
        [id, hours, priority],
      );
    await Promise.all([promise(late, 48, false), promise(soon, 2, true)]);
    const first = await get('/operator/messages?limit=2', operatorMessagesSchema);
    // Without a promise, as if it had a day.
    expect(first.items.map(({ id }) => id)).toEqual([soon, none]);
    expect(first.items.map(({ priority, answerBy }) => [priority, answerBy === null])).toEqual([
      [true, false],
      [false, true],
    ]);
    const rest = await get(`/operator/messages?limit=2&cursor=${first.next}`, operatorMessagesSchema);
    expect([rest.items.map(({ id }) => id), rest.next]).toEqual([[late], null]);
  });

  it('answers a conversation once, however often it is sent, and the person alone has it', async () => {
    await write('Is anybody there?');
    const [one] = await conversation('waiting');
    expect(one).toMatchObject({
      email: 'ada@delta.example',
      name: 'ada',
      workspace: 'Delta Desk',
      waiting: true,
      excerpt: 'Is anybody there?',
    });
    hints.length = 0;
    const reply = { clientId: randomUUID(), text: 'We are. <i>Hello</i>' };
    const path = `/operator/conversations/${one?.id}/messages`;
    const answers = await Promise.all([call(op, path, reply), call(op, path, reply)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(hints).toContain(`${customer.workspaceId} chat`);
    const seen = await (await call(customer.userId, '/chat')).json();
    expect(seen.items[0]).toMatchObject({ author: 'team', name: 'Support', text: 'We are. <i>Hello</i>' });
    expect(seen.unread).toBe(1);
    expect(await conversation('waiting')).toEqual([]);
    const thread: OperatorThread = await get(`/operator/conversations/${one?.id}`, operatorThreadSchema);
    expect(thread.items).toEqual(seen.items);
    expect((await trail()).filter(({ action }) => action === 'chat.answered')).toMatchObject([
      { operator: 'sam@installation.example', subject: 'ada@delta.example' },
    ]);
    for (const body of [{ text: 'x' }, { clientId: randomUUID(), text: ' ' }])
      expect((await call(op, path, body)).status).toBe(400);
    expect((await call(op, `/operator/conversations/${newId()}/messages`, reply)).status).toBe(404);
    // The operator, for whom a conversation is open, has no other in sight by the ordinary way.
    expect((await (await call(op, '/chat')).json()).items).toEqual([]);
  });

  it('lays a conversation that needs no answer aside, until the person writes again', async () => {
    await write('Thank you!');
    const [one] = await conversation('waiting');
    await call(op, `/operator/conversations/${one?.id}/done`, { done: true });
    await call(op, `/operator/conversations/${one?.id}/done`, { done: true });
    expect(await conversation('waiting')).toEqual([]);
    await call(op, `/operator/conversations/${one?.id}/done`, { done: false });
    expect(await conversation('waiting')).toHaveLength(1);
    await call(op, `/operator/conversations/${one?.id}/done`, { done: true });
    await write('One more thing.');
    expect(await conversation('waiting')).toHaveLength(1);
  });

  it('sees first whose answer is promised first, page by page, and who has priority support', async () => {
    const vip = await newWorkspace(db, { email: 'vip@delta.example' });
    await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
      vip.workspaceId,
    ]);
    await write('I wrote first.');
    await write('I pay for priority.', vip.userId);
    const first = await get('/operator/conversations?limit=1', operatorConversationsSchema);
    const rest = await get(
      `/operator/conversations?limit=1&cursor=${first.next}`,
      operatorConversationsSchema,
    );
    const [one, two] = [...first.items, ...rest.items];
    expect([one?.email, one?.priority, two?.email, two?.priority]).toEqual([
      'vip@delta.example',
      true,
      'ada@delta.example',
      false,
    ]);
    expect(Date.parse(one?.answerBy ?? '')).toBeLessThan(Date.parse(two?.answerBy ?? ''));
    expect(rest.next).toBeNull();
    expect(await get(`/operator/conversations/${one?.id}`, operatorThreadSchema)).toMatchObject({
      priority: true,
      answerBy: one?.answerBy,
    });
    await call(op, `/operator/conversations/${one?.id}/done`, { done: true });
  });

  it('finds accounts by a part of the address, without anything that would let somebody in', async () => {
    const { items } = await get('/operator/accounts?words=ADA@DEL', operatorAccountsSchema);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      email: 'ada@delta.example',
      confirmed: true,
      workspace: { name: 'Delta Desk', role: 'owner', plan: 'Pro Plan', status: 'Trial' },
    } satisfies Partial<Record<keyof OperatorAccount, unknown>>);
    expect((await get('/operator/accounts?words=%25', operatorAccountsSchema)).items).toEqual([]);
    expect((await get('/operator/accounts', operatorAccountsSchema)).items.length).toBeGreaterThan(3);
    const nobody = await newWorkspace(db, { email: 'guest@nowhere.example' });
    await db.admin.query('delete from members where user_id = $1', [nobody.userId]);
    expect((await get('/operator/accounts?words=nowhere', operatorAccountsSchema)).items).toMatchObject([
      { email: 'guest@nowhere.example', workspace: null },
    ]);
    const text = await (await call(op, '/operator/accounts')).text();
    expect(text).not.toMatch(/hash|secret|token/i);
  });

  it('stops sending for one workspace and allows it again, once each, with why and who written down', async () => {
    const stop = { scope: 'workspace', target: customer.workspaceId, reason: 'We look into a complaint.' };
    expect((await call(op, '/operator/stops', { ...stop, reason: ' ' })).status).toBe(400);
    expect((await call(op, '/operator/stops', { ...stop, target: newId() })).status).toBe(400);
    expect((await call(op, '/operator/stops', stop)).status).toBe(204);
    expect((await call(op, '/operator/stops', stop)).status).toBe(400);
    const [found, ...more] = (await get('/operator/stops', operatorStopsSchema)).items;
    expect(more).toEqual([]);
    expect(found).toMatchObject({ scope: 'workspace', target: customer.workspaceId, reason: stop.reason });
    // The customer is told so, and why.
    const usage = () =>
      withTenant(db.app, customer.workspaceId, (tx) => readUsage(tx, customer.workspaceId, new Date()));
    expect((await usage()).stopped).toMatchObject({ reason: stop.reason, channel: null });

    const path = `/operator/stops/${found?.id}`;
    expect((await call(op, path, undefined, 'DELETE')).status).toBe(204);
    expect((await call(op, path, undefined, 'DELETE')).status).toBe(404);
    expect((await usage()).stopped).toBeNull();
    expect((await trail()).slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
      ['sending.allowed', found?.name],
      ['sending.stopped', found?.name],
    ]);

    expect(
      (await call(op, '/operator/stops', { scope: 'channel', target: 'email', reason: stop.reason })).status,
    ).toBe(204);
    expect((await usage()).stopped).toMatchObject({ channel: 'email' });
    const [channel] = (await get('/operator/stops', operatorStopsSchema)).items;
    expect((await call(op, `/operator/stops/${channel?.id}`, undefined, 'DELETE')).status).toBe(204);
  });

  it('sets a plan by hand, with who, what and why written down on both sides', async () => {
    const path = `/operator/workspaces/${customer.workspaceId}`;
    const before = await get(path, operatorWorkspaceSchema);
    expect(before).toMatchObject({ planId: 'pro', standing: 'trial', name: 'Delta Desk' });
    expect(before.members[0]).toMatchObject({ email: 'ada@delta.example', role: 'owner' });
    for (const [body, sentence] of [
      [{ planId: 'gold', trialEndsAt: null, reason: 'Because' }, 'planId is starter, pro or enterprise'],
      [{ planId: 'pro', trialEndsAt: null, reason: ' ' }, 'Say why, in a few words'],
      [
        { planId: 'pro', trialEndsAt: '2020-01-01T00:00:00Z', reason: 'Because' },
        'A trial ends in the future, within a year.',
      ],
      [{ planId: 'pro', trialEndsAt: 'soon', reason: 'Because' }, 'trialEndsAt is a moment in UTC, or null'],
    ] as const) {
      const refused = await call(op, `${path}/plan`, body);
      expect([refused.status, (await refused.json()).detail]).toEqual([400, sentence]);
    }
    const set = await call(op, `${path}/plan`, {
      planId: 'enterprise',
      trialEndsAt: null,
      reason: 'Contract 7',
    });
    expect(await set.json()).toMatchObject({ plan: 'Enterprise Plan', status: 'Active', standing: 'active' });
    const ends = new Date(Date.now() + 40 * 86_400_000).toISOString();
    await call(op, `${path}/plan`, { planId: 'pro', trialEndsAt: ends, reason: 'More time' });
    expect(await get(path, operatorWorkspaceSchema)).toMatchObject({
      plan: 'Pro Plan',
      standing: 'trial',
      trialEndsAt: ends,
    });
    // A provider's next event would undo what was set beside it.
    await db.admin.query(
      `update subscriptions set provider = 'test', status = 'Active', period_end = now() + interval '9 days'
        where workspace_id = $1`,
      [customer.workspaceId],
    );
    const paid = await call(op, `${path}/plan`, { planId: 'starter', trialEndsAt: null, reason: 'Because' });
    expect([paid.status, (await paid.json()).code]).toEqual([409, 'paid_by_provider']);
    await db.admin.query(`update subscriptions set status = 'Canceled' where workspace_id = $1`, [
      customer.workspaceId,
    ]);
    const after = await call(op, `${path}/plan`, { planId: 'pro', trialEndsAt: ends, reason: 'Again' });
    expect(await after.json()).toMatchObject({ standing: 'trial' });
    const { rows } = await db.admin.query(
      `select actor_kind, actor_user_id, subject, detail from activity where workspace_id = $1 and action = 'plan.set' order by at`,
      [customer.workspaceId],
    );
    expect(rows).toMatchObject([
      { actor_kind: 'operator', actor_user_id: null, subject: 'Enterprise Plan, Active' },
      { subject: 'Pro Plan, Trial', detail: { from: 'Enterprise Plan, Active' } },
      { subject: 'Pro Plan, Trial', detail: { from: 'Pro Plan, Canceled' } },
    ]);
    // Why, and who of the team, is the team's own.
    expect(JSON.stringify(rows)).not.toMatch(/Contract 7|sam@/);
    expect((await trail())[0]).toMatchObject({ action: 'plan.set', detail: { reason: 'Again' } });
    expect((await call(op, `/operator/workspaces/${newId()}`)).status).toBe(404);
    expect(hints).toContain(`${customer.workspaceId} account`);
  });

  it('sees which jobs failed for good and why, tries one again and discards another, once', async () => {
    const first = await aDeadLetter('Broken pipe');
    const second = await aDeadLetter();
    const listed = await get('/operator/jobs', operatorJobsSchema);
    const job = listed.items.find(({ id }) => id === first) as OperatorJob;
    expect(job).toMatchObject({ queue: 'contact-mail', reason: 'Broken pipe', tries: 1 });
    expect(job.about).toMatch(/^messageId [0-9a-f-]{36}$/);
    expect(JSON.stringify(listed)).not.toContain('secret@x.example');

    const before = await get('/operator/me', operatorMeSchema);
    const tries = await Promise.all([
      call(op, `/operator/jobs/${first}/retry`, undefined, 'POST'),
      call(op, `/operator/jobs/${first}/retry`, undefined, 'POST'),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual([204, 404]);
    const [again] = await boss.fetch('contact-mail');
    expect(job.about).toBe(`messageId ${(again?.data as { messageId: string } | undefined)?.messageId}`);
    const discards = await Promise.all([
      call(op, `/operator/jobs/${second}`, undefined, 'DELETE'),
      call(op, `/operator/jobs/${second}`, undefined, 'DELETE'),
    ]);
    expect(discards.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await get('/operator/me', operatorMeSchema)).counts.jobs).toBe(before.counts.jobs - 2);
    expect((await trail()).slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
      ['job.discarded', 'contact-mail'],
      ['job.retried', 'contact-mail'],
    ]);
  });

  it('can’t act under another’s name, nor without a record', async () => {
    await db.admin.query(
      `alter table operator_trail add constraint shut check (action <> 'job.discarded') not valid`,
    );
    const id = await aDeadLetter();
    expect((await call(op, `/operator/jobs/${id}`, undefined, 'DELETE')).status).toBe(500);
    const { items } = await get('/operator/jobs', operatorJobsSchema);
    expect(items.map((item) => item.id)).toContain(id);
    await db.admin.query('alter table operator_trail drop constraint shut');
  });
});
