import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { alertFanOuts } from '#src/db/queries/fan-outs.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { HoursScope, SendingHoursForm } from '#src/shared/sending-hours.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  SPX_ID,
  starterRule,
} from '#tests/support/workspace.ts';
import { composeAlert } from '../../alerts/compose.ts';
import { fateWords, waitsWords } from '../../alerts/fate-words.ts';
import { reachAhead } from '../../alerts/reach.ts';
import { createPolicies } from '../../approval/policies/stored-policies.ts';
import type { ClaimedDelivery } from '../../delivery/claimed.ts';
import { deliverAlert } from '../../delivery/deliver.ts';
import { sweepDeliveries } from '../../delivery/sweep.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import { sweepDigests } from '../../digests/sweep-digests.ts';
import { fireRule } from '../../events/fire-rule.ts';
import { openingsOf } from './openings.ts';
import { createSendingHours } from './sending-hours.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** A Friday evening, and when the office opens again. */
const EVENING = Date.parse('2026-11-27T19:00:00Z');
const MONDAY = Date.parse('2026-11-30T07:00:00Z');
const OFFICE = {
  days: [1, 2, 3, 4, 5],
  from: '08:00',
  to: '18:00',
  timeZone: 'Europe/Berlin',
  late: 'nothing' as 'nothing' | 'digest',
};
type World = Awaited<ReturnType<typeof newWorld>>;

/** Two readers, with what goes to them as it's sent. */
async function newWorld() {
  const { workspaceId, userId } = await newWorkspace(db);
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    workspaceId,
  ]);
  await addReaders(db.admin, workspaceId, ['r0@reader.example', 'r1@reader.example']);
  const { audienceId } = await sendToReaders(db, workspaceId);
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    workspaceId,
  ]);
  const by = { workspaceId, actor: { kind: 'member', userId, name: 'Ada Byron' } as const };
  return {
    workspaceId,
    audienceId,
    brandId: rows[0]?.id ?? '',
    by,
    now: EVENING,
    fired: 0,
    jobs: new Set<string>(),
    sent: [] as string[],
    digests: [] as string[],
  };
}

const depsOf = (world: World) => ({
  app: db.app,
  system: db.system,
  enqueue: (async (_tx, queue, ...data) => {
    if (queue !== 'deliver-alert') return;
    for (const job of data) if ('alertId' in job) world.jobs.add(job.alertId);
  }) as EngineEnqueue,
  announce: () => undefined,
  clock: () => new Date(world.now),
  instanceId: newId(),
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(16),
  send: async ({ alertId, id, purpose, prepared }: ClaimedDelivery) => {
    if (purpose === 'digest') world.digests.push(prepared.text);
    else world.sent.push(alertId);
    return { outcome: 'sent', providerMessageId: id } as const;
  },
});
const hoursIn = (world: World) => createSendingHours(depsOf(world));
const TARGETS: Readonly<Record<HoursScope, (world: World) => { target?: string }>> = {
  workspace: () => ({}),
  brand: ({ brandId }) => ({ target: brandId }),
  audience: ({ audienceId }) => ({ target: audienceId }),
};
const set = (world: World, scope: HoursScope, to: Partial<typeof OFFICE> = {}) =>
  hoursIn(world).set(world.by, { scope, ...TARGETS[scope](world), ...OFFICE, ...to });
const setMarket = (
  world: World,
  scope: HoursScope,
  to: Pick<SendingHoursForm, 'market'> & Partial<SendingHoursForm> = { market: 'regular' },
) => hoursIn(world).set(world.by, { scope, ...TARGETS[scope](world), late: 'nothing', ...to });

async function drafted(world: World): Promise<string> {
  const { workspaceId } = world;
  world.fired += 1;
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + world.fired / 1_000 } };
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, async () => undefined, {
      rule,
      detection: { ...fallOf2020, evidence },
      trialRunId: null,
      now: new Date(world.now),
    }),
  );
  return alertId ?? '';
}

/** An event becomes an approved alert, and what can go goes. */
async function fire(world: World): Promise<string> {
  const alertId = await drafted(world);
  await composeAlert(depsOf(world), { workspaceId: world.workspaceId, alertId });
  await work(world);
  return alertId;
}

