import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { restWorld, type RestWorld, TEAM } from '#src/server/rest/test-support.ts';

// Messages to the team: stored, mailed, counted, on a real database, queue and mail server.
let world: RestWorld;
beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.from(null);
  world.smtp.mails.length = 0;
  world.smtp.script = {};
});

let serial = 0;
const form = (change: Record<string, unknown> = {}) => ({
  name: 'Ada Byron',
  email: `ada-${(serial += 1)}@desk.example`,
  subject: `Question ${serial}`,
  message: 'First line.\n\n<b>"Second"</b> line 🔔 تنبيهات',
  ...change,
});
const send = (body: unknown, headers: Record<string, string> = {}) =>
  world.call('/api/v1/contact', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const stored = async (email: string) =>
  (
    await world.auth.database.admin.query(
      'select * from contact_messages where email = $1 order by created_at',
      [email],
    )
  ).rows;
const mailed = (email: string) => world.mailsTo(TEAM).filter((mail) => mail.includes(`Reply-To: ${email}`));

describe('a message', () => {
  it('is stored as it was written, and mailed to the team in a form of ours', async () => {
    const one = form();
    const answer = await send(one);
    expect([answer.status, await answer.json()]).toEqual([201, { status: 'received' }]);
    expect(await stored(one.email)).toMatchObject([
      { ...one, kind: 'contact', user_id: null, workspace_id: null },
    ]);
    await vi.waitFor(() => expect(mailed(one.email)).toHaveLength(1), { timeout: 10_000 });
    const [mail = ''] = mailed(one.email);
    expect(mail).toContain(`Subject: Message: ${one.subject}`);
    expect(mail).toContain('&lt;b&gt;');
    expect(mail).not.toContain('<b>&quot;Second');
    expect(world.smtp.commands.findLast((line) => line.startsWith('RCPT'))).toBe(`RCPT TO:<${TEAM}>`);
    await vi.waitFor(async () => expect((await stored(one.email))[0]?.mailed_at).toBeInstanceOf(Date));
  });

  it('names the signed-in sender; with a stale token the message is anonymous and still accepted', async () => {
    const ada = await world.person();
    const mine = form({ kind: 'sales' });
    expect((await send(mine, { Authorization: `Bearer ${ada.token}` })).status).toBe(201);
    const [row] = await stored(mine.email);
    expect(row).toMatchObject({ kind: 'sales', user_id: ada.id });
    expect(row?.workspace_id).toMatch(/^[0-9a-f-]{36}$/);
    const stale = form();
    expect((await send(stale, { Authorization: 'Bearer x.y.z' })).status).toBe(201);
    expect(await stored(stale.email)).toMatchObject([{ user_id: null }]);
  });

  it('survives the deletion of its author’s account', async () => {
    const eve = await world.person();
    const hers = form();
    await send(hers, { Authorization: `Bearer ${eve.token}` });
    const { admin } = world.auth.database;
    await admin.query('delete from users where id = $1', [eve.id]);
    expect(await stored(hers.email)).toMatchObject([{ user_id: null }]);
  });

  it('counts once within a minute, also when it comes twice at once', async () => {
    const one = form();
    const answers = await Promise.all([send(one), send(one)]);
    expect(answers.map((each) => each.status)).toEqual([201, 201]);
    expect((await send({ ...one, name: ' Ada Byron ' })).status).toBe(201);
    expect(await stored(one.email)).toHaveLength(1);
    await send({ ...one, message: 'Another one.' });
    expect(await stored(one.email)).toHaveLength(2);
    world.auth.later(61_000);
    await send(one);
    expect(await stored(one.email)).toHaveLength(3);
    world.auth.later(-61_000);
  });

  it('counts once within a day where the request has a name, and again under another', async () => {
    const one = form();
    const named = (key: string) => send(one, { 'Idempotency-Key': key });
    expect((await named('first')).status).toBe(201);
    world.auth.later(3_600_000);
    const again = await named('first');
    expect([again.status, await again.json()]).toEqual([201, { status: 'received' }]);
    expect(await stored(one.email)).toHaveLength(1);
    expect((await named('second')).status).toBe(201);
    expect((await send({ ...one, message: 'Other words.' }, { 'Idempotency-Key': 'first' })).status).toBe(
      201,
    );
    expect(await stored(one.email)).toHaveLength(3);
    world.auth.later(-3_600_000);
    const refused = await named('no name');
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'validation_failed']);
  });

  it('is kept when the mail server is down, and mailed once it is back', async () => {
    world.smtp.script = { mail: '451 4.3.0 Try again later' };
    const tries = () => world.smtp.commands.filter((line) => line.startsWith('MAIL')).length;
    const before = tries();
    const one = form();
    expect((await send(one)).status).toBe(201);
    await vi.waitFor(() => expect(tries()).toBeGreaterThan(before), { timeout: 10_000 });
    expect(await stored(one.email)).toMatchObject([{ mailed_at: null }]);
    world.smtp.script = {};
    await vi.waitFor(() => expect(mailed(one.email)).toHaveLength(1), { timeout: 30_000, interval: 200 });
  }, 40_000);
});

