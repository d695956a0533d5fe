import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { Review } from '#src/shared/review.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, SPX_ID, starterRule } from '#tests/support/workspace.ts';

/** What the alert says of its price: 2386.129883. */
const [NEAR, FAR, FARTHER] = [2_420, 2_441, 2_500];

let db: TestDatabase;
let home: { workspaceId: string; userId: string };
let now: Date;
beforeAll(async () => {
  db = await testDatabase();
  home = await newWorkspace(db);
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = new Date('2026-03-02T12:00:00Z');
  await db.admin.query('delete from bars where instrument_id = $1', [SPX_ID]);
});

const minutes = (count: number): void => {
  now = new Date(now.getTime() + count * 60_000);
};
/** The price of the minute before. */
const price = (close: number): Promise<unknown> =>
  db.admin.query(
    `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
     values ($1, '5m', $2::timestamptz - interval '6 minutes', $3, $3, $3, $3, 1)
     on conflict (instrument_id, timeframe, ts) do update set close = excluded.close`,
    [SPX_ID, now.toISOString(), close],
  );

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

let made = 0;
/** An alert that waits under a policy. */
async function waiting(content: object): Promise<string> {
  made += 1;
  const policy = await ask(home.userId, 'POST', '/approval-policies', { name: `Policy ${made}`, content });
  expect(policy.status, JSON.stringify(policy.body)).toBe(201);
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'approval', $2::text))).*
       from rules r where workspace_id = $1 order by created_at limit 1 returning id`,
    [home.workspaceId, policy.body.id],
  );
  const rule = { ...(await starterRule(db, home.workspaceId)), id: rows[0]!.id };
  const id = await withTenant(db.app, home.workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  await composeAlert(deps(), { workspaceId: home.workspaceId, alertId: id! });
  return id!;
}
const review = async (id: string): Promise<Review | null> =>
  (await ask(home.userId, 'GET', `/alerts/${id}/review`)).body.waiting;
/** What a screen with it has on it. */
type Seen = Pick<Review, 'revision' | 'askedAgainAt'> | null;
const press = async (who: string, id: string, seen: Seen) =>
  ask(who, 'POST', `/alerts/${id}/decision`, {
    decision: 'approve',
    revision: seen?.revision.hash ?? 'a'.repeat(64),
    askedAgainAt: seen?.askedAgainAt,
  });
const approve = async (who: string, id: string) => press(who, id, await review(id));
async function stateOf(id: string) {
  const { rows } = await db.admin.query<{ state: string; reason: string }>(
    `select a.state, t.reason from alerts a join alert_transitions t on t.alert_id = a.id
      where a.id = $1 order by t.at desc, t.id desc limit 1`,
    [id],
  );
  return rows[0];
}
const sentOn = async (id: string) =>
  (await db.admin.query('select id from fan_outs where alert_id = $1', [id])).rows.length;

const MOVED = 'SPX moved 2.3% since this was written';
const ASK = { mode: 'human', freshness: { movedPercent: 2, action: 'ask' } };
const LAPSE = { mode: 'human', freshness: { movedPercent: 2, action: 'lapse' } };

it('asks again, and neither the approval before nor a second press of it sends anything', async () => {
  const second = await addMember(db, home.workspaceId, 'approver');
  const id = await waiting({ ...ASK, needs: 2 });
  await price(NEAR);
  expect((await approve(home.userId, id)).body).toEqual({ state: 'pending_review' });
  expect(await review(id)).toMatchObject({ moved: null, approvals: [expect.any(String)] });
  minutes(5);
  await price(FAR);
  expect((await review(id))?.moved).toBe(MOVED);
  const refused = await approve(second, id);
  expect(refused).toMatchObject({ status: 409, body: { code: 'price_moved', state: 'pending_review' } });
  expect(refused.body.detail).toBe(`${MOVED}. Look at it again, then approve it.`);
  expect(await stateOf(id)).toEqual({ state: 'pending_review', reason: `${MOVED}: approve it again` });
  expect(await review(id)).toMatchObject({ moved: MOVED, approvals: [] });
  expect((await approve(second, id)).body).toEqual({ state: 'pending_review' });
  expect(await sentOn(id)).toBe(0);
  // From here on, the next move counts: this one is over 2% of the text and under 2% of the price of then.
  minutes(5);
  await price(NEAR);
  expect((await approve(home.userId, id)).body).toEqual({ state: 'approved' });
  expect(await sentOn(id)).toBe(1);
});

it('is not approved from a screen that does not show the price of the new question', async () => {
  const second = await addMember(db, home.workspaceId, 'approver');
  const id = await waiting({ ...ASK, together: true });
  const before = await review(id);
  expect(before?.askedAgainAt).toBeNull();
  await price(FAR);
  const presses = await Promise.all([press(home.userId, id, before), press(second, id, before)]);
  for (const { status, body } of [...presses, await press(second, id, before)])
    expect({ status, ...body }).toMatchObject({
      status: 409,
      code: 'price_moved',
      detail: `${MOVED}. Look at it again, then approve it.`,
    });
  const decideTogether = async (seen: Seen) => {
    const alert = { id, revision: seen?.revision.hash, askedAgainAt: seen?.askedAgainAt };
    return ask(second, 'POST', '/reviews/decisions', { decision: 'approve', alerts: [alert] });
  };
  expect((await decideTogether(before)).body.items).toMatchObject([{ refusal: { code: 'price_moved' } }]);
  // A program that knows nothing of it approves nothing either.
  const revision = before?.revision.hash;
  const blind = await ask(second, 'POST', `/alerts/${id}/decision`, { decision: 'approve', revision });
  expect(blind.body).toMatchObject({ code: 'price_moved' });
  expect((await stateOf(id))?.state).toBe('pending_review');
  expect(await sentOn(id)).toBe(0);
  const now = (await ask(second, 'GET', '/reviews')).body.items.find(
    (item: { id: string }) => item.id === id,
  );
  expect(now.askedAgainAt).toBe((await review(id))?.askedAgainAt);
  expect((await decideTogether(await review(id))).body.items).toMatchObject([{ state: 'approved' }]);
});

it('lapses at the press, also together with others, and says so to whoever is late', async () => {
  const [one, other] = [await waiting({ ...LAPSE, together: true }), await waiting(LAPSE)];
  const revision = (await review(one))?.revision.hash;
  await price(FAR);
  const together = await ask(home.userId, 'POST', '/reviews/decisions', {
    decision: 'approve',
    alerts: [{ id: one, revision }],
  });
  expect(together.body.items).toMatchObject([
    {
      state: null,
      refusal: { code: 'alert_not_waiting', detail: `${MOVED}, so it has lapsed. It isn’t sent.` },
    },
  ]);
  expect((await approve(home.userId, other)).body).toMatchObject({ code: 'alert_not_waiting' });
  expect((await approve(home.userId, other)).status).toBe(409);
  for (const id of [one, other]) {
    expect(await stateOf(id)).toEqual({ state: 'expired', reason: MOVED });
    expect(await sentOn(id)).toBe(0);
  }
});

it('is looked at while it waits, and not sent where nobody decides', async () => {
  const waits = { waitsMinutes: 30, unanswered: 'release' };
  const [asked, lapsed, late] = [
    await waiting(ASK),
    await waiting(LAPSE),
    await waiting({ ...ASK, ...waits }),
  ];
  minutes(5);
  await price(FAR);
  await lapseReviews(deps());
  expect(await stateOf(asked)).toEqual({ state: 'pending_review', reason: `${MOVED}: approve it again` });
  expect(await stateOf(lapsed)).toEqual({ state: 'expired', reason: MOVED });
  minutes(30);
  await price(FARTHER);
  await lapseReviews(deps());
  expect(await stateOf(late)).toEqual({
    state: 'expired',
    reason: 'SPX moved 4.8% since this was written',
  });
  expect(await sentOn(late)).toBe(0);
});

it('lets nobody else make it ask again or lapse', async () => {
  const stranger = await newWorkspace(db);
  const viewer = await addMember(db, home.workspaceId, 'viewer');
  const removed = await addMember(db, home.workspaceId, 'approver');
  await db.admin.query('delete from members where user_id = $1', [removed]);
  const id = await waiting(LAPSE);
  const { hash } = (await review(id))!.revision;
  await price(FAR);
  const seen = await review(id);
  expect((await press(stranger.userId, id, seen)).status).toBe(404);
  expect((await press(viewer, id, seen)).status).toBe(403);
  expect((await press(removed, id, seen)).status).toBe(403);
  expect((await stateOf(id))?.state).toBe('pending_review');
  // Rejecting needs no fresh price.
  const rejected = await ask(home.userId, 'POST', `/alerts/${id}/decision`, {
    decision: 'reject',
    revision: hash,
    reason: 'Old',
  });
  expect(rejected.body).toEqual({ state: 'rejected' });
});

it.each([0, 50.1, '2', null])('refuses %j percent', async (movedPercent) => {
  const { status } = await ask(home.userId, 'POST', '/approval-policies', {
    name: 'Never',
    content: { mode: 'human', freshness: { movedPercent } },
  });
  expect(status).toBe(400);
});