async function work(world: World): Promise<void> {
  const jobs = [...world.jobs];
  world.jobs.clear();
  for (const alertId of jobs) await deliverAlert(depsOf(world), { workspaceId: world.workspaceId, alertId });
}

/** The sweeps of that moment. */
async function at(world: World, now: number): Promise<void> {
  world.now = now;
  await sweepDeliveries(depsOf(world));
  await work(world);
  await sweepDigests(depsOf(world));
  await work(world);
}

async function stateOf(alertId: string): Promise<string | undefined> {
  const { rows } = await db.admin.query<{ state: string }>('select state from alerts where id = $1', [
    alertId,
  ]);
  return rows[0]?.state;
}

it.each(['workspace', 'brand', 'audience'] as const)(
  'of the %s hold what is approved outside of them, until they begin, and it goes once',
  async (scope) => {
    const world = await newWorld();
    await set(world, scope);
    const draft = await drafted(world);
    const ahead = await withTenant(db.app, world.workspaceId, (tx) =>
      reachAhead(tx, draft, new Date(world.now)),
    );
    expect(ahead?.opens).toEqual([
      { name: world.audienceId, at: new Date(MONDAY).toISOString(), marketZone: null },
    ]);
    const alertId = await fire(world);
    // Nobody is woken for nothing over the weekend.
    await sweepDeliveries({ ...depsOf(world), clock: () => new Date(MONDAY - 60_000) });
    expect(world.jobs.size).toBe(0);
    await at(world, MONDAY - 1);
    const shown = await withTenant(db.app, world.workspaceId, (tx) => alertFanOuts(tx, alertId));
    expect(shown?.fanOuts.map(({ opensAt, state }) => [opensAt, state])).toEqual([
      [new Date(MONDAY).toISOString(), 'open'],
    ]);
    expect([world.sent, await stateOf(alertId)]).toEqual([[], 'approved']);
    await at(world, MONDAY);
    await at(world, MONDAY + 90_000);
    expect([world.sent, await stateOf(alertId)]).toEqual([[alertId, alertId], 'sent']);
  },
);

it('wait for all of workspace, brand and audience, and hold nothing within them', async () => {
  const world = await newWorld();
  await set(world, 'workspace');
  await set(world, 'brand', { from: '10:00' });
  await set(world, 'audience', { from: '09:00', days: [1, 2, 3, 4] });
  const alertId = await fire(world);
  await at(world, MONDAY + 3_600_000);
  expect(world.sent).toEqual([]);
  await at(world, MONDAY + 2 * 3_600_000);
  expect(world.sent).toEqual([alertId, alertId]);
  const within = await fire(world);
  expect(world.sent.slice(2)).toEqual([within, within]);
});

it('never hold alerts of critical rules', async () => {
  const world = await newWorld();
  await set(world, 'workspace');
  await db.admin.query(
    `update rules set settings = settings || '{"critical": true}' where workspace_id = $1`,
    [world.workspaceId],
  );
  const alertId = await fire(world);
  expect(world.sent).toEqual([alertId, alertId]);
});

it('that change hold no alert of a critical rule that waits for its embargo', async () => {
  const world = await newWorld();
  await db.admin.query('update routes set release_minutes = 15 where workspace_id = $1', [world.workspaceId]);
  const opens = async (alertId: string) => {
    const shown = await withTenant(db.app, world.workspaceId, (tx) => alertFanOuts(tx, alertId));
    return shown?.fanOuts.map(({ opensAt }) => opensAt);
  };
  const ordinary = await fire(world);
  const { workspaceId } = world;
  const critical = '{"critical": true}';
  await db.admin.query(`update rules set settings = settings || $2::jsonb where workspace_id = $1`, [
    workspaceId,
    critical,
  ]);
  const urgent = await fire(world);
  await set(world, 'workspace');
  expect([await opens(ordinary), await opens(urgent)]).toEqual([[null], [null]]);
  await db.admin.query(`update rules set settings = settings - 'critical' where workspace_id = $1`, [
    workspaceId,
  ]);
  await set(world, 'workspace', { from: '09:00' });
  expect(await opens(urgent)).toEqual([new Date(MONDAY + 3_600_000).toISOString()]);
});

