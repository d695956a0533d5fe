import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { digestItems, fanOutSkips, preferences } from '#src/db/schema.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { reviewWatched } from '#src/engine/alerts/review-watched.ts';
import { releasePlanned } from '#src/engine/alerts/composed/release-planned.ts';
import { createFollowUps } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import { shownAssessment, storedAssessment } from '#src/engine/approval/policies/assessments.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { restrictedBy } from '#src/engine/barred/bar-on.ts';
import type { DeliverJob as Job } from '#src/engine/delivery/deliver-deps.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { sweepDigests } from '#src/engine/digests/sweep-digests.ts';
import { symbolListsSchema } from '#src/shared/symbol-lists/lists.ts';
import { type AlertsWorld, alertsWorld } from '#tests/support/alerts-world.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let keys: ReturnType<typeof testKeys>;
let world: AlertsWorld;
beforeEach(async () => {
  await db.admin.query(
    `update listed_symbols set ended_at = now(), ended_by = 'key:Test' where ended_at is null`,
  );
});
beforeAll(async () => {
  db = await testDatabase();
  keys = testKeys(db);
  world = await alertsWorld(db, keys);
});
afterAll(() => db.drop());

const path = (rest = '') => `/brands/${world.brandId}/symbol-lists${rest}`;
const add = (form: object, token?: string) => world.call('POST', path(), form, token);
const restrict = (symbols = 'SPX', rest: object = {}) =>
  add({ list: 'restricted', symbols, reason: 'Advisory mandate', ...rest });
const items = async (rest = '') => symbolListsSchema.parse((await world.call('GET', path(rest))).json).items;
/** Takes everything off the lists. */
async function clear(): Promise<void> {
  for (const { id } of await items()) expect((await world.call('DELETE', path(`/${id}`))).status).toBe(204);
}
const BLOCKED = 'its symbol is restricted for its brand';

it('is for owners, admins and approvers, keys with the scope, and brands of the workspace', async () => {
  for (const [role, status] of [
    ['admin', 200],
    ['approver', 200],
    ['editor', 403],
    ['viewer', 403],
  ] as const) {
    const token = await addMember(db, world.workspaceId, role);
    const form = { list: 'watch', symbols: `X${role}`, reason: 'Research due' };
    expect([role, (await add(form, token)).status]).toEqual([role, status]);
    for (const rest of ['', '/history'])
      expect((await world.call('GET', path(rest), undefined, token)).status).toBe(status);
  }
  const reader = await keys.make(world.workspaceId, { scopes: ['restrictions:read'] });
  expect((await world.call('GET', path(), undefined, reader.key)).status).toBe(200);
  expect((await add({ list: 'watch', symbols: 'X', reason: 'x' }, reader.key)).status).toBe(403);
  const writer = await keys.make(world.workspaceId, { scopes: ['restrictions:write'] });
  expect(await add({ list: 'watch', symbols: 'X', reason: 'x' }, writer.key)).toMatchObject({
    status: 200,
    json: { added: 1, unchanged: 0 },
  });
  const other = await newWorkspace(db);
  const [entry] = await items();
  for (const [method, rest, body] of [
    ['GET', '', undefined],
    ['GET', '/history', undefined],
    ['POST', '', { list: 'watch', symbols: 'X', reason: 'x' }],
    ['DELETE', `/${entry!.id}`, undefined],
  ] as const)
    expect((await world.call(method, path(rest), body, other.userId)).status).toBe(404);
  await clear();
  expect((await world.call('DELETE', path(`/${entry!.id}`))).status).toBe(404);
});

