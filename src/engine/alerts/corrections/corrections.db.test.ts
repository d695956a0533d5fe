import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listBarCorrections, waitingBarCorrections } from '#src/db/queries/bar-corrections.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { PolicyContent } from '#src/shared/approval.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { statementsOf } from '#tests/support/statements.ts';
import {
  addMember,
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  SPX_ID,
  starterRule,
} from '#tests/support/workspace.ts';
import { standardContent } from '../../approval/policies/standard.ts';
import { createPolicies } from '../../approval/policies/stored-policies.ts';
import type { ClaimedDelivery } from '../../delivery/claimed.ts';
import { deliverAlert } from '../../delivery/deliver.ts';
import { barOfEvidence } from '../../detectors/evidence-bar.ts';
import { runRules } from '../../evaluation/conditions/rules-run.ts';
import { fireRule } from '../../events/fire-rule.ts';
import { importBatch, storeBars } from '../../market/bars/bar-store.ts';
import { keepActions } from '../../market/splits/suspected-store.ts';
import { composeAlert } from '../compose.ts';
import { createFollowUps } from '../follow-ups/follow-ups.ts';
import { storedOf } from '../follow-ups/decide-follow-up.ts';
import { dismissCorrection } from './dismiss.ts';
import { fillEvidence } from './fill-evidence.ts';
import { findCorrected } from './find.ts';
import { forgetChecks } from './forget-checks.ts';
import { judgeCorrected } from './judge.ts';
import { readCheck } from './read-check.ts';
import { settle } from './settle.ts';
import { sweepCorrections } from './sweep-corrections.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

let now = 0;
let got: { address: string; purpose: string; title: string; text: string }[] = [];
let here = { workspaceId: '', userId: '', email: '' };

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(now),
  instanceId: '00000000-0000-7000-8000-000000000021',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(16),
  send: async ({ address, purpose, prepared }: ClaimedDelivery) => {
    got.push({ address, purpose, title: prepared.title ?? '', text: prepared.text });
    return { outcome: 'sent', providerMessageId: newId() } as const;
  },
});
const tenant = <T>(run: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, here.workspaceId, run);
const actor = () => ({ kind: 'member' as const, userId: here.userId, name: 'Ada Byron' });

const { evidence } = fallOf2020;
const SERIES = { instrumentId: SPX_ID, timeframe: '1d' as const };
const seen = evidence.bars.map((bar) => barOfEvidence(bar)!);
/** The bar of the event as a source corrects it. */
const corrected = (change: Partial<Pick<Bar, 'close' | 'volume' | 'low'>>): Bar => ({
  ...seen[1]!,
  ...change,
});
const correct = (change: Parameters<typeof corrected>[0]) =>
  importBatch(db.system, SERIES, [corrected(change)]);

beforeEach(async () => {
  now = Date.parse('2026-03-02T23:30:00Z');
  got = [];
  await db.admin.query('delete from instrument_splits');
  await storeBars(db.system, SERIES, seen);
  await db.admin.query('delete from bar_changes');
  here = await newWorkspace(db);
  await addReaders(db.admin, here.workspaceId, ['reader@reader.example']);
  await sendToReaders(db, here.workspaceId);
});

