import { afterAll, beforeAll, expect, it } from 'vitest';
import { usageOf } from '#src/db/queries/usage.ts';
import {
  alerts,
  alertTransitions,
  digestItems,
  fanOuts,
  ledgerEntries,
  preferences,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { releasePlanned } from '#src/engine/alerts/composed/release-planned.ts';
import { createFollowUps } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { sweepDeliveries } from '#src/engine/delivery/sweep.ts';
import { sweepDigests } from '#src/engine/digests/sweep-digests.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { type Mute, muteSchema, mutesSchema } from '#src/shared/mutes.ts';
import { testApi } from '#tests/support/api.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addMember,
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';

let db: TestDatabase;
let keys: ReturnType<typeof testKeys>;
let who: Awaited<ReturnType<typeof newWorkspace>>;
let brandId: string;
let ruleId: string;
/** The other workspace, which is in nothing of this. */
let other: Awaited<ReturnType<typeof newWorkspace>>;
let now = Date.parse('2026-03-02T12:00:00Z');
let fired = 0;
const got: ClaimedDelivery[] = [];
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(now),
  instanceId: '00000000-0000-7000-8000-000000000225',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(16),
  send: async (delivery: ClaimedDelivery) => {
    got.push(delivery);
    return { outcome: 'sent', providerMessageId: delivery.id } as const;
  },
});

beforeAll(async () => {
  db = await testDatabase();
  keys = testKeys(db);
  who = await newWorkspace(db);
  other = await newWorkspace(db);
  await addReaders(db.admin, who.workspaceId, ['a@reader.example', 'b@reader.example']);
  await sendToReaders(db, who.workspaceId);
  ruleId = (await starterRule(db, who.workspaceId)).id;
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    who.workspaceId,
  ]);
  brandId = rows[0]!.id;
});
afterAll(() => db.drop());

async function call(method: string, path: string, body?: unknown, token = who.userId) {
  const answer = await testApi(db, { ...keys.parts, clock: () => new Date(now) }).request(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? null : (JSON.parse(text) as unknown) };
}
const mute = async (form: object, token?: string): Promise<Mute> => {
  const { status, json } = await call('POST', '/mutes', form, token);
  expect(json).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(201);
  return muteSchema.parse(json);
};
const unmute = async ({ id }: Mute) => expect((await call('DELETE', `/mutes/${id}`)).status).toBe(204);
const muted = async () => mutesSchema.parse((await call('GET', '/mutes')).json).items;

const tenant = <T>(run: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, run);
/** An event of the rule becomes an alert. */
async function write(): Promise<string> {
  fired += 1;
  const rule = await starterRule(db, who.workspaceId);
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + fired / 100 } };
  const detection = { ...fallOf2020, evidence };
  const alertId = await tenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: new Date(now) }),
  );
  await composeAlert(deps(), { workspaceId: who.workspaceId, alertId: alertId! });
  return alertId!;
}
const deliver = (alertId: string) => deliverAlert(deps(), { workspaceId: who.workspaceId, alertId });
const stateOf = async (id: string) =>
  (await tenant((tx) => tx.select().from(alerts))).find((alert) => alert.id === id)?.state;
const lastOf = async (id: string) =>
  (await tenant((tx) => tx.select().from(alertTransitions)))
    .filter(({ alertId }) => alertId === id)
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .map(({ toState, actor, reason }) => [toState, actor, reason])
    .at(-1);
const used = async () => (await tenant((tx) => usageOf(tx, who.workspaceId, new Date(now)))).alerts;
const waysOf = async (id: string) =>
  (await tenant((tx) => tx.select().from(fanOuts))).filter(({ alertId }) => alertId === id).length;
const sentTo = (id: string) => got.filter(({ alertId }) => alertId === id).length;
const approval = (policy: 'auto' | 'human') =>
  db.admin.query('update routes set approval = $2 where workspace_id = $1', [who.workspaceId, policy]);