describe('what is refused', () => {
  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@x.example\r\nBcc: b@y.example' }, 'email', 'Please enter a valid email address'],
    [{ subject: 'Hi\r\nBcc: b@y.example' }, 'subject', 'Subject holds a character that cannot be shown'],
    [{ subject: 'x'.repeat(10_000) }, 'subject', 'Subject can have 200 characters at most'],
    [{ message: 'a\0b' }, 'message', 'Message holds a character that cannot be shown'],
    [{ message: 'x'.repeat(10_001) }, 'message', 'Message can have 10000 characters at most'],
    [{ kind: 'feedback' }, 'kind', 'A message is for contact or for sales'],
  ])('%j', async (change, _field, sentence) => {
    const one = form(change);
    const answer = await send(one);
    expect([answer.status, (await answer.json()).detail]).toEqual([400, sentence]);
    expect(await stored(String(one.email))).toEqual([]);
  });

  it('is what is no message at all, or too much', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"']) expect((await send(body)).status).toBe(400);
    expect((await world.call('/api/v1/contact')).status).toBe(404);
  });

  it('is more than a network may send, and more than all together may', async () => {
    world.from('198.51.100.4');
    for (let each = 0; each < 20; each += 1) expect((await send(form())).status).toBe(201);
    const one = form();
    const refused = await send(one);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      code: 'over_request_rate_limit',
      detail: 'Too many messages were sent. Please try again later.',
    });
    expect(await stored(one.email)).toEqual([]);
    // What was refused is no repeat when it comes from where it may.
    world.from('198.51.100.5');
    expect((await send(one)).status).toBe(201);
    expect(await stored(one.email)).toHaveLength(1);
    await world.auth.database.admin.query(`update limits set used = 300 where key ~ '^messages [^ ]+$'`);
    expect((await send(form())).status).toBe(429);
    await world.auth.database.admin.query(`update limits set used = 0 where key ~ '^messages [^ ]+$'`);
  });
});

describe('the table', () => {
  it('is written by the app role and read by nobody but the mailer', async () => {
    const { app, system } = world.auth.database;
    const read = 'select * from contact_messages';
    await expect(app.$client.query(read)).rejects.toThrow(/permission denied/);
    await expect(app.$client.query('delete from contact_messages')).rejects.toThrow(/permission denied/);
    expect((await system.$client.query(read)).rowCount).toBeGreaterThan(0);
    await expect(system.$client.query(`update contact_messages set message = 'x'`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(
      app.$client.query(
        `insert into contact_messages (id, kind, name, email, subject, message, created_at)
         values (gen_random_uuid(), 'contact', E'a\\nb', 'a@x.example', 's', 'm', now())`,
      ),
    ).rejects.toThrow(/contact_messages_name_check/);
  });

  it('has cost no error of ours', () => {
    expect(world.errors).toEqual([]);
  });
});
