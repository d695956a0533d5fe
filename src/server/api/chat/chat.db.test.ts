import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChat } from '#src/support/chat/chat.ts';
import { asMember } from '#src/db/tenant.ts';
import { chatMessages, conversations, users } from '#src/db/schema.ts';
import { sendChatMail } from '#src/jobs/chat-mail.ts';
import { noticeAnswer } from '#src/jobs/chat-notice.ts';
import type { SmtpAnswer } from '#src/platform/mail/smtp-answer.ts';
import type { MailTransport, OutgoingMail } from '#src/platform/mail/transport.ts';
import { type ChatPage, type SupportStanding, supportStandingSchema } from '#src/shared/chat.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let now = new Date('2026-11-20T15:00:00Z');
let api: ReturnType<typeof testApi>;
let chat: ReturnType<typeof createChat>;
const hints: string[] = [];
beforeAll(async () => {
  db = await testDatabase();
  chat = createChat({
    db: db.app,
    clock: () => now,
    hashKey: randomBytes(32),
    enqueue: db.enqueue,
    announce: (workspaceId, topic) => hints.push(`${workspaceId} ${topic}`),
  });
  api = testApi(db, { chat });
});
afterAll(() => db.drop());

const later = (ms: number) => (now = new Date(now.getTime() + ms));
const call = (userId: string, path: string, body?: unknown) =>
  api.request(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${userId}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const write = (userId: string, text: string, clientId: string = randomUUID()) =>
  call(userId, '/chat', { clientId, text });
const read = async (userId: string, query = ''): Promise<ChatPage> =>
  (await call(userId, `/chat${query}`)).json();
const answer = async (
  whose: { workspaceId: string; userId: string },
  text: string,
  clientId: string = randomUUID(),
) => (await db.app.transaction((tx) => chat.answerIn(tx, whose, 'Sam', { clientId, text }))).message;
const jobs = async (queue: string, userId: string) =>
  (
    await db.admin.query<{ data: { messageId?: string }; wait: number }>(
      `select data, round(extract(epoch from start_after - created_on))::int as wait
         from pgboss.job where name = $1 and data ->> 'userId' = $2`,
      [queue, userId],
    )
  ).rows;

it('keeps what was written, in order and as it was, and says who', async () => {
  const one = await newWorkspace(db);
  const text = '  <b>Hello</b> 🔔\r\nمرحبا https://x.example  ';
  const made = await write(one.userId, text);
  expect(made.status).toBe(201);
  later(1);
  await answer(one, 'Good morning.');
  const page = await read(one.userId);
  expect(page.items.map(({ author, text: words }) => [author, words])).toEqual([
    ['team', 'Good morning.'],
    ['person', '<b>Hello</b> 🔔\nمرحبا https://x.example'],
  ]);
  expect(page.items[1]).toEqual(await made.json());
  expect(page).toMatchObject({ next: null, unread: 1, items: [{ name: 'Sam' }, {}] });
  expect(hints).toContain(`${one.workspaceId} chat`);
  const first = await read(one.userId, '?limit=1');
  const rest = await read(one.userId, `?limit=1&cursor=${first.next}`);
  expect([...first.items, ...rest.items]).toEqual(page.items);
});

it('takes the same message once, also twice at the same moment, also as the very first', async () => {
  const one = await newWorkspace(db);
  const clientId = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => write(one.userId, 'Once.', clientId)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const again = await write(one.userId, 'Other words.', clientId);
  expect((await again.json()).text).toBe('Once.');
  expect((await read(one.userId)).items).toHaveLength(1);
  const twice = randomUUID();
  await Promise.all([answer(one, 'Yes.', twice), answer(one, 'Yes.', twice)]);
  expect((await read(one.userId)).items).toHaveLength(2);
  expect(await jobs('chat-notice', one.userId)).toHaveLength(1);
});

it('promises an answer by plan, and answers the earliest promise first', async () => {
  const standing = async (userId: string): Promise<SupportStanding> =>
    supportStandingSchema.parse(await (await call(userId, '/chat/support')).json());
  // A Friday, 10:00 in New York, where support is open until 18:00.
  now = new Date('2026-12-04T15:00:00Z');
  await db.admin.query('delete from conversations');
  const [one, two, vip] = [await newWorkspace(db), await newWorkspace(db), await newWorkspace(db)];
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    vip.workspaceId,
  ]);
  expect(await standing(one.userId)).toEqual({ priority: false, withinHours: 9, queue: null, requests: [] });
  expect(await standing(vip.userId)).toEqual({ priority: true, withinHours: 2, queue: null, requests: [] });
  await write(one.userId, 'First.');
  later(60_000);
  await write(two.userId, 'Second.');
  later(60_000);
  await write(vip.userId, 'Third.');
  // Nine hours of support from 10:00 on are Monday, 10:00; two are 12:02.
  expect((await standing(one.userId)).queue).toEqual({
    place: 2,
    priority: false,
    since: '2026-12-04T15:00:00.000Z',
    answerBy: '2026-12-07T15:00:00.000Z',
  });
  expect((await standing(two.userId)).queue?.place).toBe(3);
  expect((await standing(vip.userId)).queue).toMatchObject({
    place: 1,
    priority: true,
    answerBy: '2026-12-04T17:02:00.000Z',
  });
  // What is added later waits no longer; an answer ends the wait, and the next message starts another.
  later(3_600_000);
  await write(one.userId, 'Still there?');
  expect((await standing(one.userId)).queue).toMatchObject({ answerBy: '2026-12-07T15:00:00.000Z' });
  await answer(vip, 'Done.');
  expect((await standing(vip.userId)).queue).toBeNull();
  expect((await standing(one.userId)).queue?.place).toBe(1);
  await write(vip.userId, 'Thanks, one more.');
  expect((await standing(vip.userId)).queue).toMatchObject({ place: 1, priority: true });
});