it('lists all lines or none, replaces what differs, and forgets nothing', async () => {
  const faulty = await restrict('AAPL\n?\nMSFT,x,2026-13-01', { reason: 'Mandate' });
  expect(faulty).toMatchObject({
    status: 400,
    json: { code: 'validation_failed', lines: [{ line: 2 }, { line: 3 }] },
  });
  expect(await restrict('AAPL', { until: '2026-03-01' })).toMatchObject({ status: 400 });
  expect(await items()).toEqual([]);
  const both = await Promise.all([restrict('aapl\nmsft'), restrict('aapl\nmsft')]);
  expect(
    both.map(({ json }) => json).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  ).toEqual([
    { added: 0, unchanged: 2 },
    { added: 2, unchanged: 0 },
  ]);
  expect((await restrict('aapl', { until: '2026-04-01' })).json).toEqual({ added: 1, unchanged: 0 });
  expect(await items()).toMatchObject([
    { symbol: 'AAPL', reason: 'Advisory mandate', by: world.email, until: '2026-04-01', inForce: true },
    { symbol: 'MSFT', until: null },
  ]);
  await clear();
  expect((await items('/history')).filter(({ list }) => list === 'restricted')).toHaveLength(3);
  await expect(
    world.tenant((tx) => tx.execute(`update listed_symbols set reason = 'Other'`)),
  ).rejects.toMatchObject({ cause: { message: expect.stringContaining('permission denied') } });
  await expect(world.tenant((tx) => tx.execute(`delete from listed_symbols`))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('permission denied') },
  });
  const acts = (await world.onLedger('symbol_list')).filter(({ list }) => list === 'restricted');
  expect(acts.map(({ act, symbol }) => `${String(act)} ${String(symbol)}`)).toEqual([
    'added AAPL',
    'added MSFT',
    'removed AAPL',
    'added AAPL',
    'removed AAPL',
    'removed MSFT',
  ]);
});

it('blocks what is new, what waits, what is planned and what is under way, and says so on the ledger', async () => {
  await world.approval('human');
  const waiting = await world.write();
  await world.approval('auto');
  const before = await world.used();
  const underWay = await world.write();
  const sendAt = { local: '2026-03-02T14:00', timeZone: 'UTC' };
  // About no instrument: what it names is what it’s about.
  const words = { topic: 'spx', headline: 'Our view on the index', summary: 'Read on.', sendAt };
  const composed = await world.call('POST', '/alerts', words);
  expect(composed).toMatchObject({ status: 201 });
  const planned = composed.json as { id: string };
  await composeAlert(world.deps(), { workspaceId: world.workspaceId, alertId: planned.id });
  expect(await world.stateOf(planned.id)).toBe('scheduled');

  await restrict();
  const fresh = await world.write();
  expect(await world.lastOf(fresh)).toEqual(['withheld', 'delivery', BLOCKED]);
  const { json } = await world.call('GET', `/alerts/${waiting}/record`);
  const decision = { decision: 'approve', revision: (json as { revision: string }).revision };
  expect(await world.call('POST', `/alerts/${waiting}/decision`, decision)).toMatchObject({ status: 200 });
  await world.deliver(underWay);
  world.now = Date.parse('2026-03-02T14:00:00Z');
  await releasePlanned(world.deps());
  for (const id of [waiting, underWay, planned.id]) {
    expect(await world.lastOf(id)).toEqual(['withheld', 'delivery', BLOCKED]);
    expect(world.sentTo(id)).toBe(0);
  }
  expect(await world.used()).toBe(before);
  const skips = await world.tenant((tx) => tx.select().from(fanOutSkips));
  expect(skips.map(({ alertId, reason, people }) => [alertId, reason, people])).toEqual([
    [underWay, 'restricted', 2],
  ]);
  for (const id of [fresh, waiting, underWay, planned.id])
    expect(await world.onLedger('blocked', id)).toEqual([
      { entry: expect.any(String), symbol: 'SPX', reason: 'Advisory mandate' },
    ]);
  await clear();
  const after = await world.write();
  await world.deliver(after);
  expect(world.sentTo(after)).toBe(2);
});

