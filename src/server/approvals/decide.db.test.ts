import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseMail } from '#src/db/queries/notification-choices.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createApprovalLinks } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { MAILS_PER_HOUR } from '#src/engine/alerts/by-email/mail-data.ts';
import { forgetApprovalLinks } from '#src/engine/alerts/by-email/upkeep.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import type { ApprovalMailJob } from '#src/engine/enqueue.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { sendApprovalMail } from '#src/jobs/approval-mail.ts';
import type { Enqueue } from '#src/jobs/queues.ts';
import type { MailTransport, OutgoingMail } from '#src/platform/mail/transport.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { testApi, testServer } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { createDecideRoutes } from './decide.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const HOUR = 3_600_000;
let home: { workspaceId: string; userId: string; email: string };
let now: Date;
let jobs: ApprovalMailJob[];
let mails: OutgoingMail[];
let answer: Awaited<ReturnType<MailTransport['send']>>;
beforeEach(async () => {
  home = await newWorkspace(db);
  now = new Date();
  jobs = [];
  mails = [];
  answer = { kind: 'accepted', response: '250 ok' };
  await policy({ mode: 'human' });
});

const clock = () => now;
const announce = () => undefined;
/** Keeps the emails that are asked for; the rest is queued. */
const enqueue: Enqueue = async (tx, queue, ...data) => {
  if (queue === 'approval-mail')
    // Those of earlier tests wait as well.
    jobs.push(...(data as ApprovalMailJob[]).filter(({ workspaceId }) => workspaceId === home.workspaceId));
  else await db.enqueue(tx, queue, ...data);
};
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue,
  announce,
  clock,
  log: { warn: () => undefined },
});
const api = () => testApi(db, { clock, enqueue });
const web = () =>
  createDecideRoutes(createApprovalLinks({ app: db.app, clock, enqueue, announce }), createBrandPages([]));

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answered = await api().request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answered.status, body: await answered.json() };
}

/** The workspace's rules are under this policy from now on. */
async function policy(content: object): Promise<void> {
  const made = await ask(home.userId, 'POST', '/approval-policies', {
    name: `Policy ${Math.random()}`,
    content,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await db.admin.query(`update rules set approval = $2, changed_by = null where workspace_id = $1`, [
    home.workspaceId,
    made.body.id,
  ]);
}

/** An alert of a rule of its own that waits for a review. Its emails are sent. */
async function waiting(): Promise<string> {
  const { workspaceId } = home;
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).* from rules r
      where workspace_id = $1 limit 1 returning id`,
    [workspaceId],
  );
  const rule = { ...(await starterRule(db, workspaceId)), id: rows[0]!.id };
  const id = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  if (id === null) throw new Error('The rule made no alert.');
  await composeAlert(deps(), { workspaceId, alertId: id });
  await sendAll();
  return id;
}

const sender = () =>
  sendApprovalMail({
    app: db.app,
    transport: {
      send: async (mail: OutgoingMail) => {
        mails.push(mail);
        return answer;
      },
    } as never,
    mailFrom: 'alerts@bellwire.example',
    publicUrl: 'https://bellwire.example',
    clock,
    log: { warn: () => undefined },
  });

async function sendAll(): Promise<void> {
  for (const job of jobs.splice(0)) await sender()(job, { id: 'job' } as never);
}

const tokenIn = (mail: OutgoingMail | undefined): string =>
  /\/decide\/([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? '';
/** The token of the newest email to somebody. */
async function tokenOf(userId: string): Promise<string> {
  const { rows } = await db.admin.query<{ email: string }>('select email from users where id = $1', [userId]);
  return tokenIn(mails.findLast(({ to }) => to === rows[0]?.email));
}

async function open(token: string) {
  const page = await web().request(`/${token}`);
  return { status: page.status, page: await page.text(), headers: page.headers };
}
async function post(token: string, decision: 'approve' | 'reject', reason?: string) {
  const revision =
    /name="revision" value="([0-9a-f]+)"/.exec((await open(token)).page)?.[1] ?? 'a'.repeat(64);
  const answered = await web().request(`/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ decision, revision, ...(reason !== undefined && { reason }) }),
  });
  return { status: answered.status, page: await answered.text() };
}