it('is for members who may, keys with the scope, and what is in the workspace', async () => {
  const form = { kind: 'rule', target: ruleId, for: 'hour' };
  for (const role of ['admin', 'editor', 'approver'] as const)
    await unmute(await mute(form, await addMember(db, who.workspaceId, role)));
  const viewer = await addMember(db, who.workspaceId, 'viewer');
  expect((await call('POST', '/mutes', form, viewer)).status).toBe(403);
  const { key } = await keys.make(who.workspaceId, { scopes: ['alerts:mute'] });
  const lacking = await keys.make(who.workspaceId, { scopes: ['sending:stop'] });
  expect((await call('POST', '/mutes', form, lacking.key)).status).toBe(403);
  const byKey = await mute(form, key);
  expect(byKey).toMatchObject({
    by: 'Test',
    kind: 'rule',
    target: ruleId,
    until: '2026-03-02T13:00:00.000Z',
  });
  const id = await write();
  expect(await lastOf(id)).toEqual([
    'withheld',
    'delivery',
    'its rule is muted until 2026-03-02 13:00 (UTC), by the API key “Test”',
  ]);
  // Another workspace.
  expect((await call('DELETE', `/mutes/${byKey.id}`, undefined, other.userId)).status).toBe(404);
  for (const target of [ruleId, brandId])
    for (const kind of ['rule', 'brand'])
      expect((await call('POST', '/mutes', { kind, target }, other.userId)).status).toBe(404);
  expect(mutesSchema.parse((await call('GET', '/mutes', undefined, other.userId)).json).items).toEqual([]);
  expect((await call('DELETE', `/mutes/${byKey.id}`, undefined, viewer)).status).toBe(403);
  await unmute(byKey);
  expect((await call('DELETE', `/mutes/${byKey.id}`)).status).toBe(404);
  for (const wrong of [
    { kind: 'channel', target: 'email' },
    { ...form, until: { local: '2026-03-03T09:00', timeZone: 'UTC' } },
    { kind: 'rule', target: ruleId, until: { local: '2026-03-02T11:59', timeZone: 'UTC' } },
    { kind: 'brand', target: brandId, for: 'open' },
    { ...form, reason: 'x'.repeat(201) },
  ])
    expect(await call('POST', '/mutes', wrong)).toMatchObject({
      status: 400,
      json: { code: 'validation_failed' },
    });
  expect((await call('POST', '/mutes', { kind: 'symbol', target: 'NOSUCH' })).status).toBe(404);
});

it.each(['rule', 'symbol', 'brand'] as const)(
  'of a %s: the event is recorded, nothing is sent, waits or counts, and it ends by itself',
  async (kind) => {
    const target = { rule: ruleId, symbol: 'spx', brand: brandId }[kind];
    await approval('human');
    const before = await used();
    const made = await mute({ kind, target, for: 'hour', reason: 'Too many' });
    expect(await muted()).toEqual([made]);
    expect(made).toMatchObject({ kind, by: who.email, reason: 'Too many' });
    const id = await write();
    expect(await lastOf(id)).toEqual([
      'withheld',
      `user:${who.userId}`,
      `its ${kind} is muted until ${made.until!.slice(0, 16).replace('T', ' ')} (UTC)`,
    ]);
    expect([await waysOf(id), await used()]).toEqual([0, before]);
    await approval('auto');
    now += 3_600_000 - 1;
    expect(await stateOf(await write())).toBe('withheld');
    now += 1;
    const after = await write();
    await deliver(after);
    expect([await stateOf(after), sentTo(after), await used()]).toEqual(['sent', 2, before + 1]);
    expect(await muted()).toEqual([]);
    expect((await call('DELETE', `/mutes/${made.id}`)).status).toBe(404);
  },
);

it('by two people at once is one mute with the end of the last, and each is on the ledger', async () => {
  const colleague = await addMember(db, who.workspaceId, 'editor');
  const form = { kind: 'symbol', target: 'SPX' };
  const [one, two] = await Promise.all([
    mute({ ...form, for: 'hour' }),
    mute({ ...form, until: { local: '2026-07-01T09:00', timeZone: 'Europe/London' } }, colleague),
  ]);
  expect(one.id).toBe(two.id);
  const [left, ...more] = await muted();
  expect(more).toEqual([]);
  expect([one.until, two.until]).toContain(left!.until);
  await unmute(left!);
  const entries = (await tenant((tx) => tx.select().from(ledgerEntries)))
    .filter(({ kind, subject }) => kind === 'mute' && subject === one.id)
    .toSorted((a, b) => a.sequence - b.sequence);
  const bodies = entries.map(({ body }) => JSON.parse(body) as { act: string; until: string | null });
  expect(bodies.map(({ act }) => act)).toEqual(['muted', 'muted', 'unmuted']);
  expect(new Set(bodies.slice(0, 2).map(({ until }) => until))).toEqual(new Set([one.until, two.until]));
  expect(bodies[1]!.until).toBe(left!.until);
  expect(bodies[0]).toMatchObject({ kind: 'symbol', name: 'SPX', by: { person: expect.any(String) } });
});