it('is meant on every exchange where it names none, in its days only, and for what has no instrument too', async () => {
  const cases: [instrument: string | null, about: string | null, symbols: string, isBlocked: boolean][] = [
    ['NYSE:SPX', null, 'SPX', true],
    ['NYSE:SPX', null, 'NYSE:SPX', true],
    ['NYSE:SPX', null, 'LSE:SPX', false],
    ['SPX', null, 'LSE:SPX', true],
    [null, 'nyse:spx', 'SPX', true],
    [null, 'spx', 'SPX', true],
    [null, 'SPXL', 'SPX', false],
  ];
  for (const [instrument, about, symbols, isBlocked] of cases) {
    await restrict(symbols);
    await db.admin.query(`update instruments set symbol = $1 where symbol like '%SPX'`, [
      instrument ?? 'SPX',
    ]);
    world.now += 60_000;
    const id = await world.write();
    // As a webhook’s alert is: without an instrument, about what it names.
    const ofRule = { ruleId: world.ruleId, brandId: world.brandId, instrumentId: null };
    const blocked =
      about === null
        ? (await world.stateOf(id)) === 'withheld'
        : (await world.tenant((tx) => restrictedBy(tx, { ...ofRule, about }, new Date(world.now)))) !== null;
    expect([symbols, instrument ?? about, blocked]).toEqual([symbols, instrument ?? about, isBlocked]);
    await clear();
  }
  await db.admin.query(`update instruments set symbol = 'SPX' where symbol like '%SPX'`);
  await restrict('SPX', { from: '2026-03-05', until: '2026-03-05' });
  const states = [];
  for (const at of [
    '2026-03-04T23:59:59Z',
    '2026-03-05T00:00:00Z',
    '2026-03-05T23:59:59Z',
    '2026-03-06T00:00:00Z',
  ]) {
    world.now = Date.parse(at);
    states.push(await world.stateOf(await world.write()));
  }
  expect(states).toEqual(['approved', 'withheld', 'withheld', 'approved']);
  await clear();
});

it('has watched symbols reviewed under every policy, without naming the list', async () => {
  await add({ list: 'watch', symbols: 'SPX', reason: 'Secret research' });
  const id = await world.write();
  expect(await world.stateOf(id)).toBe('pending_review');
  const assessed = await world.tenant((tx) => storedAssessment(tx, id));
  expect(assessed?.inputs.watched).toBe(true);
  expect(assessed && shownAssessment(assessed).says).toBe('The brand asks for a review of this alert.');
  const { json } = await world.call('GET', `/alerts/${id}/record`);
  expect(JSON.stringify([json, assessed])).not.toContain('Secret research');
  // On both lists, it’s never sent.
  await restrict();
  expect(await world.stateOf(await world.write())).toBe('withheld');
  await clear();
  expect(await world.stateOf(await world.write())).toBe('approved');
});

it('asks about what a policy let through once its symbol is watched, until the first of it is out', async () => {
  const { rows } = await db.admin.query<{ most: number }>(
    'select count(*)::int as most from deliveries where workspace_id = $1',
    [world.workspaceId],
  );
  const watched = { ...world.deps(), reviewWatched: (job: Job) => reviewWatched(world.deps(), job) };
  const deliver = (alertId: string) => deliverAlert(watched, { workspaceId: world.workspaceId, alertId });
  const before = await world.used();
  const id = await world.write();
  const out = await world.write();
  const byPerson = await waitingThenApproved();
  await world.deliver(out);
  await add({ list: 'watch', symbols: 'SPX', reason: 'Research due' });
  await deliver(out);
  expect(await world.stateOf(out)).toBe('sent');
  await deliver(id);
  await deliver(id);
  expect(await world.stateOf(id)).toBe('pending_review');
  expect(world.sentTo(id)).toBe(0);
  expect(await world.used()).toBe(before + 2);
  const assessed = await world.tenant((tx) => storedAssessment(tx, id));
  expect(assessed).toMatchObject({ outcome: 'review', inputs: { watched: true } });
  const { json } = await world.call('GET', `/alerts/${id}/record`);
  const decision = { decision: 'approve', revision: (json as { revision: string }).revision };
  expect(await world.call('POST', `/alerts/${id}/decision`, decision)).toMatchObject({ status: 200 });
  // A person has decided while it was watched.
  for (const each of [id, byPerson]) {
    await deliver(each);
    expect([await world.stateOf(each), world.sentTo(each)]).toEqual(['sent', 2]);
  }
  expect(await world.used()).toBe(before + 3);
  const { rows: now } = await db.admin.query<{ most: number }>(
    'select count(*)::int as most from deliveries where workspace_id = $1',
    [world.workspaceId],
  );
  expect(now[0]!.most).toBe(rows[0]!.most + 6);
  await clear();
});