async function all(text: string) {
  const { rows } = await db.admin.query(text, [home.workspaceId]);
  return rows;
}
const state = async (id: string) =>
  (await db.admin.query<{ state: string }>('select state from alerts where id = $1', [id])).rows[0]?.state;
const fanOuts = () => all('select id from fan_outs where workspace_id = $1');
const decisions = async () =>
  (
    await all(
      `select body from ledger_entries where workspace_id = $1 and kind = 'decision' order by sequence`,
    )
  ).map(({ body }) => JSON.parse(body));
const role = (userId: string, name: string) =>
  db.admin.query('update members set role = $3 where workspace_id = $1 and user_id = $2', [
    home.workspaceId,
    userId,
    name,
  ]);

describe('the email', () => {
  it('goes to those who may decide, with the alert, its end and one link', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    await addMember(db, home.workspaceId, 'editor');
    const id = await waiting();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [home.email, `${approver}@traders.example`].toSorted(),
    );
    const [mail] = mails;
    expect(mail?.subject).toBe('Approve? S&P 500 falls 11.98% in one session');
    for (const part of [
      '2,386.13',
      'Without a decision: It expires',
      'Brand: ',
      `/dashboard/review?alert=${id}`,
    ])
      expect(mail?.text).toContain(part);
    expect(mail?.html?.match(/\/decide\//g)).toHaveLength(1);
    expect(await tokenOf(home.userId)).not.toBe(await tokenOf(approver));
    const stored = await all('select * from approval_links where workspace_id = $1');
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(await tokenOf(approver));
  });

  it('goes by each member’s choice, to confirmed addresses, and only to those whom the policy names', async () => {
    const [unwilling, unconfirmed, named] = [
      await addMember(db, home.workspaceId, 'approver'),
      await addMember(db, home.workspaceId, 'approver'),
      await addMember(db, home.workspaceId, 'approver'),
    ];
    await policy({ mode: 'human', approvers: { roles: ['approver'] } });
    await withTenant(db.app, home.workspaceId, (tx) =>
      chooseMail(
        tx,
        { workspaceId: home.workspaceId, userId: unwilling },
        { kind: 'alert_waiting', mail: false },
        now,
      ),
    );
    await db.admin.query('update users set email_confirmed_at = null where id = $1', [unconfirmed]);
    await waiting();
    expect(mails.map(({ to }) => to)).toEqual([`${named}@traders.example`]);
  });

  it('comes again for an edited text and to the owners at the end, and not once it’s decided', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    await policy({ mode: 'human', waitsMinutes: 60, unanswered: 'escalate' });
    const id = await waiting();
    mails = [];
    await edit(approver, id);
    await sendAll();
    // Not to the editor, who has it in front of them.
    expect(mails.map(({ to }) => to)).toEqual([home.email]);
    expect(mails[0]?.text).toContain('Look twice.');

    mails = [];
    now = new Date(now.getTime() + 61 * 60_000);
    await lapseReviews(deps());
    await sendAll();
    expect(mails.map(({ to }) => to)).toEqual([home.email]);
    expect(mails[0]?.text).toContain('It’s now up to the owners.');
    const job = { workspaceId: home.workspaceId, alertId: id, userId: home.userId, why: 'waiting' } as const;
    const { rows } = await db.admin.query(`select hash from revisions where alert_id = $1 order by n desc`, [
      id,
    ]);
    expect((await post(await tokenOf(home.userId), 'approve')).status).toBe(303);
    mails = [];
    await sender()({ ...job, revision: rows[0].hash }, { id: 'job' } as never);
    expect(mails).toEqual([]);
  });

  it('is retried with a new link where the server has certainly not taken it', async () => {
    answer = { kind: 'refused', code: 451, enhanced: null, stage: 'message', response: '451 later' };
    await expect(waiting()).rejects.toThrow('451 later');
    expect(await all('select * from approval_links where workspace_id = $1')).toEqual([]);
    expect((await open(tokenIn(mails[0]))).status).toBe(404);
  });

  it(`is one of ${MAILS_PER_HOUR} within an hour at most, and the last one says so`, async () => {
    const id = await waiting();
    await db.admin.query(
      `insert into approval_links (workspace_id, token_hash, alert_id, revision_hash, user_id, created_at, expires_at)
       select workspace_id, sha256(n::text::bytea), alert_id, revision_hash, user_id, created_at, expires_at
         from approval_links, generate_series(1, $2) n where alert_id = $1`,
      [id, MAILS_PER_HOUR - 2],
    );
    mails = [];
    await waiting();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('the last of these emails');
    await waiting();
    expect(mails).toHaveLength(1);
    now = new Date(now.getTime() + HOUR + 1);
    await waiting();
    expect(mails).toHaveLength(2);
  });
});

