import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPolicies } from '#src/engine/approval/policies/stored-policies.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { noticeChecks } from '#src/engine/alerts/sampling/notice-checks.ts';
import { isSampled } from '#src/engine/alerts/sampling/is-sampled.ts';
import { searchRecord } from '#src/ledger/search.ts';
import { recordLines } from '#src/ledger/search-file.ts';
import type { Samples } from '#src/shared/samples.ts';
import { policyContentSchema } from '#src/shared/approval.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
let workspaceId: string;
let owner: string;
let reviewer: string;
let policyId: string;
const now = new Date();
const actor = () => ({ kind: 'member' as const, userId: owner, name: 'Ada Byron' });
const policies = () => createPolicies({ app: db.app, clock: () => now });

beforeAll(async () => {
  db = await testDatabase();
  ({ workspaceId, userId: owner } = await newWorkspace(db));
  reviewer = await addMember(db, workspaceId, 'approver');
  const { id } = await policies().make(
    { workspaceId, actor: actor() },
    { name: 'Watched', content: policyContentSchema.parse({ mode: 'auto', sampling: 50 }) },
  );
  policyId = id;
  await db.admin.query(`update rules set approval = $2, changed_by = $3 where workspace_id = $1`, [
    workspaceId,
    policyId,
    owner,
  ]);
});
afterAll(() => db.drop());

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const listed = async (who = reviewer, query = ''): Promise<Samples> =>
  (await ask(who, 'GET', `/reviews/samples${query}`)).body;

let fired = 0;
async function write(): Promise<string> {
  fired += 1;
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + fired / 100 } };
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: { ...fallOf2020, evidence }, trialRunId: null, now }),
  );
  await composeAlert(
    {
      app: db.app,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock: () => now,
      log: { warn: () => undefined },
    },
    { workspaceId, alertId: alertId! },
  );
  return alertId!;
}
/** An alert that is drawn, while its policy draws all. */
async function drawn(): Promise<Samples['items'][number]> {
  const alertId = await write();
  const found = (await listed()).items.find((each) => each.alertId === alertId);
  if (!found) throw new Error('The alert was not drawn.');
  return found;
}
const judge = (who: string, { alertId, revision }: { alertId: string; revision: string }, form: object) =>
  ask(who, 'POST', `/reviews/samples/${alertId}`, { revision, ...form });
const NONE = { verdict: 'none' };

it('draws what the ids and the version say, and nothing of a policy without a share', async () => {
  const alerts = await Promise.all(Array.from({ length: 12 }, write));
  const wanted = alerts.filter((alertId) => isSampled({ alertId, policyId, version: 1 }, 50));
  const { items, policies: counts } = await listed();
  expect(items.map(({ alertId }) => alertId).toSorted()).toEqual(wanted.toSorted());
  expect(counts).toEqual([
    { id: policyId, name: 'Watched', share: 50, sampled: wanted.length, waiting: wanted.length, findings: 0 },
  ]);
  await policies().change({ workspaceId, actor: actor() }, policyId, {
    content: policyContentSchema.parse({ mode: 'auto' }),
  });
  await Promise.all(Array.from({ length: 6 }, write));
  expect((await listed()).items).toHaveLength(wanted.length);
  expect((await listed()).policies[0]?.share).toBeNull();
  await policies().change({ workspaceId, actor: actor() }, policyId, {
    content: policyContentSchema.parse({ mode: 'auto', sampling: 100 }),
  });
  expect((await drawn()).policy).toEqual({ id: policyId, name: 'Watched', version: 3 });
});