/** Alerts aren't sent once the price has moved by 2%. */
async function checkPrice(world: World): Promise<void> {
  const { id } = await createPolicies({ app: db.app, clock: () => new Date(world.now) }).make(world.by, {
    name: 'Moves',
    content: {
      mode: 'auto',
      asksFrom: 50,
      weights: {},
      approvers: { roles: ['owner'], people: [] },
      needs: 1,
      notAuthor: false,
      waitsMinutes: null,
      unanswered: 'expire',
      hours: null,
      freshness: { movedPercent: 2, action: 'lapse', late: 'nothing' },
    },
  });
  await db.admin.query('update routes set expires_minutes = null, approval = $2 where workspace_id = $1', [
    world.workspaceId,
    id,
  ]);
}

/** The newest price on Monday; the alerts name 2,386.13. */
async function withPrice(price: number, run: () => Promise<void>): Promise<void> {
  await db.admin.query(
    `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
     values ($1, '5m', $2::timestamptz - interval '5 minutes', $3, $3, $3, $3, 1)`,
    [SPX_ID, new Date(MONDAY).toISOString(), price],
  );
  await run();
  await db.admin.query('delete from bars where instrument_id = $1 and close = $2', [SPX_ID, price]);
}

it.each(['expired', 'moved'] as const)(
  'put what has %s meanwhile into one digest as past news, if they say so',
  async (why) => {
    const world = await newWorld();
    await set(world, 'workspace');
    await set(world, 'audience', { late: 'digest' });
    if (why === 'moved') await checkPrice(world);
    else
      await db.admin.query('update routes set expires_minutes = 60 where workspace_id = $1', [
        world.workspaceId,
      ]);
    const alerts = [await fire(world), await fire(world)];
    await at(world, EVENING + 2 * 3_600_000);
    expect([await Promise.all(alerts.map(stateOf)), world.digests]).toEqual([['approved', 'approved'], []]);
    await withPrice(why === 'moved' ? 2_500 : 2_400, () => at(world, MONDAY));
    await at(world, MONDAY + 90_000);
    expect([await Promise.all(alerts.map(stateOf)), world.digests]).toEqual([
      ['partly_sent', 'partly_sent'],
      [],
    ]);
    await at(world, MONDAY + 150_000);
    await at(world, MONDAY + 300_000);
    expect(world.sent).toEqual([]);
    expect(world.digests).toHaveLength(2);
    for (const text of world.digests) {
      expect(text).toContain('Past news, too late to send on its own: 2.');
      expect(text.match(/Past news: 27 Nov 2026, 14:00 EST, price then 2,386\.13 · SPX/g)).toHaveLength(2);
    }
    const shown = await withTenant(db.app, world.workspaceId, (tx) => alertFanOuts(tx, alerts[0] ?? ''));
    expect(shown?.fanOuts[0]).toMatchObject({
      lapsed: why,
      state: 'done',
      channels: [{ channel: 'email', skipped: [{ reason: 'digest', people: 2 }] }],
    });
    const { rows } = await db.admin.query<{ reason: string }>(
      'select reason from alert_transitions where alert_id = $1 order by at desc, id desc limit 1',
      [alerts[0]],
    );
    expect(rows[0]?.reason).toMatch(
      /when its sending hours began: its readers get it in a digest, as past news$/,
    );
  },
);

/** It's the day after Thanksgiving: the market closed at 13:00 in New York, an hour ago. */
const OPEN = Date.parse('2026-11-30T14:30:00Z');

/** When each of its fan-outs opens, and by which market. */
async function openingsIn(world: World, alertId: string) {
  const shown = await withTenant(db.app, world.workspaceId, (tx) => alertFanOuts(tx, alertId));
  return shown?.fanOuts.map(({ opensAt, marketZone }) => [opensAt, marketZone]);
}

