import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestItems, fanOuts, preferences } from '#src/db/schema.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { releasePlanned } from '#src/engine/alerts/composed/release-planned.ts';
import { createFollowUps } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import { sweepDeliveries } from '#src/engine/delivery/sweep.ts';
import { sweepDigests } from '#src/engine/digests/sweep-digests.ts';
import { type Mute, muteSchema, mutesSchema } from '#src/shared/mutes.ts';
import { type AlertsWorld, alertsWorld } from '#tests/support/alerts-world.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let keys: ReturnType<typeof testKeys>;
let world: AlertsWorld;
/** The other workspace, which is in nothing of this. */
let other: Awaited<ReturnType<typeof newWorkspace>>;
beforeAll(async () => {
  db = await testDatabase();
  keys = testKeys(db);
  world = await alertsWorld(db, keys);
  other = await newWorkspace(db);
});
afterAll(() => db.drop());

const mute = async (form: object, token?: string): Promise<Mute> => {
  const { status, json } = await world.call('POST', '/mutes', form, token);
  expect(json).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(201);
  return muteSchema.parse(json);
};
const unmute = async ({ id }: Mute) => expect((await world.call('DELETE', `/mutes/${id}`)).status).toBe(204);
const muted = async () => mutesSchema.parse((await world.call('GET', '/mutes')).json).items;

const waysOf = async (id: string) =>
  (await world.tenant((tx) => tx.select().from(fanOuts))).filter(({ alertId }) => alertId === id).length;

it('is for members who may, keys with the scope, and what is in the workspace', async () => {
  const form = { kind: 'rule', target: world.ruleId, for: 'hour' };
  for (const role of ['admin', 'editor', 'approver'] as const)
    await unmute(await mute(form, await addMember(db, world.workspaceId, role)));
  const viewer = await addMember(db, world.workspaceId, 'viewer');
  expect((await world.call('POST', '/mutes', form, viewer)).status).toBe(403);
  const { key } = await keys.make(world.workspaceId, { scopes: ['alerts:mute'] });
  const lacking = await keys.make(world.workspaceId, { scopes: ['sending:stop'] });
  expect((await world.call('POST', '/mutes', form, lacking.key)).status).toBe(403);
  const byKey = await mute(form, key);
  expect(byKey).toMatchObject({
    by: 'Test',
    kind: 'rule',
    target: world.ruleId,
    until: '2026-03-02T13:00:00.000Z',
  });
  const id = await world.write();
  expect(await world.lastOf(id)).toEqual([
    'withheld',
    'delivery',
    'its rule is muted until 2026-03-02 13:00 (UTC), by the API key “Test”',
  ]);
  // Another workspace.
  expect((await world.call('DELETE', `/mutes/${byKey.id}`, undefined, other.userId)).status).toBe(404);
  for (const target of [world.ruleId, world.brandId])
    for (const kind of ['rule', 'brand'])
      expect((await world.call('POST', '/mutes', { kind, target }, other.userId)).status).toBe(404);
  expect(mutesSchema.parse((await world.call('GET', '/mutes', undefined, other.userId)).json).items).toEqual(
    [],
  );
  expect((await world.call('DELETE', `/mutes/${byKey.id}`, undefined, viewer)).status).toBe(403);
  await unmute(byKey);
  expect((await world.call('DELETE', `/mutes/${byKey.id}`)).status).toBe(404);
  for (const wrong of [
    { kind: 'channel', target: 'email' },
    { ...form, until: { local: '2026-03-03T09:00', timeZone: 'UTC' } },
    { kind: 'rule', target: world.ruleId, until: { local: '2026-03-02T11:59', timeZone: 'UTC' } },
    { kind: 'brand', target: world.brandId, for: 'open' },
    { ...form, reason: 'x'.repeat(201) },
  ])
    expect(await world.call('POST', '/mutes', wrong)).toMatchObject({
      status: 400,
      json: { code: 'validation_failed' },
    });
  expect((await world.call('POST', '/mutes', { kind: 'symbol', target: 'NOSUCH' })).status).toBe(404);
});

