import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertRecord } from '#src/db/queries/alert-record.ts';
import { withTenant } from '#src/db/tenant.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { createFollowUps } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import { forgetUnconfirmedApprovers } from '#src/engine/approval/clients/upkeep.ts';
import { CLIENT_APPROVER } from '#src/shared/client-approvers.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { waitingAlerts } from '#tests/support/waiting-alerts.ts';
import { addMember, SPX_ID } from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

let bench: Awaited<ReturnType<typeof waitingAlerts>>;
beforeEach(async () => {
  bench = await waitingAlerts(db);
});

const ALONE = { mode: 'human', approvers: { roles: [], people: [], clients: 'may' } };
const DAY = 86_400_000;

describe('an invitation', () => {
  it('confirms once, by the button behind its link, and opening changes nothing', async () => {
    const { email, id } = await bench.client('Mary Somerville', { confirms: false });
    const token = bench.tokenTo(email, 'decide/confirm');
    const opened = await bench.confirm.request(`/${token}`);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain('This link belongs to Mary Somerville, Harbor Fund Ltd.');
    const stateOf = async () =>
      (await bench.ask(bench.home.userId, 'GET', `/brands/${bench.brandId}/approvers`)).body.items[0].state;
    expect(await stateOf()).toBe('invited');
    for (const status of [303, 303])
      expect((await bench.confirm.request(`/${token}`, { method: 'POST' })).status).toBe(status);
    expect(await stateOf()).toBe('active');
    const notes = await bench.all(
      `select actor_kind, actor_name, action from activity where workspace_id = $1 and action like 'approver.%' order by id`,
    );
    expect(notes.map(({ action }) => action)).toEqual(['approver.invited', 'approver.confirmed']);
    expect(notes[1]).toMatchObject({ actor_kind: 'client', actor_name: 'Mary Somerville, Harbor Fund Ltd' });
    const again = await bench.ask(
      bench.home.userId,
      'POST',
      `/brands/${bench.brandId}/approvers/${id}/resend`,
    );
    expect(again.body).toMatchObject({ detail: 'Mary Somerville has confirmed already.' });
  });

  it('is good for seven days, and until a newer one is sent', async () => {
    const { email, id } = await bench.client('Mary Somerville', { confirms: false });
    const first = bench.tokenTo(email, 'decide/confirm');
    const path = `/brands/${bench.brandId}/approvers/${id}/resend`;
    expect((await bench.ask(bench.home.userId, 'POST', path)).status).toBe(200);
    await bench.sendAll();
    expect((await bench.ask(bench.home.userId, 'POST', path)).status).toBe(429);
    expect((await bench.confirm.request(`/${first}`, { method: 'POST' })).status).toBe(404);
    const second = bench.tokenTo(email, 'decide/confirm');
    expect(second).not.toBe(first);
    bench.at.now = new Date(bench.at.now.getTime() + CLIENT_APPROVER.invitationDays * DAY);
    const late = await bench.confirm.request(`/${second}`, { method: 'POST' });
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('This invitation has expired');
    expect(
      JSON.stringify(await bench.all('select * from client_approvers where workspace_id = $1')),
    ).not.toContain(second);
  });

  it.each(['x', 'a'.repeat(43), '%00'])('leads nowhere where it isn’t one: %j', async (token) => {
    expect((await bench.confirm.request(`/${token}`)).status).toBe(404);
    expect((await bench.confirm.request(`/${token}`, { method: 'POST' })).status).toBe(404);
  });

  it('takes each address once per brand, five emails a day, and only from those who manage the team', async () => {
    const form = { name: 'Mary', entity: 'Fund', email: ' Mary@Limit.example ' };
    const path = `/brands/${bench.brandId}/approvers`;
    const editor = await addMember(db, bench.home.workspaceId, 'approver');
    expect((await bench.ask(editor, 'POST', path, form)).status).toBe(403);
    expect((await bench.ask(editor, 'GET', path)).status).toBe(403);
    for (let n = 0; n < CLIENT_APPROVER.mailsPerAddress; n += 1) {
      const made = await bench.ask(bench.home.userId, 'POST', path, form);
      expect(made.status).toBe(201);
      expect(made.body.email).toBe('mary@limit.example');
      expect((await bench.ask(bench.home.userId, 'POST', path, form)).body.code).toBe('already_invited');
      expect((await bench.ask(bench.home.userId, 'DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    }
    expect((await bench.ask(bench.home.userId, 'POST', path, form)).status).toBe(429);
    const stranger = (await waitingAlerts(db)).home.userId;
    expect((await bench.ask(stranger, 'GET', path)).status).toBe(404);
    const wrong = await bench.ask(bench.home.userId, 'POST', path, { ...form, entity: ' ', email: 'x' });
    expect(wrong.status).toBe(400);
  });

  it('is forgotten a month after it ended unconfirmed', async () => {
    await bench.client('Mary Somerville');
    await bench.client('Ada Byron', { confirms: false });
    await db.admin.query(
      `update client_approvers set expires_at = now() - interval '31 days' where workspace_id = $1`,
      [bench.home.workspaceId],
    );
    await forgetUnconfirmedApprovers(db);
    expect(await bench.all('select name from client_approvers where workspace_id = $1')).toEqual([
      { name: 'Mary Somerville' },
    ]);
  });
});

describe('a client approver', () => {
  it('hears from the brand alone, where the plan is white-label', async () => {
    const { workspaceId } = bench.home;
    const sentTo = async (planId: string) => {
      await db.admin.query(
        `update subscriptions set plan_id = $2, status = 'Active', trial_ends_at = null where workspace_id = $1`,
        [workspaceId, planId],
      );
      const from = bench.mails.length;
      const { email } = await bench.client(planId === 'pro' ? 'Mary Somerville' : 'Ada Byron');
      await bench.policy(ALONE);
      await bench.waiting();
      return bench.mails.slice(from).filter(({ to }) => to === email);
    };
    const names = (mails: typeof bench.mails) =>
      mails.map(({ from, subject, text, html }) =>
        /Bellwire/.test([JSON.stringify(from), subject, text, html].join('\n')),
      );
    expect(names(await sentTo('pro'))).toEqual([true, true]);
    const mails = await sentTo('enterprise');
    expect(names(mails)).toEqual([false, false]);
    const [brand] = await bench.all('select name from brands where workspace_id = $1');
    expect(mails.map(({ from }) => (from as { name: string }).name)).toEqual([brand.name, brand.name]);
  });

  it('sees what goes to each channel and approves alone, with name and company on record', async () => {
    const { email, id: approverId } = await bench.client('Mary Somerville');
    await bench.policy(ALONE);
    const id = await bench.waiting();
    expect(bench.mails.filter(({ subject }) => subject.startsWith('Approve? ')).map(({ to }) => to)).toEqual([
      email,
    ]);
    const mail = bench.mails.at(-1);
    expect(mail?.text).toContain('on record as Mary Somerville, Harbor Fund Ltd');
    expect(mail?.text).not.toContain('/dashboard/');
    const token = bench.tokenTo(email);
    const { page, headers } = await bench.open(token);
    for (const part of ['What will be sent', '<h3>Email</h3>', '1 person', 'Evidence', '2,386.13'])
      expect(page).toContain(part);
    expect(page).not.toContain('/dashboard/');
    expect(page).not.toContain(bench.home.email);
    expect(headers.get('content-security-policy')).toContain("frame-src 'self'");
    const frame = /\/message\/[0-9a-f-]+/.exec(page)?.[0] ?? '';
    const shown = await bench.decide.request(`/${token}${frame}`);
    expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining('sandbox'),
    ]);
    expect(await shown.text()).not.toContain(bench.home.email);

    expect((await bench.post(token, 'approve')).status).toBe(303);
    expect(await bench.fanOuts()).toHaveLength(1);
    const [decision] = await bench.decisions();
    expect(decision).toMatchObject({ decision: 'approved', about: { way: 'email', as: 'client' } });
    const record = await withTenant(db.app, bench.home.workspaceId, (tx) =>
      alertRecord(tx, id, { preflight: () => null }),
    );
    expect(record?.steps.find(({ to }) => to === 'approved')?.actor).toBe('Mary Somerville, Harbor Fund Ltd');
    expect(
      await bench.all(
        `select actor_kind, actor_name from activity where workspace_id = $1 and action = 'alert.approved'`,
      ),
    ).toEqual([{ actor_kind: 'client', actor_name: 'Mary Somerville, Harbor Fund Ltd' }]);
    // Used: nothing of the alert is shown anymore.
    expect((await bench.post(token, 'reject', 'Late')).page).toContain('You’ve used this link already');
    expect((await bench.decide.request(`/${token}${frame}`)).status).toBe(404);
    const path = `/brands/${bench.brandId}/approvers/${approverId}`;
    expect((await bench.ask(bench.home.userId, 'DELETE', path)).status).toBe(204);
    const after = await withTenant(db.app, bench.home.workspaceId, (tx) =>
      alertRecord(tx, id, { preflight: () => null }),
    );
    expect(after?.steps.find(({ to }) => to === 'approved')?.actor).toBe('Mary Somerville, Harbor Fund Ltd');
  });

  it('rejects with a reason, and not without', async () => {
    const { email } = await bench.client('Mary Somerville');
    await bench.policy(ALONE);
    const id = await bench.waiting();
    const token = bench.tokenTo(email);
    expect((await bench.post(token, 'reject')).status).toBe(422);
    expect((await bench.post(token, 'reject', 'Not our view')).status).toBe(303);
    expect(await bench.state(id)).toBe('rejected');
    expect(await bench.decisions()).toMatchObject([{ decision: 'rejected', reason: 'Not our view' }]);
  });

  it('is one of two people, and must be where the policy says so', async () => {
    const second = await addMember(db, bench.home.workspaceId, 'approver');
    const third = await addMember(db, bench.home.workspaceId, 'approver');
    const { email } = await bench.client('Mary Somerville');
    await bench.policy({
      mode: 'human',
      needs: 2,
      approvers: { roles: ['approver'], people: [], clients: 'must' },
    });
    const id = await bench.waiting();
    for (const member of [second, third]) {
      const token = bench.tokenTo(`${member}@traders.example`);
      expect((await bench.post(token, 'approve')).status).toBe(303);
      expect(await bench.state(id)).toBe('pending_review');
    }
    const { page } = await bench.open(bench.tokenTo(email));
    expect(page).toContain('Two people must approve it, one of them a client approver.');
    expect((await bench.ask(second, 'GET', `/alerts/${id}/review`)).body.waiting.needsClient).toBe(true);
    expect((await bench.post(bench.tokenTo(email), 'approve')).status).toBe(303);
    expect(await bench.fanOuts()).toHaveLength(1);
    const [decision] = await bench.decisions();
    expect(decision.about.approvedBy).toHaveLength(3);
  });

  it('counts once where two must approve', async () => {
    const { email } = await bench.client('Mary Somerville');
    await bench.policy({
      mode: 'human',
      needs: 2,
      approvers: { roles: ['owner'], people: [], clients: 'may' },
    });
    const id = await bench.waiting();
    const token = bench.tokenTo(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bench.post(token, 'approve')));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await bench.all('select approver_id from alert_votes where workspace_id = $1')).toHaveLength(1);
    expect(await bench.state(id)).toBe('pending_review');
    expect((await bench.post(bench.tokenTo(bench.home.email), 'approve')).status).toBe(303);
    expect(await bench.fanOuts()).toHaveLength(1);
  });

  it('is asked about corrections, and approves them once, alone or as one of two', async () => {
    const { workspaceId, userId } = bench.home;
    const { email } = await bench.client('Mary Somerville');
    const followUps = createFollowUps(bench.deps);
    const author = { workspaceId, actor: { kind: 'member' as const, userId, name: 'Ada Byron' } };
    const correct = async (alertId: string) => {
      const text = 'The market stopped early.\n\nThe fall stands as reported.';
      const form = { purpose: 'correction', headline: 'Trading was halted', text } as const;
      const made = await followUps.write(author, alertId, form);
      await bench.sendAll();
      return made;
    };
    const sent = async (content: object): Promise<string> => {
      await bench.policy(content);
      const id = await bench.waiting();
      await db.admin.query(
        `update alerts a set state = 'sent', approved_hash = (
           select hash from revisions v where v.workspace_id = a.workspace_id and v.alert_id = a.id) where id = $1`,
        [id],
      );
      return id;
    };
    const stateOf = async (id: string) =>
      (await followUps.list(workspaceId, id)).items.map(({ state, decidedBy }) => [state, decidedBy]);
    const id = await sent(ALONE);
    const first = await correct(id);
    const token = bench.tokenTo(email);
    const { status, page } = await bench.open(token);
    expect([status, first.state]).toEqual([200, 'waiting']);
    for (const part of [
      'Trading was halted',
      'The fall stands as reported.',
      'It replaces',
      'What will be sent',
      '<h3>Email</h3>',
      'What readers have so far',
      '2,386.13',
    ])
      expect(page).toContain(part);
    const frame = /\/message\/[0-9a-f-]+/.exec(page)?.[0] ?? '';
    const message = await bench.decide.request(`/${token}${frame}`);
    expect([message.status, await message.text()]).toEqual([
      200,
      expect.stringContaining('This corrects our alert'),
    ]);
    expect(bench.mails.at(-1)?.subject).toContain('Approve the correction?');
    expect((await bench.post(token, 'reject')).status).toBe(422);
    expect((await bench.post(token, 'reject', 'Not our words')).status).toBe(303);
    expect(await stateOf(id)).toEqual([['rejected', 'Mary Somerville, Harbor Fund Ltd']]);
    expect((await bench.post(token, 'approve')).page).toContain('You’ve used this link already');
    await correct(id);
    const again = bench.tokenTo(email);
    const presses = await Promise.all(Array.from({ length: 5 }, () => bench.post(again, 'approve')));
    expect(presses.filter((each) => each.status === 303)).toHaveLength(1);
    expect((await stateOf(id)).map(([state]) => state)).toEqual(['rejected', 'approved']);
    expect((await bench.decisions()).at(-1)).toMatchObject({
      decision: 'approved',
      about: { purpose: 'correction', as: 'client' },
    });

    const both = await sent({
      mode: 'human',
      needs: 2,
      approvers: { roles: ['owner'], people: [], clients: 'must' },
    });
    await correct(both);
    expect((await bench.post(bench.tokenTo(email), 'approve')).status).toBe(303);
    expect((await stateOf(both)).map(([state]) => state)).toEqual(['waiting']);
    const [made] = (await followUps.list(workspaceId, both)).items;
    const person = { userId, name: 'Ada Byron', email: bench.home.email };
    const decision = { decision: 'approve', revision: made!.revision } as const;
    await followUps.decide({ ...author, person }, both, made!.id, decision);
    expect((await stateOf(both)).map(([state]) => state)).toEqual(['approved']);
  });

  it('decides once where 100 press at once', async () => {
    const clients = [];
    for (let n = 0; n < 10; n += 1) clients.push(await bench.client(`Client ${n}`));
    await bench.policy(ALONE);
    await bench.waiting();
    const tokens = clients.map(({ email }) => bench.tokenTo(email));
    const { page } = await bench.open(tokens[0] ?? '');
    const revision = /name="revision" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '';
    const presses = Array.from({ length: 100 }, (_, n) =>
      bench.decide.request(`/${tokens[n % 10]}`, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'approve', revision }),
      }),
    );
    const answers = await Promise.all(presses);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(99).fill(409)]);
    expect(await bench.fanOuts()).toHaveLength(1);
    expect(await bench.decisions()).toHaveLength(1);
  });
});

