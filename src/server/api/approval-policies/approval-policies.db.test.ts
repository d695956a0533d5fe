import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { assess } from '#src/engine/approval/policies/assess.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { type DryRun, type Policy, policiesSchema, policySchema } from '#src/shared/approval.ts';
import type { Review } from '#src/shared/review.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, sendToReaders, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

let home: { workspaceId: string; userId: string };
let now: Date;
beforeEach(async () => {
  home = await newWorkspace(db);
  now = new Date();
});

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const make = async (content: object, name = 'Careful'): Promise<Policy> => {
  const { status, body } = await ask(home.userId, 'POST', '/approval-policies', { name, content });
  expect({ status, body }).toMatchObject({ status: 201 });
  return policySchema.parse(body);
};

/** An alert, written, of a rule of its own under a policy. */
async function alertUnder(approval: string): Promise<string> {
  const { workspaceId } = home;
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'approval', $2::text))).*
       from rules r where workspace_id = $1 limit 1 returning id`,
    [workspaceId, approval],
  );
  const rule = { ...(await starterRule(db, workspaceId)), id: rows[0]!.id };
  const id = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  if (id === null) throw new Error('The rule made no alert.');
  await composeAlert(deps(), { workspaceId, alertId: id });
  return id;
}
const stateOf = async (id: string): Promise<string> =>
  (await db.admin.query<{ state: string }>('select state from alerts where id = $1', [id])).rows[0]!.state;
const reviewOf = async (id: string): Promise<Review> =>
  (await ask(home.userId, 'GET', `/alerts/${id}/review`)).body.waiting;
const approve = async (who: string, id: string) =>
  ask(who, 'POST', `/alerts/${id}/decision`, {
    decision: 'approve',
    revision: (await reviewOf(id))?.revision.hash ?? 'a'.repeat(64),
  });

describe('policies of a workspace', () => {
  it('are made, read, changed in versions, and deleted once no rule uses them', async () => {
    const made = await make({ mode: 'smart', asksFrom: 60, weights: { move: 10 } });
    expect(made).toMatchObject({ version: 1, usedBy: 0, content: { needs: 1, unanswered: 'expire' } });
    const { body: list } = await ask(home.userId, 'GET', '/approval-policies');
    const { standard, items } = policiesSchema.parse(list);
    expect(standard.map(({ id }) => id)).toEqual(['auto', 'human', 'smart']);
    expect(items.map(({ name }) => name)).toEqual(['Careful']);

    const path = `/approval-policies/${made.id}`;
    const content = { ...made.content, asksFrom: 30 };
    const changed = await ask(home.userId, 'PATCH', path, { content, version: 1 });
    expect(changed.body).toMatchObject({ version: 2, content: { asksFrom: 30 } });
    const stale = await ask(home.userId, 'PATCH', path, { content, version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
    const { body: versions } = await ask(home.userId, 'GET', `${path}/versions`);
    expect(
      versions.items.map(({ version, content: of }: { version: number; content: { asksFrom: number } }) => [
        version,
        of.asksFrom,
      ]),
    ).toEqual([
      [2, 30],
      [1, 60],
    ]);

    const rule = await starterRule(db, home.workspaceId);
    expect((await ask(home.userId, 'PATCH', `/rules/${rule.id}`, { approval: made.id })).status).toBe(200);
    const used = await ask(home.userId, 'DELETE', path);
    expect([used.status, used.body.detail]).toEqual([
      400,
      '“Careful” is used by a rule. Choose another policy for it first.',
    ]);
    await ask(home.userId, 'PATCH', `/rules/${rule.id}`, { approval: 'auto' });
    expect((await ask(home.userId, 'DELETE', path)).status).toBe(204);
    expect((await ask(home.userId, 'GET', path)).status).toBe(404);
  });

  it('are refused where nobody could ever decide, and for what another workspace has', async () => {
    const refused = async (content: object) =>
      (await ask(home.userId, 'POST', '/approval-policies', { name: 'Two', content })).body.detail;
    expect(await refused({ mode: 'human', needs: 2 })).toBe(
      'Only one person may approve under this policy, and it needs two.',
    );
    expect(await refused({ mode: 'human', approvers: { roles: ['approver'] } })).toMatch(
      /^No one can approve/,
    );
    const viewer = await addMember(db, home.workspaceId, 'viewer');
    expect(await refused({ mode: 'human', approvers: { roles: [], people: [viewer] } })).toBe(
      'Approvers are owners, admins and approvers of this workspace.',
    );
    const made = await make({ mode: 'human' });
    const stranger = await newWorkspace(db);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/versions'],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const)
      expect(
        (
          await ask(
            stranger.userId,
            method,
            `/approval-policies/${made.id}${path}`,
            method === 'PATCH' ? {} : undefined,
          )
        ).status,
      ).toBe(404);
    const rule = await starterRule(db, stranger.workspaceId);
    const taken = await ask(stranger.userId, 'PATCH', `/rules/${rule.id}`, { approval: made.id });
    expect([taken.status, taken.body.detail]).toEqual([
      400,
      'There is no such approval policy. Choose another.',
    ]);
    expect(
      (await ask(viewer, 'POST', '/approval-policies', { name: 'X', content: { mode: 'auto' } })).status,
    ).toBe(403);
  });
});

describe('smart approval', () => {
  it('sends what is ordinary and asks about what is not, and says why', async () => {
    await sendToReaders(db, home.workspaceId);
    // First use in a brand, and very old news: 30 + 30 points.
    const asks = await make({ mode: 'smart', asksFrom: 60 });
    const waiting = await alertUnder(asks.id);
    expect(await stateOf(waiting)).toBe('pending_review');
    const { assessment } = await reviewOf(waiting);
    expect(assessment).toMatchObject({
      policy: { id: asks.id, name: 'Careful', version: 1 },
      outcome: 'review',
      asksFrom: 60,
    });
    expect(assessment?.reasons.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['first_use', 'freshness']),
    );
    const relaxed = await make(
      { mode: 'smart', weights: { first_use: 0, freshness: 0, move: 0, hour: 0 } },
      'Relaxed',
    );
    expect(await stateOf(await alertUnder(relaxed.id))).not.toBe('pending_review');
  });

  it('replays to the same answer from what is stored', async () => {
    await sendToReaders(db, home.workspaceId);
    for (const approval of ['auto', 'human', 'smart']) await alertUnder(approval);
    const { rows } = await db.admin.query(
      'select policy_content, inputs, outcome, score from alert_assessments where workspace_id = $1',
      [home.workspaceId],
    );
    expect(rows).toHaveLength(3);
    for (const { policy_content, inputs, outcome, score } of rows)
      expect(assess(policy_content, inputs)).toMatchObject({
        outcome,
        score: score === null ? null : Number(score),
      });
  });

  it('does what its dry run said', async () => {
    await sendToReaders(db, home.workspaceId);
    for (let n = 0; n < 4; n += 1) await alertUnder('auto');
    const content = { mode: 'smart', asksFrom: 45 };
    const { body } = await ask(home.userId, 'POST', '/approval-policies/dry-run', { content });
    const said = body as DryRun;
    expect(said).toMatchObject({ alerts: 4, unknown: 0 });
    expect(said.send + said.review).toBe(4);
    // The same content over the same inputs: what was different then is what it asks about.
    const policy = await make(content);
    const { rows } = await db.admin.query<{ alert_id: string; inputs: never }>(
      'select alert_id, inputs from alert_assessments where workspace_id = $1',
      [home.workspaceId],
    );
    const asked = rows.filter(({ inputs }) => assess(policy.content, inputs).outcome === 'review');
    expect(said.differences.map(({ alertId }) => alertId).toSorted()).toEqual(
      asked.map(({ alert_id }) => alert_id).toSorted(),
    );
    expect(said.review).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(0);
  });
});

describe('who may approve', () => {
  it('is who the policy names: others are refused with the reason', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    const policy = await make({ mode: 'human', approvers: { roles: ['approver'] } });
    const id = await alertUnder(policy.id);
    const refused = await approve(home.userId, id);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      403,
      'not_approver',
      'The approval policy names other people. Ask one of them to decide.',
    ]);
    expect(await stateOf(id)).toBe('pending_review');
    expect((await approve(approver, id)).status).toBe(200);
  });

  it('is never the author where the policy says so', async () => {
    const admin = await addMember(db, home.workspaceId, 'admin');
    const policy = await make({ mode: 'human', notAuthor: true });
    const rule = await starterRule(db, home.workspaceId);
    await ask(home.userId, 'PATCH', `/rules/${rule.id}`, { approval: policy.id });
    const id = await alertUnder(policy.id);
    const refused = await approve(home.userId, id);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'You changed this rule last, or wrote this text. The approval policy names other people to decide.',
    ]);
    expect((await approve(admin, id)).status).toBe(200);
  });

  it('is not who edited the text either, and an edit counts in the rule’s history', async () => {
    const admin = await addMember(db, home.workspaceId, 'admin');
    const policy = await make({ mode: 'human', notAuthor: true });
    const id = await alertUnder(policy.id);
    const { revision, texts, refusal } = await reviewOf(id);
    expect(refusal).toBe(null);
    const [text] = texts;
    const changed = {
      language: text!.language,
      headline: text!.headline,
      summary: `${text!.summary} The move came on Monday, 16 March 2020.`,
    };
    const edited = await ask(home.userId, 'POST', `/alerts/${id}/revisions`, {
      revision: revision.hash,
      texts: [changed],
    });
    expect(edited.status).toBe(201);
    // They are told before they press anything, and refused if they do.
    expect((await reviewOf(id)).refusal).toMatch(/^You changed this rule last, or wrote this text\./);
    expect((await approve(home.userId, id)).body.code).toBe('not_approver');
    expect((await approve(admin, id)).status).toBe(200);

    // Written once more, as after a crash: what is known of the rule now has the edited alert, once.
    await db.admin.query(`update alerts set state = 'drafted' where id = $1`, [id]);
    await composeAlert(deps(), { workspaceId: home.workspaceId, alertId: id });
    const { rows } = await db.admin.query('select inputs from alert_assessments where alert_id = $1', [id]);
    expect(rows[0].inputs.history).toEqual({ reviewed: 1, rejected: 0, edited: 1 });
  });

  it('are two people where the policy says so: one of them twice is one', async () => {
    const admin = await addMember(db, home.workspaceId, 'admin');
    await sendToReaders(db, home.workspaceId);
    const policy = await make({ mode: 'human', needs: 2 });
    const id = await alertUnder(policy.id);
    for (let n = 0; n < 2; n += 1)
      expect((await approve(home.userId, id)).body).toEqual({ state: 'pending_review' });
    expect(await reviewOf(id)).toMatchObject({ needs: 2, approvals: [expect.any(String)] });
    expect((await approve(admin, id)).body.state).not.toBe('pending_review');
    const { rows } = await db.admin.query(
      `select body from ledger_entries where workspace_id = $1 and kind = 'decision' and subject = $2`,
      [home.workspaceId, id],
    );
    const { about } = JSON.parse(rows[0].body);
    expect(about.approvedBy).toHaveLength(2);
    expect(about.policy).toMatchObject({ id: policy.id, version: 1, outcome: 'review' });
  });

  it('keeps to the version that put the alert on hold', async () => {
    await addMember(db, home.workspaceId, 'admin');
    const policy = await make({ mode: 'human' });
    const id = await alertUnder(policy.id);
    await ask(home.userId, 'PATCH', `/approval-policies/${policy.id}`, {
      content: { mode: 'human', needs: 2 },
    });
    expect((await approve(home.userId, id)).body.state).not.toBe('pending_review');
  });
});

describe('an alert that nobody decides on', () => {
  const waits = { mode: 'human', waitsMinutes: 30 };
  it('goes out where the policy releases it, with the reason on record', async () => {
    await sendToReaders(db, home.workspaceId);
    const id = await alertUnder((await make({ ...waits, unanswered: 'release' })).id);
    later(29);
    await lapseReviews(deps());
    expect(await stateOf(id)).toBe('pending_review');
    later(2);
    await lapseReviews(deps());
    expect(await stateOf(id)).not.toBe('pending_review');
    const { rows } = await db.admin.query(
      `select body from ledger_entries where workspace_id = $1 and kind = 'decision' and subject = $2`,
      [home.workspaceId, id],
    );
    expect(JSON.parse(rows[0].body)).toMatchObject({
      decision: 'approved',
      by: { policy: 'Careful' },
      reason: 'no one decided within 30 minutes, and “Careful” sends it then',
    });
  });

  it('isn’t released where its stored text was changed, and doesn’t keep others', async () => {
    await sendToReaders(db, home.workspaceId);
    const broken = await alertUnder((await make({ ...waits, unanswered: 'release' })).id);
    const id = await alertUnder((await make({ ...waits, unanswered: 'expire' }, 'Careful too')).id);
    later(31);
    const { rows } = await db.admin.query(
      `update revisions set content = '{}' where alert_id = $1 returning id`,
      [broken],
    );
    expect(rows).toHaveLength(1);
    await lapseReviews(deps());
    expect([await stateOf(broken), await stateOf(id)]).toEqual(['expired', 'expired']);
    const { rows: steps } = await db.admin.query(
      `select reason from alert_transitions where alert_id = $1 and to_state = 'expired'`,
      [broken],
    );
    expect(steps).toEqual([{ reason: 'its stored text isn’t what was written, so it can’t be approved' }]);
  });

  it('can be rejected and not approved where its stored text was changed', async () => {
    const id = await alertUnder((await make(waits)).id);
    const { rows } = await db.admin.query(
      `update revisions set content = '{}' where alert_id = $1 returning hash`,
      [id],
    );
    const decide = (decision: string) =>
      ask(home.userId, 'POST', `/alerts/${id}/decision`, { decision, revision: rows[0].hash, reason: 'No' });
    const refused = await decide('approve');
    expect([refused.status, refused.body.code]).toEqual([409, 'alert_damaged']);
    expect((await decide('reject')).body.state).toBe('rejected');
    const kept = await db.admin.query(
      `select body from ledger_entries where workspace_id = $1 and kind = 'decision' and subject = $2`,
      [home.workspaceId, id],
    );
    expect(JSON.parse(kept.rows[0].body)).toMatchObject({ decision: 'rejected', revision: rows[0].hash });
  });

  it('is the owners’ for as long again where the policy escalates, and expires then', async () => {
    const id = await alertUnder((await make({ ...waits, unanswered: 'escalate' })).id);
    later(31);
    await lapseReviews(deps());
    expect(await stateOf(id)).toBe('pending_review');
    expect(await reviewOf(id)).toMatchObject({ escalated: true });
    const { rows } = await db.admin.query(
      `select title from notifications where workspace_id = $1 and user_id = $2 and title like 'No one%'`,
      [home.workspaceId, home.userId],
    );
    expect(rows).toHaveLength(1);
    later(31);
    await lapseReviews(deps());
    expect(await stateOf(id)).toBe('expired');
    const late = await approve(home.userId, id);
    expect([late.status, late.body.code]).toEqual([409, 'alert_not_waiting']);
  });

  it('can be decided by owners after the policy escalates, even if it names other people', async () => {
    await addMember(db, home.workspaceId, 'approver');
    const others = { roles: ['approver'], people: [] };
    const id = await alertUnder((await make({ ...waits, unanswered: 'escalate', approvers: others })).id);
    const early = await approve(home.userId, id);
    expect([early.status, early.body.code]).toEqual([403, 'not_approver']);
    const admin = await addMember(db, home.workspaceId, 'admin');
    later(31);
    await lapseReviews(deps());
    expect((await approve(admin, id)).body.code).toBe('not_approver');
    expect(await reviewOf(id)).toMatchObject({ escalated: true, refusal: null });
    expect((await approve(home.userId, id)).body.state).not.toBe('pending_review');
  });

  it('is never released once it is no longer news', async () => {
    const policy = await make({ ...waits, unanswered: 'release' });
    const id = await alertUnder(policy.id);
    await db.admin.query(
      `insert into routes (workspace_id, id, rule_id, position, brand_id, approval, expires_minutes, created_at, updated_at)
       select a.workspace_id, gen_random_uuid(), a.rule_id, 0, a.brand_id, 'human', 20, now(), now() from alerts a where id = $1`,
      [id],
    );
    await db.admin.query(
      `insert into route_targets (workspace_id, id, route_id, audience_id)
       select workspace_id, gen_random_uuid(), id, workspace_id from routes where workspace_id = $1`,
      [home.workspaceId],
    );
    later(31);
    await lapseReviews(deps());
    expect(await stateOf(id)).toBe('expired');
  });
});