async function fire(of: Partial<Detection> = {}): Promise<string> {
  const rule = await starterRule(db, here.workspaceId);
  const detection = { ...fallOf2020, ...of };
  const alertId = await tenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: new Date(now) }),
  );
  await composeAlert(deps(), { workspaceId: here.workspaceId, alertId: alertId! });
  await deliver(alertId!);
  return alertId!;
}
const deliver = (alertId: string) => deliverAlert(deps(), { workspaceId: here.workspaceId, alertId });
const list = (alertId: string) => tenant((tx) => listBarCorrections(tx, alertId));
const waiting = () => tenant((tx) => waitingBarCorrections(tx, 50));
const followUps = () => createFollowUps(deps());
const decide = async (alertId: string, decision: 'approve' | 'reject' = 'approve') => {
  const { items } = await followUps().list(here.workspaceId, alertId);
  const { id, revision } = items.at(-1)!;
  const person = { userId: here.userId, name: 'Ada Byron', email: here.email };
  const by = { workspaceId: here.workspaceId, actor: actor(), person };
  return followUps().decide(by, alertId, id, { decision, revision, reason: 'Checked.' });
};
const dismiss = async (alertId: string, reason: string) =>
  dismissCorrection(deps(), {
    workspaceId: here.workspaceId,
    alertId,
    id: (await list(alertId))[0]!.id,
    form: { reason },
    by: { userId: here.userId, name: 'Ada Byron', email: here.email },
    actor: actor(),
  });
/** Other updates and corrections of the alert that were rejected, as many as it may have. */
const addRejected = (alertId: string, writtenBy: string) =>
  db.admin.query(
    `insert into follow_ups (workspace_id, id, alert_id, purpose, send_no, revision_id, state, written_by, created_at, decided_at)
     select workspace_id, gen_random_uuid(), alert_id, purpose, 100 + n + (select count(*) from follow_ups), revision_id, 'rejected', $2,
            created_at - interval '1 hour', now()
       from (select * from follow_ups where alert_id = $1 limit 1) f, generate_series(1, 20) n`,
    [alertId, writtenBy],
  );
const ledger = async (kind: string) =>
  (
    await db.admin.query<{ body: string }>(
      'select body from ledger_entries where workspace_id = $1 and kind = $2 order by sequence',
      [here.workspaceId, kind],
    )
  ).rows.map(({ body }) => JSON.parse(body));
const notified = async () =>
  (
    await db.admin.query<{ title: string }>(
      `select title from notifications where workspace_id = $1 and kind = 'correction_waiting'`,
      [here.workspaceId],
    )
  ).rows.map(({ title }) => title);

/** An endpoint that subscribes to the states of alerts. */
const withEndpoint = () =>
  db.admin.query(
    `insert into connections (workspace_id, id, channel, name, settings, created_at, updated_at)
     values ($1, $2, 'webhook', 'Desk', '{"events":"alerts"}', now(), now())`,
    [here.workspaceId, newId()],
  );
const eventTypes = async () =>
  (
    await db.admin.query<{ type: string }>(
      'select type from lifecycle_events where workspace_id = $1 order by seq',
      [here.workspaceId],
    )
  ).rows.map(({ type }) => type);