it('shows nobody another’s conversation: no other workspace, no other member, no forged id', async () => {
  const one = await newWorkspace(db);
  const two = await newWorkspace(db);
  const boss = await addMember(db, one.workspaceId, 'admin');
  await write(one.userId, 'Between us.');
  later(1);
  const secret = await answer(one, 'Of course.');
  for (const other of [two.userId, boss]) {
    expect(await read(other)).toEqual({ items: [], next: null, unread: 0 });
    expect((await call(other, '/chat/read', { id: secret.id })).status).toBe(204);
  }
  expect((await (await call(one.userId, '/chat/unread')).json()).unread).toBe(1);
  // Without the person no row is in sight, and nobody writes into another's.
  const seen = await asMember(db.app, { workspaceId: one.workspaceId, userId: boss }, async (tx) => [
    await tx.select().from(conversations),
    await tx.select().from(chatMessages),
  ]);
  expect(seen).toEqual([[], []]);
  const forged = asMember(db.app, { workspaceId: one.workspaceId, userId: boss }, (tx) =>
    tx.insert(conversations).values({
      workspaceId: one.workspaceId,
      id: randomUUID(),
      userId: one.userId,
      lastAt: now,
      lastAuthor: 'person',
      createdAt: now,
    }),
  );
  await expect(forged).rejects.toMatchObject({ cause: { code: '42501' } });
});

it('counts answers until they have been seen, and never takes that back', async () => {
  const one = await newWorkspace(db);
  expect((await (await call(one.userId, '/chat/unread')).json()).unread).toBe(0);
  await write(one.userId, 'Hello?');
  const first = await answer(one, 'One.');
  later(1000);
  const second = await answer(one, 'Two.');
  expect((await read(one.userId)).unread).toBe(2);
  await call(one.userId, '/chat/read', { id: second.id });
  await call(one.userId, '/chat/read', { id: first.id });
  expect((await read(one.userId)).unread).toBe(0);
});

it('notifies a person of an unseen answer, and not of a seen one', async () => {
  const one = await newWorkspace(db);
  await write(one.userId, 'Hello?');
  later(1);
  const seen = await answer(one, 'Seen.');
  await call(one.userId, '/chat/read', { id: seen.id });
  later(1);
  const unseen = await answer(one, 'Not seen,\nnot yet.');
  expect(await jobs('chat-notice', one.userId)).toMatchObject([{ wait: 4 }, { wait: 4 }]);
  const told: string[] = [];
  const work = noticeAnswer({ app: db.app, clock: () => now, announce: (id) => told.push(id) });
  const job = { id: randomUUID(), retryCount: 0 };
  const { workspaceId, userId } = one;
  await work({ workspaceId, userId, messageId: seen.id }, job);
  expect(told).toEqual([]);
  await work({ workspaceId, userId, messageId: unseen.id }, job);
  expect(told).toEqual([workspaceId]);
  const { rows } = await db.admin.query(
    'select user_id, kind, text, link from notifications where workspace_id = $1',
    [workspaceId],
  );
  expect(rows).toEqual([
    { user_id: userId, kind: 'chat_answer', text: 'Not seen, not yet.', link: '/feedback?chat' },
  ]);
  // Opening the conversation has read the notification as well, and another's stays.
  const unreadOf = async (id: string) =>
    (await db.admin.query('select 1 from notifications where user_id = $1 and read_at is null', [id]))
      .rowCount;
  const other = await addMember(db, workspaceId, 'viewer');
  await call(other, '/chat/read', { id: unseen.id });
  expect(await unreadOf(userId)).toBe(1);
  await call(userId, '/chat/read', { id: unseen.id });
  expect(await unreadOf(userId)).toBe(0);
});

