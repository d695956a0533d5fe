import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { connections, destinations } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, paced, sendToReaders, starterRule } from '#tests/support/workspace.ts';
import { composeAlert } from '../../alerts/compose.ts';
import { createFollowUps } from '../../alerts/follow-ups/follow-ups.ts';
import type { LookUp, SendOutcome, Sought } from '../../channels/channel.ts';
import { addChannel, channelOf } from '../../channels/registry.ts';
import { fireRule } from '../../events/fire-rule.ts';
import { deliverAlert } from '../deliver.ts';
import { sweepDeliveries } from '../sweep.ts';
import type { UnknownPolicy } from '#src/shared/connections.ts';
import type { Resolution } from '#src/shared/delivery-log.ts';
import { createResolutions } from './decide.ts';
import { resolveUnknown } from './resolve.ts';

const INSTANCE = '00000000-0000-7000-8000-000000000009';
const BOARD = 'test-board';

let db: TestDatabase;
let now: number;
/** What the provider does with the next messages, and what it says when it's asked. */
let sends: SendOutcome[];
let asked: Sought[];
let says: (sought: Sought) => LookUp;
let remove: () => void;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => {
  now = Date.now();
  sends = [];
  asked = [];
  says = () => ({ found: 'absent' });
  remove = addChannel({
    ...channelOf('email'),
    kind: BOARD,
    planClass: 'included',
    address: null,
    destination: { label: 'Board', placeholder: 'board-1', normalize: (typed) => typed },
    lookUp: { cost: null, find: async () => ({ found: 'absent' }) },
  });
});
afterEach(() => remove());
afterAll(() => db.drop());

const clock = () => new Date(now);
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock,
  instanceId: INSTANCE,
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(8),
  send: async (): Promise<SendOutcome> => sends.shift() ?? { outcome: 'sent', providerMessageId: 'later' },
  find: async (_: unknown, sought: Sought): Promise<LookUp> => {
    asked.push(sought);
    return says(sought);
  },
  onError: (error: unknown) => {
    throw error;
  },
});

type Job = { workspaceId: string; alertId: string };

/** An alert on its way to two boards. The answer to the first message never comes. */
async function unanswered(): Promise<Job> {
  const { workspaceId } = await newWorkspace(db);
  await sendToReaders(db, workspaceId);
  const times = { createdAt: clock(), updatedAt: clock() };
  for (const name of ['board-1', 'board-2']) {
    const [connectionId, id] = [newId(), newId()];
    await withTenant(db.app, workspaceId, async (tx) => {
      await tx.insert(connections).values({ workspaceId, id: connectionId, channel: BOARD, name, ...times });
      await tx.insert(destinations).values({ workspaceId, id, connectionId, name, address: name, ...times });
    });
    await db.admin.query(
      `insert into route_targets (workspace_id, id, route_id, destination_id)
       select $1, $2, id, $2 from routes where workspace_id = $1`,
      [workspaceId, id],
    );
  }
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  const job = { workspaceId, alertId: alertId! };
  await composeAlert(deps(), job);
  sends = [
    { outcome: 'unknown', reason: 'No answer came.' },
    { outcome: 'sent', providerMessageId: 'first' },
  ];
  await deliverAlert(deps(), job);
  return job;
}

const look = async (text: string, { alertId }: Job) => (await db.admin.query(text, [alertId])).rows;
const stateOf = async (job: Job) => (await look('select state from alerts where id = $1', job))[0]?.state;
const deliveriesOf = (job: Job) =>
  look(
    `select state, attempts, provider_message_id as id, next_attempt_at as next
       from deliveries where alert_id = $1 order by state`,
    job,
  );
const attemptsOf = (job: Job) =>
  look('select n, outcome, detail from attempts where alert_id = $1 order by finished_at, n, id', job);
const outcomesOf = async ({ workspaceId, alertId }: Job) => {
  const { rows } = await db.admin.query<{ outcome: string }>(
    `select d ->> 'outcome' as outcome from ledger_windows w, jsonb_array_elements(w.body::jsonb -> 'deliveries') d
      where w.workspace_id = $1 and w.alert_id = $2 order by w.id`,
    [workspaceId, alertId],
  );
  return rows.map(({ outcome }) => outcome).toSorted();
};