it.each(['rule', 'symbol', 'brand'] as const)(
  'of a %s: the event is recorded, nothing is sent, waits or counts, and it ends by itself',
  async (kind) => {
    const target = { rule: world.ruleId, symbol: 'spx', brand: world.brandId }[kind];
    await world.approval('human');
    const before = await world.used();
    const made = await mute({ kind, target, for: 'hour', reason: 'Too many' });
    expect(await muted()).toEqual([made]);
    expect(made).toMatchObject({ kind, by: world.email, reason: 'Too many' });
    const id = await world.write();
    expect(await world.lastOf(id)).toEqual([
      'withheld',
      `user:${world.userId}`,
      `its ${kind} is muted until ${made.until!.slice(0, 16).replace('T', ' ')} (UTC)`,
    ]);
    expect([await waysOf(id), await world.used()]).toEqual([0, before]);
    await world.approval('auto');
    world.now += 3_600_000 - 1;
    expect(await world.stateOf(await world.write())).toBe('withheld');
    world.now += 1;
    const after = await world.write();
    await world.deliver(after);
    expect([await world.stateOf(after), world.sentTo(after), await world.used()]).toEqual([
      'sent',
      2,
      before + 1,
    ]);
    expect(await muted()).toEqual([]);
    expect((await world.call('DELETE', `/mutes/${made.id}`)).status).toBe(404);
  },
);

it('by two people at once is one mute with the end of the last, and each is on the ledger', async () => {
  const colleague = await addMember(db, world.workspaceId, 'editor');
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
  const bodies = await world.onLedger('mute', one.id);
  expect(bodies.map(({ act }) => act)).toEqual(['muted', 'muted', 'unmuted']);
  expect(new Set(bodies.slice(0, 2).map(({ until }) => until))).toEqual(new Set([one.until, two.until]));
  expect(bodies[1]!.until).toBe(left!.until);
  expect(bodies[0]).toMatchObject({ kind: 'symbol', name: 'SPX', by: { person: expect.any(String) } });
});

it('between approval and sending: it isn’t sent, and is given back to the month', async () => {
  const before = await world.used();
  const id = await world.write();
  expect([await world.stateOf(id), await world.used()]).toEqual(['approved', before + 1]);
  const made = await mute({ kind: 'brand', target: world.brandId });
  await world.deliver(id);
  expect([await world.stateOf(id), world.sentTo(id), await world.used()]).toEqual(['withheld', 0, before]);
  expect((await world.lastOf(id))?.[2]).toBe('its rule, symbol or brand was muted before it went out');
  await unmute(made);
  await world.deliver(id);
  expect(world.sentTo(id)).toBe(0);
});