it('mails what came within a minute as one mail, again what no server took, and what came after by itself', async () => {
  const one = await newWorkspace(db, { companyName: 'Delta\r\nDesk' });
  await write(one.userId, 'First.\nIts second line.');
  later(20_000);
  await write(one.userId, 'Second.');
  expect(await jobs('chat-mail', one.userId)).toMatchObject([{ wait: 60 }]);
  const mails: OutgoingMail[] = [];
  let outcome: SmtpAnswer = { kind: 'not_sent', reason: 'down' };
  const transport = {
    send: async (mail: OutgoingMail) => {
      mails.push(mail);
      return outcome;
    },
  } as Pick<MailTransport, 'send'> as MailTransport;
  const mail = sendChatMail({
    app: db.app,
    transport,
    mailFrom: 'alerts@bellwire.example',
    teamEmail: 'team@desk.example',
    publicUrl: 'https://desk.example',
    clock: () => now,
    log: { warn: () => undefined },
  });
  const whose = { workspaceId: one.workspaceId, userId: one.userId };
  const job = { id: randomUUID(), retryCount: 0 };
  await expect(mail(whose, job)).rejects.toThrow('down');
  outcome = { kind: 'accepted', response: '250 ok' };
  await mail(whose, job);
  await mail(whose, job);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.messageId).toBe(mails[1]?.messageId);
  const [, taken] = mails;
  expect(taken).toMatchObject({ to: 'team@desk.example', headers: { 'Reply-To': one.email } });
  expect(taken?.text).toContain('First.\nIts second line.');
  expect(taken?.text).toContain('Second.');
  expect(taken?.text).toContain('Workspace: Delta Desk');
  expect(taken?.text).toMatch(/Conversation: https:\/\/desk\.example\/admin\/conversations\/[0-9a-f-]{36}/);

  await write(one.userId, 'Third.');
  expect(await jobs('chat-mail', one.userId)).toHaveLength(2);
  await mail(whose, job);
  expect(mails.at(-1)?.text).toContain('Third.');
  expect(mails.at(-1)?.text).not.toContain('Second.');
});

it('refuses what is no message, and too many; a retry of one that is stored is never too many', async () => {
  const one = await newWorkspace(db);
  for (const [body, detail] of [
    [{ clientId: randomUUID() }, 'Message is required'],
    [{ clientId: randomUUID(), text: ' \n ' }, 'Message is required'],
    [{ clientId: randomUUID(), text: 'a\0b' }, 'Message holds a character that cannot be shown'],
    [{ clientId: randomUUID(), text: 'x'.repeat(4001) }, 'Message can have 4000 characters at most'],
    [{ clientId: 'one', text: 'x' }, 'clientId is a UUID'],
    [{ text: 'x' }, 'clientId is a UUID'],
  ] as const) {
    const refused = await call(one.userId, '/chat', body);
    expect([refused.status, (await refused.json()).detail]).toEqual([400, detail]);
  }
  expect((await call(one.userId, '/chat', '{')).status).toBe(400);
  expect((await call(one.userId, '/chat/read', { id: 'x' })).status).toBe(400);
  expect((await call(one.userId, '/chat?cursor=x')).status).toBe(400);
  expect((await api.request('/chat')).status).toBe(401);

  const first = randomUUID();
  await write(one.userId, 'Number 0', first);
  for (let n = 1; n < 20; n += 1) expect((await write(one.userId, `Number ${n}`)).status).toBe(201);
  const refused = await write(one.userId, 'One more');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await write(one.userId, 'Number 0', first)).status).toBe(201);
  expect((await read(one.userId)).items).toHaveLength(20);
  // Another person is not held up by it.
  expect((await write((await newWorkspace(db)).userId, 'Hello')).status).toBe(201);
});

it('goes with the account', async () => {
  const one = await newWorkspace(db);
  await write(one.userId, 'Good bye.');
  await db.admin.query('delete from users where id = $1', [one.userId]);
  const { rows } = await db.admin.query('select 1 from conversations where user_id = $1', [one.userId]);
  expect(rows).toEqual([]);
  expect(await db.app.select().from(users)).not.toEqual([]);
});
