import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { Role } from '#src/shared/permissions.ts';
import { type DecidedTogether, TOGETHER_MAX, type ToDecide } from '#src/shared/review.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

type Home = { workspaceId: string; userId: string };
let home: Home;
const now = new Date();
beforeEach(async () => {
  home = await newWorkspace(db);
});

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});

async function ask(who: string, method: string, path: string, body?: unknown, headers = {}) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
const decide = (who: string, alerts: readonly ToDecide[], more: object = {}) =>
  ask(who, 'POST', '/reviews/decisions', { decision: 'approve', alerts, ...more });

/** An alert of a rule of its own that waits under a policy, and what a decision about it names. */
async function waiting(approval = 'human', { workspaceId, userId }: Home = home): Promise<ToDecide> {
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
  const { body } = await ask(userId, 'GET', `/alerts/${id}/review`);
  return { id, revision: body.waiting.revision.hash };
}

async function policy(content: object): Promise<string> {
  const form = { name: newId().slice(-12), content: { mode: 'human', ...content } };
  const { status, body } = await ask(home.userId, 'POST', '/approval-policies', form);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
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
      `select subject, body from ledger_entries where workspace_id = $1 and kind = 'decision' order by sequence`,
    )
  ).map(({ subject, body }) => ({ subject, ...JSON.parse(body) }));
const refused = (code: string) => ({ state: null, refusal: { code, detail: expect.any(String) } });
const codes = ({ items }: DecidedTogether) => items.map(({ state: is, refusal }) => is ?? refusal?.code);

it('decides on each by itself: what refuses one leaves the others decided', async () => {
  const [one, edited, broken, other] = [await waiting(), await waiting(), await waiting(), await waiting()];
  const alone = await waiting(await policy({}));
  const stranger = await newWorkspace(db);
  const foreign = await waiting('human', stranger);
  await decide(home.userId, [other], { decision: 'reject', reason: 'Old news' });
  // What is stored was changed behind the program's back.
  await db.admin.query(`update revisions set content = content || '{"language":"xx"}' where alert_id = $1`, [
    broken.id,
  ]);
  const last = await waiting();
  const named = [one, { ...edited, revision: 'a'.repeat(64) }, broken, other, alone, foreign, last];
  const { status, body } = await decide(home.userId, named);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.items).toEqual([
    { id: one.id, state: 'approved', refusal: null },
    { id: edited.id, ...refused('revision_changed') },
    { id: broken.id, ...refused('alert_damaged') },
    { id: other.id, ...refused('alert_not_waiting') },
    { id: alone.id, ...refused('not_together') },
    { id: foreign.id, ...refused('not_found') },
    { id: last.id, state: 'approved', refusal: null },
  ]);
  for (const { id } of [edited, broken, alone, foreign]) expect(await state(id)).toBe('pending_review');
  expect(await fanOuts()).toHaveLength(2);
  expect(await decisions()).toMatchObject([
    { subject: other.id, decision: 'rejected', reason: 'Old news', about: { together: 1 } },
    { subject: one.id, decision: 'approved', revision: one.revision, about: { together: 7 } },
    { subject: last.id, decision: 'approved', about: { together: 7 } },
  ]);
  // By itself it can be decided, and the ledger doesn't say that others were.
  const { revision } = alone;
  const path = `/alerts/${alone.id}/decision`;
  expect((await ask(home.userId, 'POST', path, { decision: 'approve', revision })).status).toBe(200);
  expect((await decisions()).at(-1).about).not.toHaveProperty('together');
});

it('refuses a request that names too many, one twice, none, or no reason, and decides nothing', async () => {
  const one = await waiting();
  const many = Array.from({ length: TOGETHER_MAX }, () => ({ ...one, id: newId() }));
  for (const [alerts, detail] of [
    [[one, ...many], 'You can decide on 100 alerts at once.'],
    [[one, one], 'Name each alert once.'],
    [[one, { ...one, id: one.id.toUpperCase() }], 'Name each alert once.'],
    [[], 'Name at least one alert.'],
  ] as const)
    expect(await decide(home.userId, alerts)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', detail },
    });
  expect(await decide(home.userId, [one], { decision: 'reject' })).toMatchObject({
    status: 400,
    body: { detail: 'Say why you reject them.' },
  });
  for (const role of ['editor', 'viewer'] satisfies Role[]) {
    const who = await addMember(db, home.workspaceId, role);
    expect(await decide(who, [one])).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  expect(await state(one.id)).toBe('pending_review');
  // A hundred are taken.
  const { body } = await decide(home.userId, [one, ...many.slice(1)]);
  expect(codes(body)).toEqual(['approved', ...Array(TOGETHER_MAX - 1).fill('not_found')]);
});

it('makes one decision about each, however many requests come at once', async () => {
  const alerts = [await waiting(), await waiting(), await waiting()];
  const people = [home.userId, await addMember(db, home.workspaceId, 'approver')];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      // In both orders, so that they meet in the middle.
      decide(people[n % 2]!, n % 3 ? alerts : alerts.toReversed()),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const items = answers.flatMap(({ body }) => (body as DecidedTogether).items);
  for (const { id } of alerts) {
    const about = items.filter((each) => each.id === id);
    expect(about.filter((each) => each.state === 'approved')).toHaveLength(1);
    expect(about.filter(({ refusal }) => refusal?.code === 'alert_not_waiting')).toHaveLength(19);
  }
  expect(await fanOuts()).toHaveLength(3);
  expect((await decisions()).map(({ subject }) => subject).toSorted()).toEqual(
    alerts.map(({ id }) => id).toSorted(),
  );
});

it('obeys what the policy says of people', async () => {
  const approver = await addMember(db, home.workspaceId, 'approver');
  const pair = await waiting(await policy({ together: true, needs: 2 }));
  const owners = await waiting(await policy({ together: true, approvers: { roles: ['owner'] } }));
  const first = await decide(approver, [pair, owners]);
  expect(first.body.items).toEqual([
    { id: pair.id, state: 'pending_review', refusal: null },
    {
      id: owners.id,
      state: null,
      refusal: {
        code: 'not_approver',
        detail: 'The approval policy names other people. Ask one of them to decide.',
      },
    },
  ]);
  expect(codes((await decide(home.userId, [pair, owners])).body)).toEqual(['approved', 'approved']);
});

it('answers a repeated request as it did at first', async () => {
  const one = await waiting();
  const key = { 'Idempotency-Key': newId() };
  const form = { decision: 'approve', alerts: [one] };
  const send = () => ask(home.userId, 'POST', '/reviews/decisions', form, key);
  const first = await send();
  expect(codes(first.body)).toEqual(['approved']);
  const again = await send();
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});

it('lists what a decision names, and whether the policy lets it be one of several', async () => {
  const human = await waiting();
  const own = await waiting(await policy({ together: true }));
  const off = await waiting(await policy({ together: false }));
  const silent = await waiting(await policy({}));
  // From before there was a choice.
  const old = await waiting();
  await db.admin.query(
    `update alert_assessments set policy_content = policy_content - 'together' where alert_id = $1`,
    [old.id],
  );
  const { body } = await ask(home.userId, 'GET', '/reviews');
  const listed = new Map(body.items.map((item: { id: string }) => [item.id, item]));
  for (const [{ id, revision }, together] of [
    [human, true],
    [own, true],
    [off, false],
    [silent, false],
    [old, false],
  ] as const)
    expect(listed.get(id)).toMatchObject({ revision, together });
});