describe('a client approver’s link is refused', () => {
  async function asked() {
    const approver = await bench.client('Mary Somerville');
    await bench.policy({ mode: 'human', approvers: { roles: ['owner'], people: [], clients: 'may' } });
    const id = await bench.waiting();
    const path = `/brands/${bench.brandId}/approvers/${approver.id}`;
    return { approver, id, path, token: bench.tokenTo(approver.email) };
  }
  async function expectRefused(token: string, id: string, because: string): Promise<void> {
    const { status, page } = await bench.post(token, 'approve');
    expect([status, page.includes(because) ? because : page]).toEqual([409, because]);
    expect((await bench.open(token)).status).toBe(410);
    expect(await bench.state(id)).toBe('pending_review');
    expect(await bench.fanOuts()).toEqual([]);
  }

  it('once they are removed, and gets no more emails', async () => {
    const { token, id, path, approver } = await asked();
    expect((await bench.ask(bench.home.userId, 'DELETE', path)).status).toBe(204);
    await expectRefused(token, id, 'You’re no longer an approver.');
    const before = bench.mails.length;
    await bench.waiting();
    expect(bench.mails.slice(before).map(({ to }) => to)).not.toContain(approver.email);
    expect(await bench.all('select email from client_approvers where workspace_id = $1')).toEqual([
      { email: null },
    ]);
  });

  it('while they are suspended, and works again afterwards', async () => {
    const { token, id, path } = await asked();
    const suspend = (suspended: boolean) =>
      bench.ask(bench.home.userId, 'POST', `${path}/state`, { suspended });
    expect((await suspend(true)).body.state).toBe('suspended');
    await expectRefused(token, id, 'You’re suspended as an approver');
    expect((await suspend(false)).body.state).toBe('active');
    expect((await bench.post(token, 'approve')).status).toBe(303);
  });

  it('for a text that was edited since', async () => {
    const { token, id, approver } = await asked();
    const { waiting } = (await bench.ask(bench.home.userId, 'GET', `/alerts/${id}/review`)).body;
    const [text] = waiting.texts;
    const edited = await bench.ask(bench.home.userId, 'POST', `/alerts/${id}/revisions`, {
      revision: waiting.revision.hash,
      texts: [{ language: text.language, headline: text.headline, summary: `${text.summary} Again.` }],
    });
    expect(edited.status, JSON.stringify(edited.body)).toBe(201);
    await bench.sendAll();
    await expectRefused(token, id, 'The text was edited after this email was sent.');
    expect((await bench.post(bench.tokenTo(approver.email), 'approve')).status).toBe(303);
  });

  it('once the review has lapsed', async () => {
    const { token, id } = await asked();
    bench.at.now = new Date(bench.at.now.getTime() + 2 * DAY);
    await expectRefused(token, id, 'This link has expired.');
    expect(await bench.decisions()).toEqual([]);
  });

  it('where the policy names no clients, and for another brand', async () => {
    const { token, id } = await asked();
    await db.admin.query(
      `update alert_assessments set policy_content = policy_content #- '{approvers,clients}' where alert_id = $1`,
      [id],
    );
    await expectRefused(token, id, 'The approval policy names other people.');
    await db.admin.query(
      `update alert_assessments set policy_content = jsonb_set(policy_content, '{approvers,clients}', '"may"') where alert_id = $1`,
      [id],
    );
    const brand = await bench.ask(bench.home.userId, 'POST', '/brands', { name: 'Another' });
    const other =
      brand.status === 201
        ? brand.body.id
        : (
            await db.admin.query<{ id: string }>(
              `insert into brands select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'name', 'Another', 'is_default', false))).* from brands b where id = $1 returning id`,
              [bench.brandId],
            )
          ).rows[0]?.id;
    await db.admin.query('update client_approvers set brand_id = $2 where workspace_id = $1', [
      bench.home.workspaceId,
      other,
    ]);
    await expectRefused(token, id, 'You approve the alerts of another brand.');
    expect(await bench.decisions()).toEqual([]);
  });

  it('in another workspace', async () => {
    const { token, id } = await asked();
    const elsewhere = await waitingAlerts(db);
    await withTenant(db.app, elsewhere.home.workspaceId, async (tx) => {
      for (const table of ['client_approvers', 'approval_links', 'alert_votes'])
        expect((await tx.execute(`select * from ${table}`)).rows).toEqual([]);
    });
    expect(
      (await elsewhere.ask(elsewhere.home.userId, 'GET', `/brands/${bench.brandId}/approvers`)).status,
    ).toBe(404);
    expect(await bench.state(id)).toBe('pending_review');
    expect((await bench.post(token, 'approve')).status).toBe(303);
  });
});