/** Somebody adds a sentence to what waits. */
async function edit(who: string, id: string): Promise<void> {
  const { body } = await ask(who, 'GET', `/alerts/${id}/review`);
  const { texts, revision } = body.waiting;
  const [{ headline, summary }] = texts;
  const edited = await ask(who, 'POST', `/alerts/${id}/revisions`, {
    revision: revision.hash,
    texts: [{ language: 'en', headline, summary: `${summary} Look twice.` }],
    vouched: true,
  });
  expect(edited.status, JSON.stringify(edited.body)).toBe(201);
}

describe('the link', () => {
  it('shows what is decided on and changes nothing, however often it’s opened', async () => {
    const id = await waiting();
    const token = await tokenOf(home.userId);
    const before = await all('select * from approval_links where workspace_id = $1');
    for (let n = 0; n < 3; n += 1) {
      const { status, page, headers } = await open(token);
      expect(status).toBe(200);
      expect(page).toContain('S&amp;P 500 falls 11.98% in one session');
      expect(page).toContain('Goes to 1 person by Email.');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect(await all('select * from approval_links where workspace_id = $1')).toEqual(before);
    expect(await state(id)).toBe('pending_review');
    expect(await decisions()).toEqual([]);
  });

  it('says in whose place one decides, and until when it waits for sending hours', async () => {
    const grace = await addMember(db, home.workspaceId, 'approver');
    const local = (days: number) => new Date(now.getTime() + days * 24 * HOUR).toISOString().slice(0, 16);
    const absence = { deputy: grace, from: local(-1), until: local(1), timeZone: 'UTC' };
    expect((await ask(home.userId, 'POST', '/team/absences', absence)).status).toBe(201);
    const tomorrow = (now.getUTCDay() % 7) + 1;
    const hours = { scope: 'workspace', days: [tomorrow], from: '00:00', to: '24:00', timeZone: 'UTC' };
    expect((await ask(home.userId, 'POST', '/sending/hours', hours)).status).toBe(201);
    await policy({ mode: 'human', approvers: { roles: [], people: [home.userId] } });
    await waiting();
    const mail = mails.findLast(({ to }) => to === `${grace}@traders.example`);
    const until = /it waits until .+, 12:00 AM UTC, where sending hours apply/;
    expect(mail?.text).toMatch(/You decide for: .+, until /);
    expect(mail?.text).toMatch(until);
    const token = await tokenOf(grace);
    expect((await open(token)).page).toMatch(until);
    expect((await post(token, 'approve')).status).toBe(303);
    expect((await open(token)).page).toMatch(
      /Approved for .+\. It waits until .+, 12:00 AM UTC, when sending hours begin\./,
    );
  });

  it('approves as its person, whoever opens it, and works once', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    const id = await waiting();
    const token = await tokenOf(approver);
    expect((await post(token, 'approve')).status).toBe(303);
    expect((await open(token)).page).toContain('Approved. It’s on its way.');
    expect(await fanOuts()).toHaveLength(1);
    expect(await state(id)).not.toBe('pending_review');
    const { rows } = await db.admin.query(
      'select actor from alert_transitions where alert_id = $1 and to_state = $2',
      [id, 'approved'],
    );
    expect(rows).toEqual([{ actor: `user:${approver}` }]);
    const decided = await decisions();
    expect(decided).toMatchObject([{ decision: 'approved', about: { way: 'email' } }]);

    const again = await post(token, 'reject', 'changed my mind');
    expect(again.status).toBe(409);
    expect(again.page).toContain('You’ve used this link already: you approved the alert');
    expect(await decisions()).toEqual(decided);
    // Another person's link says who was first.
    const other = await post(await tokenOf(home.userId), 'approve');
    expect(other.status).toBe(409);
    expect(other.page).toContain('has approved this alert already');
  });

  it('rejects with a reason', async () => {
    const id = await waiting();
    const token = await tokenOf(home.userId);
    const without = await post(token, 'reject', ' ');
    expect(without.status).toBe(422);
    expect(without.page).toContain('Say why you reject it.');
    expect((await post(token, 'reject', 'Old news')).status).toBe(303);
    expect((await open(token)).page).toContain('Rejected. It isn’t sent.');
    expect(await state(id)).toBe('rejected');
    expect(await fanOuts()).toEqual([]);
    expect(await decisions()).toMatchObject([{ decision: 'rejected', reason: 'Old news' }]);
  });

  it('is one decision and one fan-out, though a hundred people approve at once', async () => {
    const people = [home.userId];
    for (let n = 1; n < 100; n += 1) people.push(await addMember(db, home.workspaceId, 'approver'));
    await waiting();
    expect(mails).toHaveLength(100);
    const tokens = await Promise.all(people.map(tokenOf));
    const { page } = await open(tokens[0]!);
    const revision = /name="revision" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '';
    const answers = await Promise.all(
      tokens.map(async (token) => {
        const body = new URLSearchParams({ decision: 'approve', revision });
        const answered = await web().request(`/${token}`, { method: 'POST', body });
        return { status: answered.status, page: await answered.text() };
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(99).fill(409)]);
    const late = answers.filter(({ page }) => page.includes('has approved this alert already'));
    expect(late).toHaveLength(99);
    expect(await fanOuts()).toHaveLength(1);
    expect(await decisions()).toHaveLength(1);
  });

  it('decides once where one link is posted many times at once', async () => {
    await policy({ mode: 'human', needs: 1 });
    await waiting();
    const token = await tokenOf(home.userId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(token, 'approve')));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await decisions()).toHaveLength(1);
  });

  it('is refused once the review has lapsed', async () => {
    await policy({ mode: 'human', waitsMinutes: 60 });
    const id = await waiting();
    const token = await tokenOf(home.userId);
    now = new Date(now.getTime() + HOUR);
    expect(await open(token)).toMatchObject({
      status: 410,
      page: expect.stringContaining('This link has expired.'),
    });
    expect((await post(token, 'approve')).status).toBe(409);
    expect(await state(id)).toBe('pending_review');
    await lapseReviews(deps());
    now = new Date(now.getTime() + HOUR);
    await lapseReviews(deps());
    expect((await post(token, 'approve')).page).toContain('no one reviewed it in time.');
    expect(await fanOuts()).toEqual([]);
  });

  it('is refused for a text that was edited since', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    const id = await waiting();
    const [old, others] = [await tokenOf(home.userId), await tokenOf(approver)];
    await edit(approver, id);
    await sendAll();
    for (const token of [old, others]) {
      const { status, page } = await post(token, 'approve');
      expect(status).toBe(409);
      expect(page).toContain('The text was edited after this email was sent.');
    }
    expect(await state(id)).toBe('pending_review');
    expect((await post(await tokenOf(home.userId), 'approve')).status).toBe(303);
    expect(await fanOuts()).toHaveLength(1);
  });

  it('is refused to a role that may no longer decide, and gone with the member', async () => {
    const [changed, gone, unnamed] = [
      await addMember(db, home.workspaceId, 'approver'),
      await addMember(db, home.workspaceId, 'approver'),
      await addMember(db, home.workspaceId, 'admin'),
    ];
    await policy({ mode: 'human', approvers: { roles: ['owner', 'approver', 'admin'] } });
    const id = await waiting();
    const [viewers, former, others] = [await tokenOf(changed), await tokenOf(gone), await tokenOf(unnamed)];
    await role(changed, 'viewer');
    expect((await post(viewers, 'approve')).page).toContain('Owners, admins and approvers decide.');
    await db.admin.query('delete from members where user_id = $1', [gone]);
    expect(await post(former, 'approve')).toMatchObject({
      status: 404,
      page: expect.stringContaining('you’re no longer a member'),
    });
    await db.admin.query(
      `update alert_assessments set policy_content = jsonb_set(policy_content, '{approvers}', '{"roles": ["owner"], "people": []}') where alert_id = $1`,
      [id],
    );
    expect((await post(others, 'approve')).page).toContain('The approval policy names other people.');
    expect(await state(id)).toBe('pending_review');
    expect(await all('select * from approval_links where workspace_id = $1 and used_at is not null')).toEqual(
      [],
    );
  });

  it('is refused to the author where the policy says so, and to a read-only workspace', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    await policy({ mode: 'human', notAuthor: true });
    const id = await waiting();
    const [mine, theirs] = [await tokenOf(home.userId), await tokenOf(approver)];
    await db.admin.query(
      'update rules set changed_by = $2 where id = (select rule_id from alerts where id = $1)',
      [id, home.userId],
    );
    expect((await post(mine, 'approve')).page).toContain('names other people to decide');
    await db.admin.query(
      `update subscriptions set trial_ends_at = now() - interval '60 days' where workspace_id = $1`,
      [home.workspaceId],
    );
    expect((await post(theirs, 'approve')).page).toContain('is read-only because its plan has ended');
    expect(await state(id)).toBe('pending_review');
  });

  it('counts one person once where two must approve', async () => {
    const second = await addMember(db, home.workspaceId, 'approver');
    await policy({ mode: 'human', needs: 2 });
    const id = await waiting();
    const first = await tokenOf(home.userId);
    expect((await post(first, 'approve')).status).toBe(303);
    expect((await open(first)).page).toContain('You approved it. One more person has to.');
    expect((await post(first, 'approve')).status).toBe(409);
    // A second link of the same person is no second person.
    const { rows } = await db.admin.query(`select hash from revisions where alert_id = $1`, [id]);
    await db.admin.query('delete from alert_votes where alert_id = $1', [id]);
    const job = { workspaceId: home.workspaceId, alertId: id, userId: home.userId, revision: rows[0].hash };
    await sender()({ ...job, why: 'escalated' }, { id: 'job' } as never);
    const another = await tokenOf(home.userId);
    await db.admin.query(
      'insert into alert_votes (workspace_id, alert_id, revision_hash, user_id, created_at) values ($1, $2, $3, $4, now())',
      [home.workspaceId, id, rows[0].hash, home.userId],
    );
    expect(another).not.toBe(first);
    expect((await post(another, 'approve')).status).toBe(303);
    expect(await state(id)).toBe('pending_review');
    expect(await fanOuts()).toEqual([]);
    expect((await open(await tokenOf(second))).page).toContain('Two people must approve it. So far:');
    expect((await post(await tokenOf(second), 'approve')).status).toBe(303);
    expect(await fanOuts()).toHaveLength(1);
    expect((await open(first)).page).toContain('Approved. It’s on its way.');
  });

  it('is of its own workspace, and nobody else’s', async () => {
    await waiting();
    const token = await tokenOf(home.userId);
    home = await newWorkspace(db);
    await policy({ mode: 'human' });
    const other = await waiting();
    const revision = /name="revision" value="([0-9a-f]+)"/.exec(
      (await open(await tokenOf(home.userId))).page,
    )?.[1];
    // What the form says is not what the link is about.
    const answered = await web().request(`/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve', revision: revision!, alertId: other }),
    });
    expect([303, 409]).toContain(answered.status);
    expect(await state(other)).toBe('pending_review');
    expect(await fanOuts()).toEqual([]);
    await withTenant(db.app, home.workspaceId, async (tx) => {
      const { rows } = await tx.execute('select distinct workspace_id from approval_links');
      expect(rows).toEqual([{ workspace_id: home.workspaceId }]);
    });
  });

  it.each(['x', 'a'.repeat(43), '%00', ''])('leads nowhere where it isn’t one: %j', async (token) => {
    expect((await web().request(`/${token}`)).status).toBe(404);
    const body = new URLSearchParams({ decision: 'approve', revision: 'a'.repeat(64) });
    expect((await web().request(`/${token}`, { method: 'POST', body })).status).toBe(404);
  });

  it('is in no log', async () => {
    await waiting();
    const token = await tokenOf(home.userId);
    const logged: object[] = [];
    const log = {
      info: (context: object) => void logged.push(context),
      warn: () => undefined,
      error: () => undefined,
    };
    const approvalLinks = createApprovalLinks({ app: db.app, clock, enqueue, announce });
    const answered = await testServer(db, { log, approvalLinks }).request(`/decide/${token}`);
    expect(answered.status).toBe(200);
    expect(logged).toMatchObject([{ path: '/decide/…' }]);
    expect(JSON.stringify(logged)).not.toContain(token);
  });

  it('is forgotten a month after it has ended', async () => {
    await waiting();
    await db.admin.query(
      `update approval_links set expires_at = now() - interval '29 days' where workspace_id = $1`,
      [home.workspaceId],
    );
    await forgetApprovalLinks(db);
    expect(await all('select * from approval_links where workspace_id = $1')).toHaveLength(1);
    await db.admin.query(
      `update approval_links set expires_at = now() - interval '31 days' where workspace_id = $1`,
      [home.workspaceId],
    );
    await forgetApprovalLinks(db);
    expect(await all('select * from approval_links where workspace_id = $1')).toEqual([]);
  });
});

describe('a reminder', () => {
  const MINUTE = 60_000;
  /** What the delivery process does so many minutes later. */
  async function pass(minutes: number): Promise<void> {
    now = new Date(now.getTime() + minutes * MINUTE);
    await lapseReviews(deps());
    await sendAll();
  }
  const reminders = () => mails.filter(({ subject }) => subject.startsWith('Reminder: approve? '));
  const notified = () =>
    all(
      `select user_id from notifications where workspace_id = $1 and title like 'Reminder:%' order by created_at, user_id`,
    );

  it('goes halfway to those who may decide under the policy and haven’t, once, and its link decides', async () => {
    const [approver, author, voter] = [
      await addMember(db, home.workspaceId, 'approver'),
      await addMember(db, home.workspaceId, 'admin'),
      await addMember(db, home.workspaceId, 'approver'),
    ];
    await addMember(db, home.workspaceId, 'editor');
    await policy({
      mode: 'human',
      waitsMinutes: 60,
      needs: 2,
      notAuthor: true,
      approvers: { roles: ['approver', 'admin'], people: [] },
    });
    const id = await waiting();
    await db.admin.query(
      'update rules set changed_by = $2 where id = (select rule_id from alerts where id = $1)',
      [id, author],
    );
    expect((await post(await tokenOf(voter), 'approve')).status).toBe(303);
    const first = mails.length;
    await pass(29);
    expect([await notified(), mails.length]).toEqual([[], first]);
    await pass(2);
    await pass(2);
    await pass(10);
    expect(reminders().map(({ to }) => to)).toEqual([`${approver}@traders.example`]);
    expect(mails).toHaveLength(first + 1);
    expect(await notified()).toEqual([{ user_id: approver }]);
    expect(reminders()[0]?.text).toContain('Half of the time to decide has passed.');
    expect((await post(await tokenOf(approver), 'approve')).status).toBe(303);
    expect(await fanOuts()).toHaveLength(1);
  });

  it.each([
    ['the wait is under 30 minutes', 29, [16]],
    ['less than 10 minutes are left', 60, [51]],
    ['it was decided', 60, [31]],
  ] as const)('never goes where %s', async (why, waitsMinutes, steps) => {
    await policy({ mode: 'human', waitsMinutes });
    await waiting();
    if (why === 'it was decided') await post(await tokenOf(home.userId), 'reject', 'Old news');
    for (const minutes of steps) await pass(minutes);
    expect(reminders()).toEqual([]);
    expect(await notified()).toEqual([]);
  });

  it('doesn’t go again once the owners were asked', async () => {
    await policy({ mode: 'human', waitsMinutes: 40, unanswered: 'escalate' });
    await waiting();
    await pass(21);
    expect(reminders()).toHaveLength(1);
    await pass(20);
    await pass(21);
    expect(reminders()).toHaveLength(1);
    expect(await notified()).toHaveLength(1);
  });

  it('isn’t emailed to those who don’t want these emails, and is in the account area all the same', async () => {
    await policy({ mode: 'human', waitsMinutes: 60 });
    await withTenant(db.app, home.workspaceId, (tx) =>
      chooseMail(
        tx,
        { workspaceId: home.workspaceId, userId: home.userId },
        { kind: 'alert_waiting', mail: false },
        now,
      ),
    );
    await waiting();
    await pass(31);
    expect(reminders()).toEqual([]);
    expect(await notified()).toEqual([{ user_id: home.userId }]);
  });
});