it('proposes a correction with what was said and what is right, and sends it once it is approved', async () => {
  const alertId = await fire();
  const [first] = got;
  await withEndpoint();
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  const [found] = await list(alertId);
  expect(found).toMatchObject({ state: 'waiting', cause: 'bar', triggers: true, problem: null });
  expect(found?.bars).toEqual([
    {
      symbol: 'SPX',
      timeframe: '1d',
      time: '2020-03-16T04:00:00.000Z',
      field: 'close',
      said: '2386.129883',
      right: '2400',
    },
  ]);
  expect(found?.figures).toContainEqual({
    label: 'Change',
    of: 'figures.change_pct',
    said: '-11.98%',
    right: '-11.47%',
  });
  expect(found?.figures.map(({ right }) => right)).toContain('2,400.00');
  expect(await notified()).toEqual(['A correction waits for your approval']);
  expect((await waiting()).items.map((each) => each.alertId)).toEqual([alertId]);
  // Among many checks that ended, what waits is found by an index of its own. It isn't deleted, however old it is.
  await forgetChecks(db);
  const plan = await tenant(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    const made = await statementsOf(() => waitingBarCorrections(tx, 1));
    const count = made.find((text) => text.includes('count(*)'));
    return (
      await tx.execute<{ 'QUERY PLAN': string }>(
        sql.raw(`explain ${count?.replace('$1', `'differs'`).replace('$2', `'waiting'`)}`),
      )
    ).rows;
  });
  expect(JSON.stringify(plan)).toContain('bar_corrections_waiting');
  // The rule sends without a review; its correction waits all the same.
  await deliver(alertId);
  expect(got).toHaveLength(1);

  const { items } = await followUps().list(here.workspaceId, alertId);
  expect(items).toMatchObject([{ purpose: 'correction', writtenBy: 'Bellwire', ownFigures: [] }]);
  await decide(alertId);
  await deliver(alertId);
  expect(got.map(({ purpose }) => purpose)).toEqual(['first', 'correction']);
  const sent = got[1]!;
  expect(sent.title).toBe('Correction: Change: -11.47%, not -11.98%');
  expect(sent.text).toContain('Prices behind this alert were corrected after it was published.');
  expect(sent.text).toContain('-11.47% (we said -11.98%)');
  expect(sent.text).toContain(`This corrects our alert: ${first!.title}`);
  expect((await list(alertId))[0]).toMatchObject({ state: 'corrected', reason: 'Checked.' });
  expect((await waiting()).count).toBe(0);
  // Endpoints that subscribe to the states of alerts get these as well.
  expect(await eventTypes()).toEqual(['alert.correction_waiting', 'alert.correction_approved']);
  // Both versions are on record.
  const [correction] = await ledger('correction');
  expect(correction).toMatchObject({ corrects: expect.any(String), revision: items[0]!.revision });
  expect(correction.corrects).not.toBe(correction.revision);

  // What readers have now is right: the same bars again change nothing, and those of before do.
  await correct({ close: 2400, volume: 1 });
  await sweepCorrections(deps());
  expect((await list(alertId)).map(({ state }) => state)).toEqual(['still_right', 'corrected']);
  await correct({ close: 2386.129883 });
  await sweepCorrections(deps());
  const [back] = await list(alertId);
  expect(back).toMatchObject({ state: 'waiting', triggers: true });
  expect(back?.figures).toContainEqual({
    label: 'Change',
    of: 'figures.change_pct',
    said: '-11.47%',
    right: '-11.98%',
  });
});

it('sends nothing where what readers saw is still right as printed', async () => {
  const alertId = await fire();
  await correct({ close: 2386.1301 });
  await sweepCorrections(deps());
  expect(await list(alertId)).toMatchObject([
    { state: 'still_right', figures: [], bars: [{ field: 'close', right: '2386.1301' }] },
  ]);
  // A bar that it doesn't rest on isn't even looked up, and the same bar again is no correction.
  await correct({ close: 2386.1301 });
  await importBatch(db.system, SERIES, [{ ...corrected({}), ts: Date.parse('2020-03-17T04:00:00Z') }]);
  await importBatch(db.system, SERIES, [
    { ...corrected({ close: 2500 }), ts: Date.parse('2020-03-17T04:00:00Z') },
  ]);
  expect(
    (await db.admin.query('select from bar_changes where ts > $1', ['2020-03-16T04:00:00Z'])).rowCount,
  ).toBe(0);
  await sweepCorrections(deps());
  expect(await list(alertId)).toHaveLength(1);
  expect((await followUps().list(here.workspaceId, alertId)).items).toEqual([]);
  // It's kept for 30 days, by the database's clock.
  const foundAt = (at: string) =>
    db.admin.query(`update bar_corrections set found_at = now() - $1::interval`, [at]);
  await foundAt('29 days');
  await forgetChecks(db);
  expect(await list(alertId)).toHaveLength(1);
  await foundAt('31 days');
  await forgetChecks(db);
  expect(await list(alertId)).toEqual([]);
});