it('of the market hold an alert after a half day until the next open, and it says so', async () => {
  const world = await newWorld();
  expect(await setMarket(world, 'workspace')).toMatchObject({ market: 'regular', days: null, opensAt: null });
  const draft = await drafted(world);
  const ahead = await withTenant(db.app, world.workspaceId, (tx) =>
    reachAhead(tx, draft, new Date(world.now)),
  );
  expect(ahead?.opens).toEqual([
    { name: world.audienceId, at: new Date(OPEN).toISOString(), marketZone: 'America/New_York' },
  ]);
  expect(waitsWords(ahead ?? { opens: [], embargoes: [] }, 'UTC')).toBe(
    'until its market opens, Mon, Nov 30, 9:30 AM in New York',
  );
  const alertId = await fire(world);
  expect(await openingsIn(world, alertId)).toEqual([[new Date(OPEN).toISOString(), 'America/New_York']]);
  const about = { workspaceId: world.workspaceId, alertId, state: 'approved', timeZone: 'UTC' } as const;
  const fate = await withTenant(db.app, world.workspaceId, (tx) =>
    fateWords(tx, { ...about, now: new Date(world.now) }),
  );
  expect(fate).toBe('It waits until Mon, Nov 30, 9:30 AM in New York, when its market opens.');
  await at(world, OPEN - 1);
  expect(world.sent).toEqual([]);
  await at(world, OPEN);
  await at(world, OPEN + 90_000);
  expect([world.sent, await stateOf(alertId)]).toEqual([[alertId, alertId], 'sent']);
});

it('of the market with after-hours, and then by the clock, apply to what waits', async () => {
  const world = await newWorld();
  await setMarket(world, 'brand');
  const alertId = await fire(world);
  await set(world, 'brand');
  expect(await openingsIn(world, alertId)).toEqual([[new Date(MONDAY).toISOString(), null]]);
  await setMarket(world, 'brand');
  expect(await openingsIn(world, alertId)).toEqual([[new Date(OPEN).toISOString(), 'America/New_York']]);
  await setMarket(world, 'brand', { market: 'extended' });
  await at(world, EVENING + 120_000);
  expect(world.sent).toEqual([alertId, alertId]);
  const { rows } = await db.admin.query<{ hours: string }>(
    `select detail ->> 'hours' as hours from activity
      where workspace_id = $1 and action = 'sending_hours.set' order by at desc, id desc limit 1`,
    [world.workspaceId],
  );
  expect(rows[0]?.hours).toBe('while the market trades, with pre-market and after-hours');
});

it('of the market put what lapsed until the open into a digest as past news', async () => {
  const world = await newWorld();
  await setMarket(world, 'audience', { market: 'regular', late: 'digest' });
  await checkPrice(world);
  const alertId = await fire(world);
  await withPrice(2_500, () => at(world, OPEN));
  await at(world, OPEN + 150_000);
  await at(world, OPEN + 300_000);
  expect([await stateOf(alertId), world.sent, world.digests.length]).toEqual(['partly_sent', [], 2]);
});