describe('the two people who must approve', () => {
  const needs = (clients: 'may' | 'must') => ({
    mode: 'human',
    needs: 2,
    approvers: { roles: ['owner', 'approver'], people: [], clients },
  });

  it('are never one person as member and client', async () => {
    const path = `/brands/${bench.brandId}/approvers`;
    const form = { name: 'Mary', entity: 'Harbor Fund Ltd', email: bench.home.email.toUpperCase() };
    expect(await bench.ask(bench.home.userId, 'POST', path, form)).toMatchObject({
      status: 409,
      body: { code: 'already_member' },
    });
    // Invited first, and a member later.
    const { id: approverId, email } = await bench.client('Mary Somerville');
    await bench.policy(needs('must'));
    const id = await bench.waiting();
    const asClient = bench.tokenTo(email);
    expect((await bench.post(bench.tokenTo(bench.home.email), 'approve')).status).toBe(303);
    await db.admin.query('update client_approvers set email = $2 where id = $1', [
      approverId,
      bench.home.email,
    ]);
    const { status, page } = await bench.post(asClient, 'approve');
    expect([status, page]).toEqual([409, expect.stringContaining('You’re a member of this workspace')]);
    expect(await bench.state(id)).toBe('pending_review');
    expect(await bench.fanOuts()).toEqual([]);
  });

  it('are both on record by name and company, and found by either', async () => {
    const { id: approverId, email } = await bench.client('Mary Somerville');
    await bench.policy(needs('may'));
    const id = await bench.waiting();
    expect((await bench.post(bench.tokenTo(email), 'approve')).status).toBe(303);
    expect((await bench.post(bench.tokenTo(bench.home.email), 'approve')).status).toBe(303);
    const [decision] = await bench.decisions();
    expect(decision.with).toEqual([{ person: expect.any(String), sealed: expect.any(String) }]);
    expect(decision.about.approvedBy.toSorted()).toEqual(
      [decision.with[0].person, decision.by.person].toSorted(),
    );
    // What became of their account doesn't matter.
    await bench.ask(bench.home.userId, 'DELETE', `/brands/${bench.brandId}/approvers/${approverId}`);
    for (const approver of [approverId, bench.home.userId]) {
      const { items } = (await bench.ask(bench.home.userId, 'GET', `/ledger/search?approver=${approver}`))
        .body;
      expect(items).toMatchObject([
        {
          alert: id,
          decisions: [{ by: expect.stringMatching(/^Mary Somerville \(Harbor Fund Ltd\) and ./) }],
        },
      ]);
    }
  });

  it.each(['a client', 'a member'] as const)('are both still there: not %s who has left', async (who) => {
    const third = await addMember(db, bench.home.workspaceId, 'approver');
    const { id: approverId, email } = await bench.client('Mary Somerville');
    await bench.policy(needs('may'));
    const id = await bench.waiting();
    const first = who === 'a client' ? email : `${third}@traders.example`;
    expect((await bench.post(bench.tokenTo(first), 'approve')).status).toBe(303);
    if (who === 'a client')
      await bench.ask(bench.home.userId, 'DELETE', `/brands/${bench.brandId}/approvers/${approverId}`);
    else await db.admin.query('delete from members where user_id = $1', [third]);
    expect((await bench.post(bench.tokenTo(bench.home.email), 'approve')).status).toBe(303);
    expect(await bench.state(id)).toBe('pending_review');
    const { waiting } = (await bench.ask(bench.home.userId, 'GET', `/alerts/${id}/review`)).body;
    expect(waiting.approvals).toHaveLength(1);
    const other = who === 'a client' ? `${third}@traders.example` : email;
    expect((await bench.post(bench.tokenTo(other), 'approve')).status).toBe(303);
    expect(await bench.state(id)).toBe('approved');
    expect((await bench.decisions())[0].about.approvedBy).toHaveLength(2);
  });
});