it('holds back what waits for review when it’s approved, and what was planned at its time', async () => {
  await world.approval('human');
  const waiting = await world.write();
  expect(await world.stateOf(waiting)).toBe('pending_review');
  const made = await mute({ kind: 'brand', target: world.brandId });
  // Who decides is told before, and so is who writes one by hand.
  const barred = async () =>
    ((await world.call('GET', `/alerts/${waiting}/review`)).json as { waiting: { barred: string | null } })
      .waiting.barred;
  const preview = async () =>
    (await world.call('POST', '/alerts/preview', { headline: 'Our results', summary: 'Read them.' }))
      .json as { barred: string | null };
  expect(await barred()).toBe('its brand is muted until someone unmutes it');
  expect((await preview()).barred).toBe('its brand is muted until someone unmutes it');
  const { json: record } = await world.call('GET', `/alerts/${waiting}/record`);
  const decision = { decision: 'approve', revision: (record as { revision: string }).revision };
  expect(await world.call('POST', `/alerts/${waiting}/decision`, decision)).toMatchObject({ status: 200 });
  expect(await world.lastOf(waiting)).toEqual([
    'withheld',
    `user:${world.userId}`,
    'its brand is muted until someone unmutes it',
  ]);
  await unmute(made);
  expect((await preview()).barred).toBeNull();
  await world.approval('auto');
  const sendAt = { local: new Date(world.now + 7_200_000).toISOString().slice(0, 16), timeZone: 'UTC' };
  const words = { headline: 'Our results are out', summary: 'Read them on our page.', sendAt };
  const planned = (await world.call('POST', '/alerts', words)).json as { id: string };
  await composeAlert(world.deps(), { workspaceId: world.workspaceId, alertId: planned.id });
  expect(await world.stateOf(planned.id)).toBe('scheduled');
  const snooze = await mute({ kind: 'brand', target: world.brandId, until: { ...sendAt, timeZone: 'UTC' } });
  // Over as its time comes.
  expect(snooze.until).toBe(new Date(`${sendAt.local}Z`).toISOString());
  const longer = await mute({ kind: 'brand', target: world.brandId });
  expect(longer.id).toBe(snooze.id);
  world.now += 7_200_000;
  await releasePlanned(world.deps());
  expect((await world.lastOf(planned.id))?.slice(0, 2)).toEqual(['withheld', `user:${world.userId}`]);
  await unmute(longer);
});

it('leaves out what quiet hours and digests still hold, and lets corrections of what was sent through', async () => {
  world.now = Date.parse('2026-03-10T12:00:00Z');
  const { rows } = await db.admin.query<{ id: string }>(
    `select contact_id as id from addresses where workspace_id = $1 and address like '%@reader.example' order by address`,
    [world.workspaceId],
  );
  const prefer = (contactId: string, wanted: Partial<typeof preferences.$inferInsert>) =>
    world.tenant((tx) =>
      tx.insert(preferences).values({
        workspaceId: world.workspaceId,
        brandId: world.brandId,
        contactId,
        timeZone: 'UTC',
        updatedAt: new Date(world.now),
        ...wanted,
      }),
    );
  await prefer(rows[0]!.id, { quietFrom: 11 * 60, quietTo: 13 * 60 });
  const quiet = await world.write();
  await world.deliver(quiet);
  expect([await world.stateOf(quiet), world.sentTo(quiet)]).toEqual(['sending', 1]);
  await prefer(rows[1]!.id, { cadence: 'hourly' });
  const inDigest = await world.write();
  await world.deliver(inDigest);
  expect(world.sentTo(inDigest)).toBe(0);
  const made = await mute({ kind: 'rule', target: world.ruleId });
  await createFollowUps(world.deps()).write(world.by, quiet, {
    purpose: 'correction',
    headline: 'Trading was halted',
    text: 'The market stopped early.',
  });
  await world.deliver(quiet);
  expect(world.got.filter(({ alertId }) => alertId === quiet).map(({ purpose }) => purpose)).toEqual([
    'first',
    'correction',
  ]);
  world.now = Date.parse('2026-03-10T13:30:00Z');
  await sweepDeliveries(world.deps());
  await sweepDigests(world.deps());
  for (const id of [quiet, inDigest]) await world.deliver(id);
  expect([world.sentTo(quiet), world.sentTo(inDigest)]).toEqual([2, 0]);
  expect(await world.stateOf(quiet)).toBe('partly_sent');
  const items = await world.tenant((tx) => tx.select().from(digestItems));
  expect(items.map(({ alertId, ended }) => [alertId, ended])).toEqual([[inDigest, 'muted']]);
  await unmute(made);
});

