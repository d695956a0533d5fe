import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { approvalMail } from '#src/engine/alerts/by-email/mail-data.ts';
import { newestRevision, reviewOf } from '#src/engine/alerts/review.ts';
import { contentOf } from '#src/engine/review-chats/content.ts';
import { readAlert } from '#src/engine/review-chats/read-alert.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { ApprovalMailJob } from '#src/engine/enqueue.ts';
import type { Enqueue } from '#src/jobs/queues.ts';
import { searchRecord } from '#src/ledger/search.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

let home: { workspaceId: string; userId: string };
/** Ada is away, Grace is her deputy, Mary is an approver beside them. */
let ada: string;
let grace: string;
let mary: string;
let now: Date;
let jobs: ApprovalMailJob[];
beforeEach(async () => {
  home = await newWorkspace(db);
  [ada, grace, mary] = [await person('Ada'), await person('Grace'), await person('Mary')];
  now = new Date();
  jobs = [];
});

async function person(name: string): Promise<string> {
  const id = await addMember(db, home.workspaceId, 'approver');
  await db.admin.query(
    `update users set user_metadata = jsonb_build_object('first_name', $2::text) where id = $1`,
    [id, name],
  );
  return id;
}

const enqueue: Enqueue = async (tx, queue, ...data) => {
  if (queue === 'approval-mail') jobs.push(...(data as ApprovalMailJob[]));
  else await db.enqueue(tx, queue, ...data);
};
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});
async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await testApi(db, { clock: () => now, enqueue }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

const NO_FILTER = {
  words: null,
  recipient: null,
  symbol: null,
  brand: null,
  approver: null,
  from: null,
  to: null,
};
const local = (at: Date): string => at.toISOString().slice(0, 16);
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
/** From a moment ago until in a week. */
const week = (deputy: string, more: object = {}) => ({
  deputy,
  from: local(inHours(-1)),
  until: local(inHours(24 * 7)),
  timeZone: 'UTC',
  ...more,
});
async function away(who: string, deputy: string, more: object = {}): Promise<string> {
  const set = await ask(who, 'POST', '/team/absences', week(deputy, more));
  expect(set.status, JSON.stringify(set.body)).toBe(201);
  return set.body.id;
}
const absences = async () => (await ask(home.userId, 'GET', '/team/absences')).body.items;

/** An alert that waits under a policy of its own. */
async function waiting(content: object): Promise<string> {
  const { workspaceId } = home;
  const made = await ask(home.userId, 'POST', '/approval-policies', {
    name: `Policy ${Math.random()}`,
    content: { mode: 'human', ...content },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
       'approval', $2::text, 'changed_by', null))).* from rules r where workspace_id = $1 limit 1 returning id`,
    [workspaceId, made.body.id],
  );
  const rule = { ...(await starterRule(db, workspaceId)), id: rows[0]!.id };
  const id = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  if (id === null) throw new Error('The rule made no alert.');
  await composeAlert(deps(), { workspaceId, alertId: id });
  return id;
}
const named = (...people: string[]) => ({ approvers: { roles: [], people } });
const reviewBy = async (who: string, id: string) =>
  (await ask(who, 'GET', `/alerts/${id}/review`)).body.waiting;
async function approve(who: string, id: string) {
  const { revision } = await reviewBy(who, id);
  return ask(who, 'POST', `/alerts/${id}/decision`, { decision: 'approve', revision: revision.hash });
}
const whoAreMailed = async (): Promise<(string | undefined)[]> => {
  const mailed = [];
  for (const job of jobs)
    if (await withTenant(db.app, home.workspaceId, (tx) => approvalMail(tx, job, now)))
      mailed.push(job.userId);
  return mailed;
};

it('lets the deputy decide where the absent member is named, and says for whom everywhere', async () => {
  await away(ada, grace);
  const id = await waiting(named(ada));
  expect((await whoAreMailed()).toSorted()).toEqual([ada, grace].toSorted());
  expect(await reviewBy(grace, id)).toMatchObject({ refusal: null, inPlaceOf: { name: 'Ada' } });
  expect((await reviewBy(mary, id)).refusal).toContain('The approval policy names other people.');
  expect((await approve(grace, id)).status).toBe(200);

  const record = await ask(home.userId, 'GET', `/alerts/${id}/record`);
  expect(record.body.steps).toContainEqual(
    expect.objectContaining({ to: 'approved', actor: 'Grace for Ada' }),
  );
  const [told] = (await ask(home.userId, 'GET', '/team/activity')).body.items;
  expect(told).toMatchObject({ action: 'alert.approved', actor: { name: 'Grace for Ada' } });
  const found = await withTenant(db.app, home.workspaceId, (tx) =>
    searchRecord(tx, { ...NO_FILTER, before: null, limit: 10 }),
  );
  expect(found.items[0]?.decisions[0]?.by).toBe('Grace for Ada');
  const { rows } = await db.admin.query(
    `select body from ledger_entries where workspace_id = $1 and kind = 'decision'`,
    [home.workspaceId],
  );
  const entry = JSON.parse(rows[0].body);
  expect(entry.inPlaceOf).toEqual({ person: expect.any(String), sealed: expect.any(String) });
  expect(rows[0].body).not.toContain('Ada');
  expect(entry.inPlaceOf.person).not.toBe(entry.by.person);
});

it('asks the deputy, and nobody else again, about what waits as an absence begins', async () => {
  await away(ada, grace, { from: local(inHours(1)) });
  const id = await waiting(named(ada));
  const own = await waiting(named(grace));
  expect((await whoAreMailed()).toSorted()).toEqual([ada, grace].toSorted());
  jobs = [];
  const sweepAt = async (minutes: number): Promise<unknown[]> => {
    now = new Date(now.getTime() + minutes * 60_000);
    await lapseReviews(deps());
    return jobs.filter(({ why }) => why === 'waiting').map(({ alertId, userId }) => ({ alertId, userId }));
  };
  expect(await sweepAt(30)).toEqual([]);
  expect(await sweepAt(31)).toEqual([{ alertId: id, userId: grace }]);
  expect(await whoAreMailed()).toContain(grace);
  expect(await sweepAt(10)).toEqual([{ alertId: id, userId: grace }]);
  expect(await reviewBy(grace, own)).toMatchObject({ inPlaceOf: null });
  // In a chat of her own too, she reads for whom.
  const rows = await withTenant(db.app, home.workspaceId, async (tx) => {
    const [about, review, revision] = [
      await readAlert(tx, id),
      await reviewOf(tx, id, grace, now),
      await newestRevision(tx, id),
    ];
    const shown = await contentOf(tx, { ...about!, review: review!, content: revision?.content }, now);
    return shown?.rows.filter(({ label }) => label === 'You decide for');
  });
  expect(rows).toEqual([{ label: 'You decide for', value: expect.stringMatching(/^Ada, until /) }]);
});

it('hands on a name, never a role, a right that the deputy lacks, or what the absent member wrote', async () => {
  const admin = await addMember(db, home.workspaceId, 'admin');
  await away(admin, grace);
  const byRole = await waiting({ approvers: { roles: ['admin'], people: [] } });
  expect((await approve(grace, byRole)).body.code).toBe('not_approver');
  const own = await waiting({ ...named(admin), notAuthor: true });
  await db.admin.query(
    `update rules set changed_by = $2 where id = (select rule_id from alerts where id = $1)`,
    [own, admin],
  );
  expect((await approve(grace, own)).body.code).toBe('not_approver');
  await db.admin.query(
    `update rules set changed_by = $2 where id = (select rule_id from alerts where id = $1)`,
    [own, grace],
  );
  expect((await approve(grace, own)).body.detail).toContain('You changed this rule last');
});

it('counts two people once each: nobody is both, alone or with the member they stand in for', async () => {
  await away(ada, grace);
  const id = await waiting({ ...named(ada, mary), needs: 2 });
  expect((await approve(grace, id)).body.state).toBe('pending_review');
  expect((await reviewBy(mary, id)).approvals).toEqual(['Grace for Ada']);
  expect((await approve(grace, id)).body.state).toBe('pending_review');
  // In person, she takes her own place: her deputy's approval counts no longer.
  expect((await approve(ada, id)).body.state).toBe('pending_review');
  expect((await reviewBy(mary, id)).approvals).toEqual(['Ada']);
  expect((await approve(grace, id)).body.detail).toContain('has approved this already');
  expect((await approve(mary, id)).body.state).not.toBe('pending_review');
});

it('has no chains: a deputy who is away too is skipped', async () => {
  await away(ada, grace);
  await away(grace, mary);
  const id = await waiting(named(ada));
  for (const who of [grace, mary]) expect((await approve(who, id)).body.code).toBe('not_approver');
  expect((await absences()).map(({ skipped }: { skipped: boolean }) => skipped).toSorted()).toEqual([
    false,
    true,
  ]);
  expect((await approve(ada, id)).status).toBe(200);
});

it('asks the deputies of absent owners once an alert escalates, and reminds deputies', async () => {
  await away(home.userId, grace);
  await away(ada, mary);
  const id = await waiting({ ...named(ada), waitsMinutes: 60, unanswered: 'escalate' });
  expect((await approve(grace, id)).body.code).toBe('not_approver');
  now = inHours(0.6);
  await lapseReviews(deps());
  const told = async (title: string) =>
    (
      await db.admin.query<{ user_id: string }>(
        'select user_id from notifications where workspace_id = $1 and title like $2',
        [home.workspaceId, title],
      )
    ).rows.map(({ user_id }) => user_id);
  expect((await told('Reminder%')).toSorted()).toEqual([ada, mary].toSorted());
  now = inHours(0.5);
  jobs = [];
  await lapseReviews(deps());
  expect((await told('No one has reviewed%')).toSorted()).toEqual([home.userId, grace].toSorted());
  expect((await whoAreMailed()).toSorted()).toEqual([home.userId, grace].toSorted());
  expect((await approve(grace, id)).status).toBe(200);
});

it('ends with its time, when it is ended, and when one of the two leaves or is demoted; and stays as history', async () => {
  const id = await away(ada, grace);
  const alert = await waiting(named(ada));
  const may = async () => (await reviewBy(grace, alert)).refusal === null;
  expect(await may()).toBe(true);
  expect((await ask(mary, 'DELETE', `/team/absences/${id}`)).status).toBe(403);
  expect((await ask(ada, 'DELETE', `/team/absences/${id}`)).status).toBe(204);
  expect(await may()).toBe(false);
  expect((await ask(ada, 'DELETE', `/team/absences/${id}`)).status).toBe(404);

  await away(ada, grace);
  expect((await ask(home.userId, 'POST', `/team/members/${ada}/role`, { role: 'viewer' })).status).toBe(204);
  expect(await may()).toBe(false);
  await ask(home.userId, 'POST', `/team/members/${ada}/role`, { role: 'approver' });
  expect(await may(), 'it stays ended').toBe(false);

  await away(ada, grace);
  expect((await ask(home.userId, 'DELETE', `/team/members/${grace}`)).status).toBe(204);
  await away(ada, mary, { until: local(inHours(2)) });
  expect((await reviewBy(mary, alert)).refusal).toBeNull();
  now = inHours(3);
  expect((await reviewBy(mary, alert)).refusal).not.toBeNull();
  const all = await absences();
  expect(all).toHaveLength(4);
  expect(all.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('over'));
  expect(all.map(({ ended }: { ended: string }) => ended)).toEqual(
    expect.arrayContaining(['ended', 'member', null]),
  );
  expect(all).toContainEqual(
    expect.objectContaining({ deputy: { userId: null, name: 'Former member' }, ended: 'member' }),
  );
});

it('is set by the member, or by owners and admins for another, in this workspace only', async () => {
  const viewer = await addMember(db, home.workspaceId, 'viewer');
  const stranger = await newWorkspace(db);
  const set = (who: string, body: object) => ask(who, 'POST', '/team/absences', body);
  const refused = async (who: string, body: object) => (await set(who, body)).body.detail;
  expect((await set(mary, week(grace, { member: ada }))).status).toBe(403);
  expect(await refused(ada, week(ada))).toBe('Choose another person as deputy.');
  expect(await refused(ada, week(viewer))).toContain('A deputy is an owner, an admin or an approver');
  expect(await refused(ada, week(stranger.userId))).toContain(
    'A deputy is an owner, an admin or an approver',
  );
  expect(await refused(viewer, week(grace))).toContain('only they need a deputy');
  expect((await set(home.userId, week(grace, { member: ada }))).status).toBe(201);
  expect(await refused(ada, week(mary))).toContain('There is a deputy in that time already.');
  const { rows } = await db.admin.query(
    `select title from notifications where workspace_id = $1 and user_id = $2 and kind = 'deputy_set'`,
    [home.workspaceId, grace],
  );
  expect(rows).toEqual([{ title: 'You decide for Ada' }]);
  // Ada didn't say so herself.
  const { rows: told } = await db.admin.query(
    `select title, text from notifications where workspace_id = $1 and user_id = $2 and kind = 'deputy_set'`,
    [home.workspaceId, ada],
  );
  expect(told).toEqual([{ title: 'Grace decides for you', text: expect.stringContaining('entered it.') }]);

  const [{ id }] = await absences();
  expect((await ask(stranger.userId, 'DELETE', `/team/absences/${id}`)).status).toBe(404);
  expect((await ask(stranger.userId, 'GET', '/team/absences')).body.items).toEqual([]);
  const seen = await withTenant(db.app, stranger.workspaceId, (tx) =>
    tx.execute('select 1 from deputy_periods'),
  );
  expect(seen.rows).toEqual([]);
});