test('a message that is there was sent: on the delivery, the alert, the record and the ledger', async () => {
  const job = await unanswered();
  expect(await stateOf(job)).toBe('partly_sent');
  expect(await resolveUnknown(deps())).toBe(0);
  expect(asked).toEqual([]);

  now += 3_000;
  says = () => ({ found: 'there', providerMessageId: 'found-1' });
  expect(await resolveUnknown(deps())).toBe(1);
  const [sought] = asked;
  expect(sought?.address).toMatch(/^board-[12]$/);
  expect(sought?.prepared.text).toContain('S&P 500');
  expect(sought?.taken).toEqual(new Set());
  expect(sought?.since).toBe(now - 3_000 - 60_000);
  expect(await deliveriesOf(job)).toMatchObject([
    { state: 'sent', next: null },
    { state: 'sent', next: null },
  ]);
  expect((await deliveriesOf(job)).map(({ id }) => id).toSorted()).toEqual(['first', 'found-1']);
  expect(await stateOf(job)).toBe('sent');
  expect((await attemptsOf(job)).map(({ detail }) => detail).toSorted()).toEqual([
    'No answer came.',
    'accepted as first',
    'found at the provider as found-1',
  ]);
  expect(await outcomesOf(job)).toEqual(['sent', 'sent', 'unknown']);
  // It's over: nobody asks again.
  now += 3_600_000;
  expect(await resolveUnknown(deps())).toBe(0);
  expect(asked).toHaveLength(1);
});