it.each([
  // An alert of a symbol that is known by the name the signal has.
  ['a stock by the name in a signal', { instrument: null, about: 'NYSE:spx' }, OPEN],
  ['what names no known symbol', { instrument: null, about: 'Reuters' }, null],
  ['crypto', { instrument: 'crypto', about: null }, null],
  ['a market that never trades within hours of the clock', { instrument: 'tokyo', about: null }, MONDAY],
] as const)('of the market, for %s', async (_, { instrument, about }, opens) => {
  const world = await newWorld();
  await setMarket(world, 'workspace');
  if (opens === MONDAY) await set(world, 'brand', { from: '08:00', to: '18:00' });
  const alertId = await drafted(world);
  const id = instrument && newId();
  if (instrument)
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, session, created_at)
       values ($1, $2, $2, 'USD', 'UTC', $3, now())`,
      [id, `HOURS-${instrument}`, instrument],
    );
  await db.admin.query(
    id === null
      ? 'update alerts set instrument_id = null, timeframe = null, value = null, about = $2 where id = $1'
      : 'update alerts set instrument_id = $2 where id = $1',
    [alertId, id ?? about],
  );
  const opening = await withTenant(db.app, world.workspaceId, (tx) =>
    openingsOf(tx, { workspaceId: world.workspaceId, alertId, brandId: world.brandId }),
  );
  expect(opening(world.audienceId, new Date(world.now))?.at.getTime() ?? null).toBe(opens);
});

it('let nothing go that has expired, was muted, or whose price moved too far meanwhile', async () => {
  const world = await newWorld();
  await set(world, 'audience');
  await db.admin.query('update routes set expires_minutes = 60 where workspace_id = $1', [world.workspaceId]);
  const late = await fire(world);
  await at(world, EVENING + 2 * 3_600_000);
  expect(await stateOf(late)).toBe('expired');

  world.now = EVENING;
  await checkPrice(world);
  const [moved, still] = [await fire(world), await fire(world)];
  await db.admin.query(
    `insert into mutes (workspace_id, id, kind, target, muted_by, since, time_zone)
     select $1, gen_random_uuid(), 'brand', $2, $3, $4, 'UTC'`,
    [world.workspaceId, world.brandId, `user:${world.by.actor.userId}`, new Date(world.now).toISOString()],
  );
  world.now = MONDAY;
  world.jobs.add(still);
  await work(world);
  await db.admin.query('delete from mutes where workspace_id = $1', [world.workspaceId]);
  await withPrice(2_500, () => at(world, MONDAY));
  expect([await stateOf(still), await stateOf(moved), world.sent]).toEqual(['withheld', 'expired', []]);
});

it('that change or end hold what waits by what holds then, and are in the activity', async () => {
  const world = await newWorld();
  const made = await set(world, 'workspace');
  const [one, other] = [await fire(world), await fire(world)];
  await set(world, 'workspace', { from: '12:00' });
  await at(world, MONDAY);
  expect(world.sent).toEqual([]);
  const { items } = await hoursIn(world).list(world.workspaceId);
  expect(items).toEqual([
    {
      ...OFFICE,
      id: made.id,
      scope: 'workspace',
      target: null,
      name: '',
      from: '12:00',
      market: null,
      opensAt: '2026-11-30T11:00:00.000Z',
    },
  ]);
  await hoursIn(world).remove(world.by, made.id);
  await at(world, MONDAY + 1_000);
  expect(world.sent.toSorted()).toEqual([one, one, other, other].toSorted());
  const { rows } = await db.admin.query<{ action: string; detail: unknown }>(
    `select action, detail from activity where workspace_id = $1 and action like 'sending_hours%' order by at, id`,
    [world.workspaceId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'sending_hours.set',
    'sending_hours.set',
    'sending_hours.removed',
  ]);
  expect(rows[0]?.detail).toEqual({ hours: '08:00 to 18:00 (Europe/Berlin) on Mon, Tue, Wed, Thu, Fri' });
});

it('that change while an alert is on its way hold it as well', async () => {
  const world = await newWorld();
  await set(world, 'workspace');
  const alertId = await drafted(world);
  const deps = depsOf(world);
  let changing: Promise<unknown> | undefined;
  await composeAlert(
    {
      ...deps,
      enqueue: async (_tx, queue) => {
        if (queue !== 'deliver-alert') return;
        world.jobs.add(alertId);
        // What was opened by the hours of before isn't there for others yet.
        let isOver = false;
        changing = set(world, 'workspace', { from: '12:00' }).finally(() => (isOver = true));
        await vi.waitFor(async () => expect(isOver || (await isWaiting())).toBe(true), { timeout: 10_000 });
      },
    },
    { workspaceId: world.workspaceId, alertId },
  );
  await changing;
  await work(world);
  await at(world, MONDAY);
  expect(world.sent).toEqual([]);
  await at(world, MONDAY + 4 * 3_600_000);
  expect(world.sent).toEqual([alertId, alertId]);
});

/** Somebody waits for what another transaction holds. */
async function isWaiting(): Promise<boolean> {
  const { rowCount } = await db.admin.query(
    `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rowCount !== 0;
}

it('are refused where nothing could ever go out, and for what is of another workspace', async () => {
  const world = await newWorld();
  const other = await newWorld();
  await set(world, 'workspace');
  await expect(set(world, 'brand', { days: [6, 7] })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('never overlap with those of the workspace'),
  });
  await hoursIn(world).remove(world.by, (await hoursIn(world).list(world.workspaceId)).items[0]?.id ?? '');
  await set(world, 'audience', { days: [6, 7] });
  await expect(set(world, 'brand')).rejects.toMatchObject({
    message: expect.stringMatching(/those of the audience “[^”]+”, so an alert that both apply to/),
  });
  // Nothing goes to an audience that was deleted.
  await db.admin.query('update audiences set deleted_at = now() where id = $1', [world.audienceId]);
  await set(world, 'brand');
  await set(world, 'workspace');
  for (const scope of ['brand', 'audience'] as const)
    await expect(
      set({ ...world, brandId: other.brandId, audienceId: other.audienceId }, scope),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  const [made] = (await hoursIn(world).list(world.workspaceId)).items;
  await expect(hoursIn(other).remove(other.by, made?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  expect((await hoursIn(other).list(other.workspaceId)).items).toEqual([]);
});