it('says so where the rule would not have triggered, and withdraws a proposal that is out of date', async () => {
  const alertId = await fire();
  await correct({ close: 2700, low: 2500 });
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'waiting', triggers: false });
  // Corrected once more, before anyone decided.
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  expect((await list(alertId)).map(({ state, reason }) => [state, reason])).toEqual([
    ['waiting', null],
    ['dismissed', 'The bars were corrected again.'],
  ]);
  await correct({ close: 2700 });
  await sweepCorrections(deps());
  await decide(alertId);
  await deliver(alertId);
  const sent = got.at(-1)!;
  expect(sent.title).toBe('Correction: The condition of this alert was not met');
  expect(sent.text).toContain('Please disregard this alert.');
  expect(sent.text.replace(/This corrects our alert:.*/u, '')).not.toContain('11.98');
  // It was one after all.
  await correct({ close: 2386.129883 });
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'waiting', triggers: true });
  expect((await followUps().list(here.workspaceId, alertId)).items.at(-1)?.headline).toBe(
    'The condition of this alert was met',
  );
});

it('finds the alerts on a split that becomes known', async () => {
  const alertId = await fire();
  await keepActions(
    db.system,
    SPX_ID,
    [{ ts: Date.parse('2020-03-16T04:00:00Z'), ratio: 1.1 }],
    new Date(now),
  );
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'waiting', cause: 'split', triggers: false });
  // One that lies after all of its bars changes nothing.
  await db.admin.query('delete from instrument_splits');
  await sweepCorrections(deps());
  expect((await list(alertId)).map(({ state }) => state)).toEqual(['still_right', 'dismissed']);
  await keepActions(db.system, SPX_ID, [{ ts: Date.parse('2020-03-18T04:00:00Z'), ratio: 4 }], new Date(now));
  await sweepCorrections(deps());
  expect(await list(alertId)).toHaveLength(2);
});

it('rests on the bars before its own too, by the index of its evidence', async () => {
  const from = Date.parse('2021-03-01T05:00:00Z');
  const bars = [100, 101, 102, 103, 104, 105, 106, 107, 99].map((close, day): Bar => {
    const text = { open: '100', high: '110', low: '90', close: String(close), volume: '1000' };
    return { ts: from + day * 86_400_000, open: 100, high: 110, low: 90, close, volume: 1_000, text };
  });
  await storeBars(db.system, SERIES, bars);
  const run = runRules([parseRule('close crosses below sma(5)')]);
  let held: number[] = [];
  for (const bar of bars) held = run.next(bar);
  expect(held).toEqual([0]);
  const detection = run.detection(0);
  expect(detection.evidence.past?.close?.length).toBeGreaterThan(2);
  const alertId = await fire(detection);
  const past = (fromEnd: number, close: number) => ({ ...bars[bars.length - 1 - fromEnd]!, close });
  const { rows } = await db.admin.query<{ first_ts: Date }>(
    'select first_ts from evidence_bars e join alerts a on a.event_id = e.event_id where a.id = $1',
    [alertId],
  );
  const first = rows[0]!.first_ts.getTime();
  expect(first).toBeLessThan(Date.parse(detection.evidence.bars[0]!.time));
  // One before all of them isn't noted.
  await importBatch(db.system, SERIES, [{ ...bars[0]!, close: 90 }]);
  expect(first).toBeGreaterThan(bars[0]!.ts);
  expect((await db.admin.query('select from bar_changes')).rowCount).toBe(0);
  await importBatch(db.system, SERIES, [past(3, 95)]);
  await sweepCorrections(deps());
  const [found] = await list(alertId);
  expect(found).toMatchObject({
    state: 'waiting',
    triggers: true,
    bars: [{ field: 'close', said: '105', right: '95' }],
  });
  expect(found?.figures.length).toBeGreaterThan(0);
  await importBatch(db.system, SERIES, [past(3, 10)]);
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'waiting', triggers: false });
  // A missing bar that comes later moves those before it. Only bars with a time of their own are compared then.
  await importBatch(db.system, SERIES, [
    { ...bars[0]!, ts: first + 43_200_000 },
    past(3, bars[bars.length - 4]!.close),
    { ...past(0, bars.at(-1)!.close), volume: 5 },
  ]);
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({
    state: 'still_right',
    figures: [],
    bars: [{ field: 'volume' }],
  });
});