it('tells those who may check how many wait, once a working day', async () => {
  const told = async () =>
    (
      await db.admin.query<{ user_id: string; title: string }>(
        `select user_id, title from notifications where workspace_id = $1 and kind = 'checks_waiting' order by created_at`,
        [workspaceId],
      )
    ).rows.map(({ user_id: id, title }) => [id, title]);
  const noticeAt = async (at: string): Promise<void> => {
    const one = () => noticeChecks({ ...db, announce: () => undefined, clock: () => new Date(at) });
    await Promise.all([one(), one()]);
  };
  const open = (await listed()).items.length;
  await noticeAt('2026-03-02T08:59:00Z');
  expect(await told()).toEqual([]);
  await noticeAt('2026-03-02T09:00:00Z');
  // The owner wrote the rule, and can't check.
  expect(await told()).toEqual([[reviewer, `${open} alerts wait for a check`]]);
  await noticeAt('2026-03-02T15:00:00Z');
  expect(await told()).toHaveLength(1);
  await noticeAt('2026-03-03T15:00:00Z');
  expect(await told()).toHaveLength(2);
  await db.admin.query(
    `update supervisory_samples set verdict = 'none', judged_by = $2, judged_at = now() where workspace_id = $1`,
    [workspaceId, `user:${reviewer}`],
  );
  await noticeAt('2026-03-04T15:00:00Z');
  expect(await told()).toHaveLength(2);
  await db.admin.query(
    'update supervisory_samples set verdict = null, judged_by = null, judged_at = null where workspace_id = $1',
    [workspaceId],
  );
});

it('is judged once, by a reviewer who isn’t its author, and only in its workspace', async () => {
  const sample = await drawn();
  const viewer = await addMember(db, workspaceId, 'viewer');
  const stranger = await newWorkspace(db);
  expect((await judge(stranger.userId, sample, NONE)).status).toBe(404);
  expect((await listed(stranger.userId)).items).toEqual([]);
  expect(await judge(viewer, sample, NONE)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await judge(owner, sample, NONE)).toMatchObject({ status: 403, body: { code: 'not_approver' } });
  expect((await listed(owner)).items[0]?.refusal).toContain('changed this rule');
  expect((await listed(reviewer)).items[0]?.refusal).toBeNull();
  const refused = async (form: object) => (await judge(reviewer, sample, form)).body.detail;
  expect(await refused({ verdict: 'finding' })).toBe('Choose what is wrong.');
  expect(await refused({ verdict: 'finding', category: 'fact', note: '  ' })).toBe('Say what you found.');
  expect(await refused({ verdict: 'none', category: 'fact' })).toBe('Only a finding has a category.');
  expect((await judge(reviewer, { ...sample, revision: 'a'.repeat(64) }, NONE)).body.code).toBe(
    'revision_changed',
  );
  const others = await Promise.all(Array.from({ length: 4 }, () => addMember(db, workspaceId, 'approver')));
  const answers = await Promise.all(
    others.map((who) => judge(who, sample, { verdict: 'finding', category: 'fact', note: 'Off by 2%.' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('sample_judged');
  const { items, policies: counts } = await listed(reviewer, '?state=judged');
  expect(items.map(({ alertId, judged }) => [alertId, judged])).toEqual([
    [sample.alertId, expect.objectContaining({ verdict: 'finding', category: 'fact', note: 'Off by 2%.' })],
  ]);
  expect(counts[0]?.findings).toBe(1);
});

it('is on the ledger, in the search and its table, and in the case file', async () => {
  const sample = await drawn();
  await db.admin.query(`update users set user_metadata = '{"first_name":"Grace"}' where id = $1`, [reviewer]);
  expect(
    (await judge(reviewer, sample, { verdict: 'finding', category: 'timing', note: 'Two hours late.' }))
      .status,
  ).toBe(204);
  const search = {
    symbol: null,
    brand: null,
    recipient: null,
    approver: null,
    words: null,
    from: null,
    to: null,
    before: null,
    limit: 50,
  };
  const { items } = await withTenant(db.app, workspaceId, (tx) => searchRecord(tx, search));
  const found = items.find(({ alert }) => alert === sample.alertId)!;
  expect(found.decisions.map(({ decision, by, reason }) => [decision, by, reason])).toEqual([
    ['approved', 'Watched', expect.any(String)],
    ['finding: timing', 'Grace', 'Two hours late.'],
  ]);
  expect(recordLines([found])).toContain('finding: timing by Grace');
  const answer = await testApi(db, { clock: () => now }).request(
    `/ledger/case-file?alert=${sample.alertId}&people=true`,
    { headers: { Authorization: `Bearer ${owner}` } },
  );
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  expect(answer.status).toBe(200);
  // Nothing in it is compressed.
  expect(text).toContain('<td>finding: timing</td><td>Grace</td>');
  expect(text).toContain('Two hours late.');
});