it('suspends a rule that triggers too often, tells once who can help, and leaves a resumed one alone', async () => {
  world.now += 24 * 3_600_000;
  await world.approval('auto');
  const path = '/sending/suspension';
  expect((await world.call('GET', path)).json).toEqual({ most: 40, minutes: 10 });
  const editor = await addMember(db, world.workspaceId, 'editor');
  const admin = await addMember(db, world.workspaceId, 'admin');
  await addMember(db, world.workspaceId, 'viewer');
  expect((await world.call('PATCH', path, { most: 3, minutes: 10 }, editor)).status).toBe(403);
  expect((await world.call('PATCH', path, { most: 1, minutes: 10 })).status).toBe(400);
  expect((await world.call('PATCH', path, { most: 3, minutes: 10 }, admin)).status).toBe(200);
  await db.admin.query('update rules set changed_by = $2 where id = $1', [world.ruleId, editor]);
  const told = async () =>
    (
      await db.admin.query<{ user_id: string; title: string; text: string; link: string }>(
        `select user_id, title, text, link from notifications where workspace_id = $1 and kind = 'rule_suspended' order by created_at, id`,
        [world.workspaceId],
      )
    ).rows;
  const outcomes = async (ids: readonly string[]) => {
    const states: (string | undefined)[] = [];
    for (const id of ids) states.push(await world.stateOf(id));
    return states;
  };
  const first = [await world.write(), await world.write(), await world.write()];
  expect(await told()).toEqual([]);
  // Two processes at the same moment.
  const over = await Promise.all([world.write(), world.write()]);
  expect(await outcomes([...first, ...over])).toEqual([
    'approved',
    'approved',
    'approved',
    'withheld',
    'withheld',
  ]);
  const [suspended] = await muted();
  expect(suspended).toMatchObject({
    kind: 'rule',
    target: world.ruleId,
    until: null,
    by: expect.any(String),
    suspended: { fired: 4, minutes: 10, about: 'SPX' },
  });
  expect(await world.lastOf(over[0])).toEqual([
    'withheld',
    'delivery',
    'its rule is suspended: it fired 4 times in 10 minutes',
  ]);
  const notices = await told();
  const { rows: leading } = await db.admin.query<{ user_id: string }>(
    `select user_id from members where workspace_id = $1 and role in ('owner', 'admin')`,
    [world.workspaceId],
  );
  const people = [...leading.map(({ user_id: id }) => id), editor];
  expect(notices.map(({ user_id: id }) => id).toSorted()).toEqual(people.toSorted());
  expect(notices[0]).toMatchObject({ link: `/rules/${world.ruleId}` });
  expect(notices[0]?.text).toContain('It fired 4 times in 10 minutes about SPX.');
  expect((await world.onLedger('mute', suspended!.id)).at(-1)).toMatchObject({
    act: 'muted',
    by: { system: true },
    reason: 'fired 4 times in 10 minutes about SPX',
  });
  // What hadn't gone out stays in; it's resumed, and what was before doesn't count.
  await world.deliver(first[0]!);
  expect(await world.stateOf(first[0]!)).toBe('withheld');
  await unmute(suspended!);
  world.now += 60_000;
  const after = [await world.write(), await world.write(), await world.write()];
  expect(await outcomes(after)).toEqual(['approved', 'approved', 'approved']);
  expect(await told()).toHaveLength(people.length);

  // A critical one is reported, once a day, and goes out.
  await db.admin.query(`update rules set settings = settings || '{"critical": true}' where id = $1`, [
    world.ruleId,
  ]);
  const critical = [await world.write(), await world.write()];
  expect(await outcomes(critical)).toEqual(['approved', 'approved']);
  expect((await told()).map(({ title }) => title.includes('triggers very often'))).toEqual([
    ...Array<boolean>(people.length).fill(false),
    ...Array<boolean>(people.length).fill(true),
  ]);
  expect(await muted()).toEqual([]);
  await db.admin.query(`update rules set settings = settings - 'critical' where id = $1`, [world.ruleId]);
  // Turned off.
  expect((await world.call('PATCH', path, { most: null, minutes: 10 })).status).toBe(200);
  expect(await world.stateOf(await world.write())).toBe('approved');
});