test('a message that isn’t there goes out again, once nothing can be on its way any more', async () => {
  const job = await unanswered();
  for (const age of [3_000, 15_000]) {
    now += age === 3_000 ? 3_000 : 12_000;
    expect(await resolveUnknown(deps())).toBe(0);
  }
  expect(asked).toHaveLength(2);
  now += 30_000;
  expect(await resolveUnknown(deps())).toBe(1);
  expect(asked).toHaveLength(3);
  expect((await deliveriesOf(job)).map(({ state }) => state)).toEqual(['retry', 'sent']);
  await deliverAlert(deps(), job);
  expect(await deliveriesOf(job)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  expect(await stateOf(job)).toBe('sent');
  expect((await attemptsOf(job)).map(({ n, outcome }) => `${n} ${outcome}`).toSorted()).toEqual([
    '1 retry',
    '1 sent',
    '1 unknown',
    '2 sent',
  ]);
});

test('what nobody can tell stays unknown, and is asked five times in half an hour', async () => {
  const job = await unanswered();
  says = () => ({ found: 'unclear', problem: 'Nobody answers.' });
  for (let second = 0; second < 2_400; second += 1) {
    now += 1_000;
    if ([3, 15, 45, 300, 1_800].includes(second + 1) || second % 400 === 0) await resolveUnknown(deps());
  }
  expect(asked).toHaveLength(5);
  expect(await deliveriesOf(job)).toMatchObject([
    { state: 'sent' },
    { state: 'unknown', next: null, attempts: 1 },
  ]);
  expect(await stateOf(job)).toBe('partly_sent');
});

test('of several processes one asks, and a channel that fails holds up no other', async () => {
  const job = await unanswered();
  const other = await unanswered();
  now += 3_000;
  const failing = new Set([
    (await look("select id from deliveries where alert_id = $1 and state = 'unknown'", job))[0]?.id,
  ]);
  says = ({ deliveryId }) => {
    if (failing.has(deliveryId)) throw new Error('The channel broke.');
    return { found: 'there', providerMessageId: 'found-2' };
  };
  const errors: unknown[] = [];
  const both = { ...deps(), onError: (error: unknown) => void errors.push(error) };
  const resolved = await Promise.all([resolveUnknown(both), resolveUnknown(both)]);
  expect(resolved.toSorted()).toEqual([0, 1]);
  expect(asked).toHaveLength(2);
  expect(errors).toHaveLength(1);
  expect(await stateOf(other)).toBe('sent');
  expect(await stateOf(job)).toBe('partly_sent');
});

test('emails that wait to be decided keep no other channel waiting', async () => {
  const job = await unanswered();
  await db.admin.query(
    `insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id, purpose, send_no,
                             state, attempts, next_attempt_at, created_at, updated_at)
     select workspace_id, gen_random_uuid(), event_month, alert_id, fan_out_id, rendition_id, 'email', gen_random_uuid(), purpose,
            send_no, 'unknown', 1, next_attempt_at - interval '1 hour', created_at, updated_at
       from deliveries, generate_series(1, 50) where alert_id = $1 and state = 'unknown'`,
    [job.alertId],
  );
  now += 3_000;
  says = () => ({ found: 'there', providerMessageId: 'found-5' });
  expect(await resolveUnknown(deps())).toBe(1);
  expect(asked).toHaveLength(1);
});

test('one message is never two deliveries’, though both are looked for at once', async () => {
  const job = await unanswered();
  // The other board's answer is lost as well, and both boards are one place now.
  await db.admin.query(
    `update deliveries set state = 'unknown', provider_message_id = null, next_attempt_at = updated_at where alert_id = $1`,
    [job.alertId],
  );
  await db.admin.query(
    `with one as (select target_id from deliveries where alert_id = $1 order by target_id limit 1)
     update deliveries set target_id = (select target_id from one), send_no = case target_id when (select target_id from one) then 1 else 2 end
      where alert_id = $1`,
    [job.alertId],
  );
  now += 3_000;
  says = ({ taken }) =>
    taken.has('only') ? { found: 'absent' } : { found: 'there', providerMessageId: 'only' };
  expect(await resolveUnknown(deps())).toBe(1);
  expect(asked).toHaveLength(2);
  expect((await deliveriesOf(job)).map(({ state }) => state)).toEqual(['sent', 'unknown']);
  // Later the other one knows better.
  now += 42_000;
  await resolveUnknown(deps());
  expect((await deliveriesOf(job)).map(({ state }) => state)).toEqual(['retry', 'sent']);
});

test('what a dead process left is looked for too', async () => {
  const job = await unanswered();
  await db.admin.query(
    `update deliveries set state = 'sending', next_attempt_at = null, lease_until = now() where alert_id = $1 and state = 'unknown'`,
    [job.alertId],
  );
  await db.admin.query('delete from attempts where alert_id = $1 and outcome = $2', [job.alertId, 'unknown']);
  await sweepDeliveries({ ...deps(), isDead: async (id) => id === INSTANCE });
  expect((await deliveriesOf(job)).map(({ state }) => state)).toEqual(['sent', 'unknown']);
  now += 3_000;
  says = () => ({ found: 'there', providerMessageId: 'found-3' });
  expect(await resolveUnknown(deps())).toBe(1);
  expect(await stateOf(job)).toBe('sent');
});

test('a late answer that came first stays', async () => {
  const job = await unanswered();
  now += 3_000;
  says = () => ({ found: 'there', providerMessageId: 'found-4' });
  const late: ReturnType<typeof deps> = {
    ...deps(),
    find: async (_, sought) => {
      await db.admin.query(
        `update deliveries set state = 'sent', provider_message_id = 'late' where alert_id = $1 and state = 'unknown'`,
        [job.alertId],
      );
      return says(sought);
    },
  };
  expect(await resolveUnknown(late)).toBe(0);
  expect((await deliveriesOf(job)).map(({ id }) => id).toSorted()).toEqual(['first', 'late']);
});

const ADA = { kind: 'member' as const, userId: null, name: 'Ada' };
async function decide(job: Job, as: Resolution, workspaceId = job.workspaceId): Promise<void> {
  const { rows } = await db.admin.query<{ id: string }>(
    `select id from deliveries where alert_id = $1 order by state = 'unknown' desc limit 1`,
    [job.alertId],
  );
  await createResolutions(deps())({ workspaceId, actor: ADA }, rows[0]!.id, as);
}

test('a person says that it arrived, or that it didn’t: under that name, on the attempt and the ledger', async () => {
  const arrived = await unanswered();
  await decide(arrived, 'arrived');
  expect(await deliveriesOf(arrived)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  expect((await deliveriesOf(arrived)).map(({ id }) => id)).toContain(null);
  expect(await stateOf(arrived)).toBe('sent');
  expect((await attemptsOf(arrived)).map(({ detail }) => detail)).toContain('Ada confirmed that it arrived');
  expect(await outcomesOf(arrived)).toEqual(['sent', 'sent', 'unknown']);

  const lost = await unanswered();
  await decide(lost, 'lost');
  expect((await deliveriesOf(lost)).map(({ state }) => state)).toEqual(['rejected', 'sent']);
  expect(await stateOf(lost)).toBe('partly_sent');
  const { rows } = await db.admin.query(
    `select action, subject, actor_name as by from activity where workspace_id = $1 and action like 'delivery.%'`,
    [lost.workspaceId],
  );
  expect(rows).toEqual([{ action: 'delivery.lost', subject: 'Email', by: 'Ada' }]);
  // Neither is looked for any more.
  now += 3_000;
  await resolveUnknown(deps());
  expect(asked).toEqual([]);
});

test('a person has it sent again, once', async () => {
  const job = await unanswered();
  await decide(job, 'send_again');
  await expect(decide(job, 'send_again')).rejects.toMatchObject({ code: 'not_found' });
  await deliverAlert(deps(), job);
  expect(await deliveriesOf(job)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  expect((await deliveriesOf(job)).map(({ id }) => id).toSorted()).toEqual(['first', 'later']);
  expect(await stateOf(job)).toBe('sent');
});

test('what isn’t unknown, or is another workspace’s, can’t be settled', async () => {
  const job = await unanswered();
  const other = await unanswered();
  await expect(decide(job, 'arrived', other.workspaceId)).rejects.toMatchObject({ code: 'not_found' });
  await decide(job, 'arrived');
  await expect(decide(job, 'lost')).rejects.toMatchObject({ code: 'not_found' });
});

const NEVER: LookUp = { found: 'unclear', problem: 'It can’t be asked.', never: true };
async function setPolicy({ workspaceId }: Job, policy: UnknownPolicy): Promise<void> {
  await db.admin.query('update connections set when_unknown = $2 where workspace_id = $1', [
    workspaceId,
    policy,
  ]);
}
const decidedOn = async (job: Job) =>
  look(
    'select state, reason, decided_by as by, next_attempt_at as next from deliveries where alert_id = $1 and decided_by is not null',
    job,
  );
const recordedBy = async ({ workspaceId, alertId }: Job) => {
  const { rows } = await db.admin.query<{ by: string }>(
    `select d ->> 'decidedBy' as by from ledger_windows w, jsonb_array_elements(w.body::jsonb -> 'deliveries') d
      where w.workspace_id = $1 and w.alert_id = $2 and d ? 'decidedBy'`,
    [workspaceId, alertId],
  );
  return rows.map(({ by }) => by);
};

test('a setting has it sent again once nothing can be on its way any more, and once only', async () => {
  const job = await unanswered();
  await setPolicy(job, 'resend');
  says = () => NEVER;
  now += 3_000;
  expect(await resolveUnknown(deps())).toBe(0);
  now += 42_000;
  expect(await resolveUnknown(deps())).toBe(1);
  expect(await decidedOn(job)).toMatchObject([
    { state: 'retry', by: 'resend', reason: expect.stringContaining('setting sends it again') },
  ]);
  expect(await recordedBy(job)).toEqual(['resend']);
  sends = [{ outcome: 'unknown', reason: 'No answer came.' }];
  await deliverAlert(deps(), job);
  for (const ms of [3_000, 42_000, 2_000_000]) {
    now += ms;
    expect(await resolveUnknown(deps())).toBe(0);
  }
  expect(await decidedOn(job)).toMatchObject([{ state: 'unknown', next: null }]);
  expect(await recordedBy(job)).toEqual(['resend']);
});

test('a setting leaves it as it is, on the attempt and the ledger; without one, a member decides', async () => {
  const left = await unanswered();
  await setPolicy(left, 'leave');
  const asking = await unanswered();
  says = () => NEVER;
  now += 45_000;
  expect(await resolveUnknown(deps())).toBe(1);
  expect(await decidedOn(left)).toMatchObject([{ state: 'unknown', by: 'leave', next: null }]);
  expect((await attemptsOf(left)).map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('setting leaves it as it is'),
  );
  expect(await recordedBy(left)).toEqual(['leave']);
  expect(await stateOf(left)).toBe('partly_sent');
  expect(await decidedOn(asking)).toEqual([]);
  const looks = asked.length;
  now += 3_600_000;
  expect(await resolveUnknown(deps())).toBe(0);
  expect(asked).toHaveLength(looks);
});

test('what would certainly be there twice isn’t sent again by a setting', async () => {
  const partly = await unanswered();
  await setPolicy(partly, 'resend');
  says = () => ({ ...NEVER, partly: true });
  now += 45_000;
  expect(await resolveUnknown(deps())).toBe(0);
  expect(await decidedOn(partly)).toEqual([]);
  const reported = await unanswered();
  await setPolicy(reported, 'resend');
  await look(
    `update deliveries set delivered_at = now() where alert_id = $1 and state = 'unknown'`,
    reported,
  );
  says = () => NEVER;
  now += 45_000;
  expect(await resolveUnknown(deps())).toBe(0);
  expect(await decidedOn(reported)).toEqual([]);
  expect((await deliveriesOf(reported)).map(({ state }) => state)).toEqual(['sent', 'unknown']);
});

test('earlier words aren’t sent again after a correction, by a setting or a person', async () => {
  const job = await unanswered();
  await setPolicy(job, 'resend');
  const { workspaceId, alertId } = job;
  await createFollowUps(deps()).write({ workspaceId, actor: ADA }, alertId, {
    purpose: 'correction',
    headline: 'Trading was halted before the close',
    text: 'The market stopped early.',
  });
  says = () => NEVER;
  now += 45_000;
  expect(await resolveUnknown(deps())).toBe(0);
  expect(await decidedOn(job)).toEqual([]);
  await expect(decide(job, 'send_again')).rejects.toMatchObject({
    code: 'delivery_superseded',
    message: expect.stringContaining('corrected since'),
  });
  expect((await deliveriesOf(job)).map(({ state }) => state)).toContain('unknown');
  // The correction's own words may go again.
  sends = [{ outcome: 'unknown', reason: 'No answer came.' }];
  await decide(job, 'arrived');
  await deliverAlert(deps(), job);
  await decide(job, 'send_again');
  expect((await deliveriesOf(job)).map(({ state }) => state)).toEqual(['retry', 'sent', 'sent', 'sent']);
});