it('finds alerts of before an upgrade late, once what they rest on is filled in', async () => {
  const alertId = await fire();
  // As migrated, with the alert there already.
  await db.admin.query('delete from evidence_bars');
  await db.admin.query('insert into evidence_fill (workspace_id) values ($1)', [here.workspaceId]);
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  await db.admin.query('delete from bar_changes');
  expect(await list(alertId)).toEqual([]);
  const left = async () => (await db.admin.query('select from evidence_fill')).rowCount;
  await Promise.all([fillEvidence(db, 1), fillEvidence(db, 1)]);
  await sweepCorrections(deps());
  expect(await list(alertId)).toMatchObject([{ state: 'waiting', triggers: true }]);
  await fillEvidence(db, 1);
  await fillEvidence(db, 1);
  expect(await left()).toBe(0);
  expect((await db.admin.query('select from early_bar_changes')).rowCount).toBe(0);
});

it('loses and doubles nothing if a process ends between finding and proposing, or two do the same', async () => {
  const alertId = await fire();
  await correct({ close: 2400 });
  // Ends before anything was checked: found again, and kept once.
  await Promise.all([findCorrected(deps()), findCorrected(deps())]);
  await findCorrected(deps());
  expect(await list(alertId)).toMatchObject([{ state: 'checking' }]);
  // Ends within the transaction of the proposal.
  const dying = { ...deps(), clock: deps().clock };
  await db.admin.query(
    `create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
  );
  await db.admin.query(
    'create trigger die before update on bar_corrections for each row when (new.follow_up_id is not null) execute function die()',
  );
  await expect(sweepCorrections(dying)).rejects.toThrow('bar_corrections');
  await db.admin.query('drop function die cascade');
  expect((await followUps().list(here.workspaceId, alertId)).items).toEqual([]);
  now += 61_000;
  await Promise.all([sweepCorrections(deps()), sweepCorrections(deps())]);
  await sweepCorrections(deps());
  expect(await list(alertId)).toMatchObject([{ state: 'waiting' }]);
  expect((await followUps().list(here.workspaceId, alertId)).items).toHaveLength(1);
  // A change with a lower number may be committed later, and one that is found again proposes nothing new.
  await db.admin.query(
    `insert into bar_changes (id, instrument_id, timeframe, ts) overriding system value values (0, $1, '1d', $2)`,
    [SPX_ID, '2020-03-16T04:00:00Z'],
  );
  await findCorrected(deps());
  expect((await list(alertId)).map(({ state }) => state)).toEqual(['checking', 'waiting']);
  await sweepCorrections(deps());
  expect((await list(alertId)).map(({ state }) => state)).toEqual(['waiting']);
  // Once they are a minute old, changes are forgotten.
  await db.admin.query(`update bar_changes set changed_at = now() - interval '2 minutes'`);
  await sweepCorrections(deps());
  expect((await db.admin.query('select from bar_changes')).rowCount).toBe(0);
});

it('goes out without a person where every policy of the alert says so', async () => {
  const content: PolicyContent = { ...standardContent('human'), barCorrections: true };
  const by = { workspaceId: here.workspaceId, actor: actor() };
  const { id } = await createPolicies({ app: db.app, clock: deps().clock }).make(by, {
    name: 'Desk',
    content,
  });
  const alertId = await fire();
  await db.admin.query('update routes set approval = $2 where workspace_id = $1', [here.workspaceId, id]);
  await withEndpoint();
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'corrected', decidedBy: null });
  expect(await eventTypes(), 'none waited').toEqual(['alert.correction_approved']);
  expect(await notified()).toEqual([]);
  await deliver(alertId);
  expect(got.map(({ purpose }) => purpose)).toEqual(['first', 'correction']);
  expect((await ledger('decision')).at(-1)).toMatchObject({ decision: 'approved', by: { policy: 'Desk' } });
});

it('waits until an alert is sent, and for the one correction that waits', async () => {
  await db.admin.query(`update routes set approval = 'human' where workspace_id = $1`, [here.workspaceId]);
  const alertId = await fire();
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'differs', problem: 'The alert isn’t sent yet.' });
  await expect(dismiss(alertId, 'Too early')).rejects.toMatchObject({ code: 'alert_not_waiting' });
  await db.admin.query(`update alerts set state = 'expired' where id = $1`, [alertId]);
  now += 61_000;
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'not_sent' });

  await db.admin.query(`update routes set approval = 'auto' where workspace_id = $1`, [here.workspaceId]);
  await storeBars(db.system, SERIES, seen);
  const other = await fire({ evidence: { ...evidence, params: { min_pct: 6 } } });
  await db.admin.query(`update routes set approval = 'human' where workspace_id = $1`, [here.workspaceId]);
  await followUps().write({ workspaceId: here.workspaceId, actor: actor() }, other, {
    purpose: 'update',
    headline: 'Trading goes on',
    text: 'The market is open.',
  });
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  expect((await list(other))[0]).toMatchObject({
    state: 'differs',
    problem: expect.stringContaining('waits'),
  });
  // The longer it waits, the longer until it's tried again.
  const inMinutes = async () => {
    const { rows } = await db.admin.query<{ at: Date }>(
      `select next_at as at from bar_corrections where alert_id = $1 and state = 'differs'`,
      [other],
    );
    return (rows[0]!.at.getTime() - now) / 60_000;
  };
  expect(await inMinutes()).toBe(1);
  now += 300_000;
  await sweepCorrections(deps());
  expect(await inMinutes()).toBe(5);
  // Who may decide on its correction dismisses it.
  const content = standardContent('human');
  const { id } = await createPolicies({ app: db.app, clock: deps().clock }).make(
    { workspaceId: here.workspaceId, actor: actor() },
    {
      name: 'Compliance',
      content: {
        ...content,
        approvers: { roles: [], people: [await addMember(db, here.workspaceId, 'approver')] },
      },
    },
  );
  await db.admin.query('update routes set approval = $2 where workspace_id = $1', [here.workspaceId, id]);
  await expect(dismiss(other, 'Mine')).rejects.toMatchObject({ code: 'not_approver' });
  await db.admin.query(`update routes set approval = 'human' where workspace_id = $1`, [here.workspaceId]);
  await decide(other, 'reject');
  now += 301_000;
  await sweepCorrections(deps());
  expect((await list(other))[0]).toMatchObject({ state: 'waiting' });
});

it('is dismissed with a reason, by those who may, in its workspace', async () => {
  const alertId = await fire();
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  const [found] = await list(alertId);
  const ask = async (who: string, method: string, path: string, body?: object) => {
    const answer = await testApi(db, { clock: deps().clock }).request(path, {
      method,
      headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const path = `/alerts/${alertId}/bar-corrections`;
  const dismiss = (who: string, reason: string) =>
    ask(who, 'POST', `${path}/${found!.id}/dismissal`, { reason });
  const stranger = await newWorkspace(db);
  expect((await ask(stranger.userId, 'GET', path)).status).toBe(404);
  expect((await dismiss(stranger.userId, 'Mine')).status).toBe(404);
  expect((await ask(stranger.userId, 'GET', '/reviews/bar-corrections')).body).toEqual({
    items: [],
    count: 0,
  });
  expect((await dismiss(await addMember(db, here.workspaceId, 'editor'), 'No')).status).toBe(403);
  expect(await dismiss(here.userId, ' ')).toMatchObject({
    status: 400,
    body: { detail: 'Say why you dismiss it.' },
  });
  expect((await ask(here.userId, 'GET', '/reviews/bar-corrections')).body).toMatchObject({
    count: 1,
    items: [{ alertId, state: 'waiting' }],
  });
  expect(await dismiss(here.userId, 'The source took it back.')).toMatchObject({
    status: 200,
    body: { state: 'dismissed', reason: 'The source took it back.' },
  });
  expect((await dismiss(here.userId, 'Again')).body.code).toBe('alert_not_waiting');
  expect((await ledger('decision')).at(-1)).toMatchObject({ decision: 'rejected' });
  await deliver(alertId);
  expect(got).toHaveLength(1);
});

it('replaces its own proposals as often as bars are corrected, and ends where no correction can be sent', async () => {
  const alertId = await fire();
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  await addRejected(alertId, 'system');
  await correct({ close: 2410 });
  await sweepCorrections(deps());
  expect((await list(alertId)).map(({ state }) => state)).toEqual(['waiting', 'dismissed']);
  await decide(alertId, 'reject');
  expect((await followUps().list(here.workspaceId, alertId)).open).toBe(true);
  // Those of members count.
  await addRejected(alertId, 'user:1');
  await correct({ close: 2420 });
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({
    state: 'not_possible',
    problem: 'An alert has 20 updates and corrections at most.',
  });
  // Nor where its detector has changed since.
  const other = await fire({ evidence: { ...evidence, params: { min_pct: 6 } } });
  await db.admin.query(
    `update events set evidence = jsonb_set(evidence, '{figures,change_pct}', '-3')
      where id = (select event_id from alerts where id = $1)`,
    [other],
  );
  await correct({ close: 2430 });
  await sweepCorrections(deps());
  expect((await list(other))[0]).toMatchObject({ state: 'not_possible', bars: [{ right: '2430' }] });
  const { rowCount } = await db.admin.query(
    `select from bar_corrections where workspace_id = $1 and state in ('checking', 'differs')`,
    [here.workspaceId],
  );
  expect(rowCount).toBe(0);
});

it('compares with what readers have once a correction was approved in the meantime', async () => {
  const alertId = await fire();
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  await correct({ close: 2410 });
  await findCorrected(deps());
  const [open] = await list(alertId);
  const check = await tenant((tx) => readCheck(tx, open!.id, new Date(now)));
  if (!check || 'never' in check) throw new Error('It can be checked.');
  const { rows } = await db.admin.query<{ id: string }>(
    'select revision_id as id from follow_ups where alert_id = $1',
    [alertId],
  );
  const written = await tenant((tx) => storedOf(tx, rows[0]!.id));
  await decide(alertId);
  const draft = { written, ownFigures: [], refused: null };
  expect(await tenant((tx) => settle(tx, deps(), check, { judged: judgeCorrected(check), draft }))).toBe(
    'nothing',
  );
  await sweepCorrections(deps());
  const [second] = await list(alertId);
  expect(second).toMatchObject({ state: 'waiting' });
  expect(second?.figures).toContainEqual(expect.objectContaining({ label: 'Change', said: '-11.47%' }));
});

it('keeps a dismissal until there are other figures, and looks at each change once', async () => {
  const alertId = await fire();
  // Back before anything was checked.
  await correct({ close: 2400 });
  await correct({});
  await sweepCorrections(deps());
  await findCorrected(deps());
  expect(await list(alertId)).toEqual([]);
  await correct({ close: 2400 });
  await sweepCorrections(deps());
  await correct({ close: 2400, volume: 1 });
  await sweepCorrections(deps());
  await findCorrected(deps());
  expect((await list(alertId)).map(({ state }) => state)).toEqual(['waiting']);
  await dismiss(alertId, 'The exchange withdrew it.');
  await correct({ close: 2400, volume: 2 });
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({
    state: 'dismissed',
    reason: 'The exchange withdrew it.',
    decidedBy: expect.any(String),
  });
  expect((await followUps().list(here.workspaceId, alertId)).items).toHaveLength(1);
  expect(await notified()).toHaveLength(1);
  await correct({ close: 2450 });
  await sweepCorrections(deps());
  expect((await list(alertId))[0]).toMatchObject({ state: 'waiting' });
});