describe('the price moves', () => {
  const withFreshness = (action: 'ask' | 'lapse') => ({ ...ALONE, freshness: { movedPercent: 2, action } });
  const price = (close: number) =>
    db.admin.query(
      `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
       values ($1, '5m', $2::timestamptz - interval '5 minutes', $3, $3, $3, $3, 1)
       on conflict (instrument_id, timeframe, ts) do update set close = excluded.close`,
      [SPX_ID, bench.at.now.toISOString(), close],
    );
  afterEach(() => db.admin.query('delete from bars where instrument_id = $1', [SPX_ID]));

  it('and a page that was opened before approval was asked for again decides nothing', async () => {
    const { email } = await bench.client('Mary Somerville');
    await bench.policy(withFreshness('ask'));
    const id = await bench.waiting();
    const before = bench.tokenTo(email);
    bench.at.now = new Date(bench.at.now.getTime() + 5 * 60_000);
    await price(2_500);
    await lapseReviews(bench.deps);
    await bench.sendAll();
    const after = bench.tokenTo(email);
    expect(after).not.toBe(before);
    const said = 'You were asked again after this email was sent. Open the newer email.';
    expect(await bench.open(before)).toMatchObject({ status: 410, page: expect.stringContaining(said) });
    expect(await bench.post(before, 'approve')).toMatchObject({
      status: 409,
      page: expect.stringContaining(said),
    });
    expect(await bench.state(id)).toBe('pending_review');
    expect((await bench.post(after, 'approve')).status).toBe(303);
    expect(await bench.fanOuts()).toHaveLength(1);
  });

  it('and a link that decides nothing doesn’t end the alert', async () => {
    const { id: approverId, email } = await bench.client('Mary Somerville');
    await bench.policy(withFreshness('lapse'));
    const id = await bench.waiting();
    const token = bench.tokenTo(email);
    await bench.ask(bench.home.userId, 'DELETE', `/brands/${bench.brandId}/approvers/${approverId}`);
    await price(2_500);
    expect((await bench.post(token, 'approve')).status).toBe(409);
    expect(await bench.state(id)).toBe('pending_review');
  });
});

it('tells nobody who was removed what became of an alert', async () => {
  const { id: approverId, email } = await bench.client('Mary Somerville');
  await bench.policy({ mode: 'human', approvers: { roles: ['owner'], people: [], clients: 'may' } });
  await bench.waiting();
  await bench.ask(bench.home.userId, 'DELETE', `/brands/${bench.brandId}/approvers/${approverId}`);
  await bench.post(bench.tokenTo(bench.home.email), 'approve');
  const { status, page } = await bench.open(bench.tokenTo(email));
  expect([status, page]).toEqual([410, expect.stringContaining('You’re no longer an approver.')]);
  expect(page).not.toContain(bench.home.email);
});

it('keeps a policy from naming clients whom nobody has invited', async () => {
  const content = { mode: 'human', needs: 2, approvers: { roles: ['owner'], people: [], clients: 'must' } };
  const make = () => bench.ask(bench.home.userId, 'POST', '/approval-policies', { name: 'Signed', content });
  expect((await make()).body.detail).toContain('Invite a client approver for a brand first');
  await bench.client('Mary Somerville', { confirms: false });
  expect((await make()).status).toBe(201);
});
