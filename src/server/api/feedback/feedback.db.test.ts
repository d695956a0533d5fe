import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChat } from '#src/support/chat/chat.ts';
import { supportStandingSchema } from '#src/shared/chat.ts';
import { testApi } from '#tests/support/api.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from '#src/server/auth/test-support.ts';

let world: AuthWorld;
let api: ReturnType<typeof testApi>;
let address = '203.0.113.7';
beforeAll(async () => {
  world = await authWorld();
  const { app, enqueue } = world.database;
  api = testApi(world.database, {
    clock: world.now,
    checkSession: world.accounts.checkSession,
    chat: createChat({
      db: app,
      clock: world.now,
      hashKey: randomBytes(32),
      enqueue,
      announce: () => undefined,
    }),
    contact: { db: app, clock: world.now, hashKey: randomBytes(32), enqueue },
    clientAddress: () => address,
  });
});
afterAll(() => world.close());

async function person(data: Record<string, unknown> = {}) {
  const email = newEmail();
  const answer = await world.client().auth.signUp({ email, password: PASSWORD, options: { data } });
  return { email, id: answer.data.user!.id, token: answer.data.session!.access_token };
}
const send = (token: string | null, body: unknown) =>
  api.request('/feedback', {
    method: 'POST',
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const storedOf = async (userId: string) =>
  (
    await world.database.admin.query(
      `select m.*, (select count(*)::int from pgboss.job j where j.name = 'contact-mail' and j.data->>'messageId' = m.id::text) as jobs
         from contact_messages m where user_id = $1 order by created_at`,
      [userId],
    )
  ).rows;

it('is stored with who wrote it and where, and given to the mail in the same step', async () => {
  const ada = await person({ first_name: 'Ada', last_name: 'Byron\r\nBcc: x' });
  const text = `${'The chart\tis good. '.repeat(20)}\r\n\r\nمرحبا <b>🔔</b>`;
  const answer = await send(ada.token, { text: `  ${text}  `, kind: 'sales', email: 'other@x.example' });
  expect([answer.status, await answer.json()]).toEqual([201, { status: 'received' }]);
  const [row, ...others] = await storedOf(ada.id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    kind: 'feedback',
    name: 'Ada Byron Bcc: x',
    email: ada.email,
    message: text.replaceAll('\r\n', '\n'),
    jobs: 1,
  });
  expect([...row.subject]).toHaveLength(80);
  expect(row.subject).toMatch(/^The chart is good\. .*…$/);
  const mine = await world.database.admin.query('select workspace_id from members where user_id = $1', [
    ada.id,
  ]);
  expect(row.workspace_id).toBe(mine.rows[0].workspace_id);
});

it('shows the email address if there is no name, and counts once when sent twice', async () => {
  const eve = await person();
  await Promise.all([send(eve.token, { text: 'Twice.' }), send(eve.token, { text: 'Twice.' })]);
  expect(await storedOf(eve.id)).toMatchObject([{ name: eve.email.split('@')[0], subject: 'Twice.' }]);
});

it('rejects what is not text, and callers who aren’t signed in', async () => {
  const one = await person();
  for (const [body, detail] of [
    [{}, 'Feedback is required'],
    [{ text: ' \n ' }, 'Feedback is required'],
    [{ text: 7 }, 'Feedback is required'],
    [{ text: 'x'.repeat(10_001) }, 'Feedback can have 10000 characters at most'],
    [{ text: 'a\0b' }, 'Feedback holds a character that cannot be shown'],
  ] as const) {
    const answer = await send(one.token, body);
    expect([answer.status, (await answer.json()).detail]).toEqual([400, detail]);
  }
  expect((await (await send(one.token, '{')).json()).code).toBe('bad_json');
  expect((await send(null, { text: 'Hello' })).status).toBe(401);
  expect(await storedOf(one.id)).toEqual([]);
});

it('is limited by network, as every message is', async () => {
  const one = await person();
  address = '198.51.100.9';
  for (let n = 0; n < 20; n += 1) expect((await send(one.token, { text: `Number ${n}` })).status).toBe(201);
  const refused = await send(one.token, { text: 'One more' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await storedOf(one.id)).toHaveLength(20);
});

it('has a place in the support queue, with priority by plan, until it is handled', async () => {
  const { admin } = world.database;
  address = '203.0.113.99';
  await admin.query('update contact_messages set handled_at = now() where handled_at is null');
  const [one, vip] = [await person(), await person()];
  const requestsOf = async ({ token }: { token: string }) => {
    const answer = await api.request('/chat/support', { headers: { Authorization: `Bearer ${token}` } });
    return supportStandingSchema.parse(await answer.json()).requests;
  };
  await admin.query(
    `update subscriptions set plan_id = 'enterprise' where workspace_id =
       (select workspace_id from members where user_id = $1)`,
    [vip.id],
  );
  expect((await send(one.token, { text: 'What about gaps?' })).status).toBe(201);
  expect((await send(vip.token, { text: 'And holidays?' })).status).toBe(201);
  const [[first], [second]] = [await requestsOf(one), await requestsOf(vip)];
  expect(first).toMatchObject({ kind: 'feedback', subject: 'What about gaps?', place: 2, priority: false });
  expect(second).toMatchObject({ subject: 'And holidays?', place: 1, priority: true });
  expect(Date.parse(second!.answerBy)).toBeLessThan(Date.parse(first!.answerBy));
  // Nobody sees another's, and what is handled waits no longer.
  expect(await requestsOf(one)).toHaveLength(1);
  await admin.query('update contact_messages set handled_at = now() where id = $1', [second!.id]);
  expect(await requestsOf(vip)).toEqual([]);
  expect((await requestsOf(one))[0]?.place).toBe(1);
});
