import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { Review } from '#src/shared/review.ts';
import type { Role } from '#src/shared/permissions.ts';
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
  await db.admin.query(`update rules set approval = 'human' where workspace_id = $1`, [home.workspaceId]);
});

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});

/** An alert of a rule of its own that waits for a review, and what there is to decide on. */
async function waiting(): Promise<{ id: string; review: Review }> {
  const { workspaceId, userId } = home;
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
  const { body } = await ask(userId, 'GET', `/alerts/${id}/review`);
  return { id, review: body.waiting };
}

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
const decide = (who: string, id: string, body: object) => ask(who, 'POST', `/alerts/${id}/decision`, body);

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

describe('a review', () => {
  it('is one decision and one fan-out, however many approve at once', async () => {
    const people = [home.userId];
    for (let n = 0; n < 11; n += 1)
      people.push(await addMember(db, home.workspaceId, n % 2 ? 'admin' : 'approver'));
    const { id, review } = await waiting();
    const revision = review.revision.hash;
    const answers = await Promise.all(
      people.map((who) => decide(who, id, { decision: 'approve', revision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ state: 'approved' });
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('alert_not_waiting');
    expect(await fanOuts()).toHaveLength(1);
    expect(await decisions()).toMatchObject([
      {
        decision: 'approved',
        revision,
        by: { person: expect.any(String), sealed: expect.any(String) },
        about: { way: 'account area' },
      },
    ]);
  });

  it('takes an owner, an admin or an approver of the workspace', async () => {
    const { id, review } = await waiting();
    const approve = { decision: 'approve', revision: review.revision.hash };
    for (const role of ['editor', 'viewer'] satisfies Role[]) {
      const who = await addMember(db, home.workspaceId, role);
      expect(await decide(who, id, approve)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    const stranger = await newWorkspace(db);
    expect((await decide(stranger.userId, id, approve)).status).toBe(404);
    expect((await ask(stranger.userId, 'GET', `/alerts/${id}/review`)).status).toBe(404);
    expect(await state(id)).toBe('pending_review');
  });

  it('tells those who may decide, and nobody else', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    await addMember(db, home.workspaceId, 'editor');
    const { id } = await waiting();
    const told = await all(
      `select user_id, link from notifications where workspace_id = $1 and kind = 'alert_waiting'`,
    );
    expect(new Set(told.map(({ user_id: user }) => user))).toEqual(new Set([home.userId, approver]));
    expect(told[0]?.link).toBe(`/review?alert=${id}`);
  });

  it('rejects with a reason, which is on record, and sends nothing', async () => {
    const { id, review } = await waiting();
    const reject = { decision: 'reject', revision: review.revision.hash };
    expect(await decide(home.userId, id, reject)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', detail: 'Say why you reject it.' },
    });
    expect(await decide(home.userId, id, { ...reject, reason: 'Old news' })).toEqual({
      status: 200,
      body: { state: 'rejected' },
    });
    expect(await fanOuts()).toEqual([]);
    expect(await decisions()).toMatchObject([{ decision: 'rejected', reason: 'Old news' }]);
    expect(await decide(home.userId, id, { ...reject, decision: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'alert_not_waiting' },
    });
  });

  it('is of the revision that was looked at', async () => {
    const { id, review } = await waiting();
    const other = { decision: 'approve', revision: 'a'.repeat(64) };
    expect(await decide(home.userId, id, other)).toMatchObject({
      status: 409,
      body: { code: 'revision_changed' },
    });
    // What is stored was changed behind the program's back.
    await db.admin.query(
      `update revisions set content = content || '{"language":"xx"}' where alert_id = $1`,
      [id],
    );
    const { status } = await decide(home.userId, id, { ...other, revision: review.revision.hash });
    expect(status).toBe(500);
    expect(await state(id)).toBe('pending_review');
    expect(await decisions()).toEqual([]);
  });

  it('lists what else waits, the oldest first', async () => {
    const [first, second, third] = [await waiting(), await waiting(), await waiting()];
    expect(first.review).toMatchObject({ next: null, others: 0 });
    const { body } = await ask(home.userId, 'GET', `/alerts/${third.id}/review`);
    expect(body.waiting).toMatchObject({ next: first.id, others: 2 });
    expect(second.review).toMatchObject({ next: first.id, others: 1 });
  });
});

describe('the list of what waits', () => {
  it('has the next to expire first, with what a reviewer chooses by', async () => {
    const slow = await waiting();
    const { rows } = await db.admin.query<{ rule_id: string }>('select rule_id from alerts where id = $1', [
      slow.id,
    ]);
    now = new Date(now.getTime() + 60_000);
    const quick = await waiting();
    await db.admin.query(`update alerts set created_at = created_at - interval '2 hours' where id = $1`, [
      quick.id,
    ]);
    const { status, body } = await ask(home.userId, 'GET', '/reviews');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 2,
      items: [
        { id: quick.id, state: 'pending_review', brand: { name: expect.any(String) }, symbol: 'SPX' },
        { id: slow.id, rule: { id: rows[0]?.rule_id }, lapsesAt: slow.review.lapsesAt },
      ],
    });
    expect(body.items[0].lapsesAt < body.items[1].lapsesAt).toBe(true);
    const { body: few } = await ask(home.userId, 'GET', '/reviews?limit=1');
    expect(few).toMatchObject({ count: 2, items: [{ id: quick.id }] });
    expect((await ask(home.userId, 'GET', '/reviews?limit=0')).status).toBe(400);
  });

  it('is read by every member, and by nobody else', async () => {
    const { id } = await waiting();
    const viewer = await addMember(db, home.workspaceId, 'viewer');
    expect((await ask(viewer, 'GET', '/reviews')).body).toMatchObject({ count: 1, items: [{ id }] });
    const stranger = await newWorkspace(db);
    expect((await ask(stranger.userId, 'GET', '/reviews')).body).toEqual({ items: [], count: 0 });
  });

  it('is without what was decided', async () => {
    const { id, review } = await waiting();
    await decide(home.userId, id, { decision: 'approve', revision: review.revision.hash });
    expect((await ask(home.userId, 'GET', '/reviews')).body).toEqual({ items: [], count: 0 });
  });
});

describe('an alert that nobody reviews', () => {
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

  it('expires after a day, or when it is no longer news', async () => {
    const slow = await waiting();
    expect(Date.parse(slow.review.lapsesAt)).toBe(hours(24).getTime());
    await sendToReaders(db, home.workspaceId, { members: true, expiresMinutes: 90 });
    const { body: quick } = await ask(home.userId, 'GET', `/alerts/${slow.id}/review`);
    expect(Date.parse(quick.waiting.lapsesAt)).toBe(hours(1.5).getTime());

    now = hours(1);
    await lapseReviews(deps());
    expect(await state(slow.id)).toBe('pending_review');
    now = hours(0.5);
    const late = { decision: 'approve', revision: slow.review.revision.hash };
    expect(await decide(home.userId, slow.id, late)).toMatchObject({
      status: 409,
      body: { code: 'alert_not_waiting' },
    });
    now = hours(0.1);
    await lapseReviews(deps());
    expect(await state(slow.id)).toBe('expired');
    expect((await ask(home.userId, 'GET', `/alerts/${slow.id}/review`)).body).toEqual({ waiting: null });
  });
});