it('between approval and sending: it isn’t sent, and is given back to the month', async () => {
  const before = await used();
  const id = await write();
  expect([await stateOf(id), await used()]).toEqual(['approved', before + 1]);
  const made = await mute({ kind: 'brand', target: brandId });
  await deliver(id);
  expect([await stateOf(id), sentTo(id), await used()]).toEqual(['withheld', 0, before]);
  expect((await lastOf(id))?.[2]).toBe('its rule, symbol or brand was muted before it went out');
  await unmute(made);
  await deliver(id);
  expect(sentTo(id)).toBe(0);
});

it('holds back what waits for review when it’s approved, and what was planned at its time', async () => {
  await approval('human');
  const waiting = await write();
  expect(await stateOf(waiting)).toBe('pending_review');
  const made = await mute({ kind: 'brand', target: brandId });
  const { json: record } = await call('GET', `/alerts/${waiting}/record`);
  const decision = { decision: 'approve', revision: (record as { revision: string }).revision };
  expect(await call('POST', `/alerts/${waiting}/decision`, decision)).toMatchObject({ status: 200 });
  expect(await lastOf(waiting)).toEqual([
    'withheld',
    `user:${who.userId}`,
    'its brand is muted until someone unmutes it',
  ]);
  await unmute(made);
  await approval('auto');
  const sendAt = { local: new Date(now + 7_200_000).toISOString().slice(0, 16), timeZone: 'UTC' };
  const words = { headline: 'Our results are out', summary: 'Read them on our page.', sendAt };
  const planned = (await call('POST', '/alerts', words)).json as { id: string };
  await composeAlert(deps(), { workspaceId: who.workspaceId, alertId: planned.id });
  expect(await stateOf(planned.id)).toBe('scheduled');
  const snooze = await mute({ kind: 'brand', target: brandId, until: { ...sendAt, timeZone: 'UTC' } });
  // Over as its time comes.
  expect(snooze.until).toBe(new Date(`${sendAt.local}Z`).toISOString());
  const longer = await mute({ kind: 'brand', target: brandId });
  expect(longer.id).toBe(snooze.id);
  now += 7_200_000;
  await releasePlanned(deps());
  expect((await lastOf(planned.id))?.slice(0, 2)).toEqual(['withheld', `user:${who.userId}`]);
  await unmute(longer);
});

it('leaves out what quiet hours and digests still hold, and lets corrections of what was sent through', async () => {
  now = Date.parse('2026-03-10T12:00:00Z');
  const { rows } = await db.admin.query<{ id: string }>(
    `select contact_id as id from addresses where workspace_id = $1 and address like '%@reader.example' order by address`,
    [who.workspaceId],
  );
  const prefer = (contactId: string, wanted: Partial<typeof preferences.$inferInsert>) =>
    tenant((tx) =>
      tx.insert(preferences).values({
        workspaceId: who.workspaceId,
        brandId,
        contactId,
        timeZone: 'UTC',
        updatedAt: new Date(now),
        ...wanted,
      }),
    );
  await prefer(rows[0]!.id, { quietFrom: 11 * 60, quietTo: 13 * 60 });
  const quiet = await write();
  await deliver(quiet);
  expect([await stateOf(quiet), sentTo(quiet)]).toEqual(['sending', 1]);
  await prefer(rows[1]!.id, { cadence: 'hourly' });
  const inDigest = await write();
  await deliver(inDigest);
  expect(sentTo(inDigest)).toBe(0);
  const made = await mute({ kind: 'rule', target: ruleId });
  await createFollowUps(deps()).write(
    { workspaceId: who.workspaceId, actor: { kind: 'member', userId: who.userId, name: 'Ada Byron' } },
    quiet,
    { purpose: 'correction', headline: 'Trading was halted', text: 'The market stopped early.' },
  );
  await deliver(quiet);
  expect(got.filter(({ alertId }) => alertId === quiet).map(({ purpose }) => purpose)).toEqual([
    'first',
    'correction',
  ]);
  now = Date.parse('2026-03-10T13:30:00Z');
  await sweepDeliveries(deps());
  await sweepDigests(deps());
  for (const id of [quiet, inDigest]) await deliver(id);
  expect([sentTo(quiet), sentTo(inDigest)]).toEqual([2, 0]);
  expect(await stateOf(quiet)).toBe('partly_sent');
  const items = await tenant((tx) => tx.select().from(digestItems));
  expect(items.map(({ alertId, ended }) => [alertId, ended])).toEqual([[inDigest, 'muted']]);
  await unmute(made);
});