/** An alert that a person approved and of which nothing is out. */
async function waitingThenApproved(): Promise<string> {
  await world.approval('human');
  const id = await world.write();
  const { json } = await world.call('GET', `/alerts/${id}/record`);
  const decision = { decision: 'approve', revision: (json as { revision: string }).revision };
  expect(await world.call('POST', `/alerts/${id}/decision`, decision)).toMatchObject({ status: 200 });
  await world.approval('auto');
  return id;
}

it('never sends a watched symbol because nobody decided, also where it’s listed while the alert waits', async () => {
  await world.approval('human');
  const plain = await world.write();
  const later = await world.write();
  await db.admin.query(
    `update alert_assessments set policy_content = policy_content || '{"unanswered": "release", "waitsMinutes": 30}'
      where workspace_id = $1`,
    [world.workspaceId],
  );
  world.now += 31 * 60_000;
  await db.admin.query(`update alerts set updated_at = created_at where workspace_id = $1`, [
    world.workspaceId,
  ]);
  await db.admin.query(`update alerts set state = 'rejected' where id = $1`, [later]);
  await lapseReviews(world.deps());
  expect(await world.stateOf(plain)).toBe('approved');
  await db.admin.query(`update alerts set state = 'pending_review' where id = $1`, [later]);
  await add({ list: 'watch', symbols: 'SPX', reason: 'Research due' });
  await lapseReviews(world.deps());
  expect(await world.lastOf(later)).toEqual(['expired', 'policy', 'no one reviewed it in time']);
  await world.approval('auto');
});

it('leaves a restricted symbol out of digests, lets no update out, and a correction once a person approves it', async () => {
  world.now = Date.parse('2026-03-10T12:00:00Z');
  const sent = await world.write();
  await world.deliver(sent);
  expect(world.sentTo(sent)).toBe(2);
  const { rows } = await db.admin.query<{ id: string }>(
    `select contact_id as id from addresses where workspace_id = $1 and address = 'a@reader.example'`,
    [world.workspaceId],
  );
  await world.tenant((tx) =>
    tx.insert(preferences).values({
      workspaceId: world.workspaceId,
      brandId: world.brandId,
      contactId: rows[0]!.id,
      cadence: 'hourly',
      timeZone: 'UTC',
      updatedAt: new Date(world.now),
    }),
  );
  const inDigest = await world.write();
  await world.deliver(inDigest);
  await restrict();
  const followUps = createFollowUps(world.deps());
  const text = { headline: 'Trading was halted', text: 'The market stopped early.' };
  await expect(followUps.write(world.by, sent, { purpose: 'update', ...text })).rejects.toMatchObject({
    code: 'alert_not_followed',
  });
  const made = await followUps.write(world.by, sent, { purpose: 'correction', ...text });
  expect(made.state).toBe('waiting');
  const person = { userId: world.userId, name: 'Ada Byron', email: world.email };
  await db.admin.query(`update follow_ups set written_by = 'key:Desk' where id = $1`, [made.id]);
  await followUps.decide({ ...world.by, person }, sent, made.id, {
    decision: 'approve',
    revision: made.revision,
  });
  await world.deliver(sent);
  expect(world.sentTo(sent)).toBe(4);
  world.now = Date.parse('2026-03-10T13:30:00Z');
  await sweepDigests(world.deps());
  const noted = await world.tenant((tx) => tx.select().from(digestItems));
  expect(noted.map(({ alertId, ended }) => [alertId, ended])).toEqual([[inDigest, 'restricted']]);
});
