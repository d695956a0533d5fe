import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledgerWindows } from '#src/db/schema.ts';
import { createFollowUps } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import { waitsForEarlier } from '#src/engine/delivery/in-order.ts';
import { sendReplays } from '#src/engine/replays/send-replays.ts';
import { alertReachSchema } from '#src/shared/alert-reach.ts';
import { replayCountSchema, replaySchema, replaysSchema } from '#src/shared/replays.ts';
import { connectionsSchema } from '#src/shared/connections.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { starterRule } from '#tests/support/workspace.ts';
import { type EndpointWorld, endpointWorld, fallAfter } from './webhook-endpoint.fixture.ts';

/* What an endpoint gets, in which order, and once more. */
let db: TestDatabase;
let world: EndpointWorld;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => void (world = await endpointWorld(db)));
afterEach(() => world.close());

const alertsGot = (): string[] =>
  world.got.map(({ body }) => (JSON.parse(body) as { alert: { id: string } }).alert.id);
const typesGot = (): string[] => world.got.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const reachOf = async (alertId: string) =>
  alertReachSchema.parse((await world.ask('GET', `/alerts/${alertId}/reach`)).body);

describe('a filter', () => {
  it('leaves alerts out that don’t match, which is counted, and says where it can’t be read', async () => {
    const connection = await world.connected({ format: 'standard', filter: 'kind == "gap" or move > 0' });
    const alertId = await world.sendAlert();
    expect(world.got).toEqual([]);
    expect((await reachOf(alertId)).fanOuts).toMatchObject([
      { state: 'done', channels: [{ sent: 0, failed: 0, skipped: [{ reason: 'filtered', people: 1 }] }] },
    ]);
    expect((await world.ask('GET', `/alerts/${alertId}`)).body).toMatchObject({ state: 'withheld' });

    const change = (filter: string) =>
      world.ask('PATCH', `/connections/${connection.id}`, { fields: { filter } });
    expect(await change('kind == "gap" or mov > 0')).toMatchObject({
      status: 400,
      body: {
        field: 'filter',
        detail: "Filter: Line 1, column 18: “mov” isn’t a field. Did you mean 'move'?",
      },
    });
    // It recognizes what is sent again, so nothing stays unknown.
    expect(connection.whenUnknown).toBeNull();
    const unknown = await world.ask('PATCH', `/connections/${connection.id}`, { whenUnknown: 'leave' });
    expect(unknown).toMatchObject({ status: 400, body: { field: 'whenUnknown' } });
    expect(await change('kind == "big_move" and move <= -10')).toMatchObject({ status: 200 });
    world.got = [];
    const next = await world.sendAlert(fallAfter(1));
    expect(alertsGot()).toEqual([next]);
    expect(JSON.parse(world.got[0]!.body)).toMatchObject({ alert: { kind: 'big_move', move: '-11.98' } });
  });
});

it('says before an alert goes whether its filter leaves it out', async () => {
  const connection = await world.connected({ format: 'standard', filter: 'move > 0' });
  const rule = await starterRule(db, world.who.workspaceId);
  const destinationIds = connection.destinations.map(({ id }) => id);
  const routes = [{ destinationIds, audienceIds: [], approval: 'human' }];
  expect(await world.ask('PATCH', `/rules/${rule.id}`, { routes })).toMatchObject({ status: 200 });
  const alertId = await world.writeAlert();
  const filtered = async () =>
    (await reachOf(alertId)).ahead?.destinations.map((place) => [place.id, place.filtered]);
  expect(await filtered()).toEqual([[destinationIds[0], true]]);
  await world.ask('PATCH', `/connections/${connection.id}`, { fields: { filter: 'move < 0' } });
  expect(await filtered()).toEqual([[destinationIds[0], false]]);
});

describe('an endpoint in order by symbol', () => {
  it('gets an alert after the earlier one on its symbol is accepted', async () => {
    await world.connected({ format: 'standard', order: 'symbol' });
    const first = await world.writeAlert();
    const second = await world.writeAlert(fallAfter(1));
    world.status = 500;
    // The second’s job comes first.
    await world.deliver(second);
    expect(world.got).toEqual([]);
    expect((await reachOf(second)).fanOuts).toMatchObject([
      { state: 'open', waits: 'An earlier alert on its symbol is still on its way there.' },
    ]);
    await world.deliver(first);
    expect(alertsGot()).toEqual([first]);
    await world.deliver(second);
    expect(alertsGot()).toEqual([first]);
    world.status = 204;
    world.later(5_000);
    await world.deliver(first);
    await world.deliver(second);
    expect(alertsGot()).toEqual([first, first, second]);
    expect(await world.deliveriesOf(second)).toMatchObject([{ state: 'sent' }]);
  });

  it.each(['a symbol', 'no symbol'])(
    'gets a correction after its alert on %s, also after a retry',
    async (on) => {
      await world.connected({ format: 'standard', order: 'symbol' });
      const alertId = await world.writeAlert();
      const { workspaceId, userId } = world.who;
      world.status = 500;
      // Approved while the endpoint has the alert in its hands: whether it takes it isn't known yet.
      world.meanwhile = async () => {
        await createFollowUps(world.base()).write(
          { workspaceId, actor: { kind: 'member', userId, name: 'Ada Byron' } },
          alertId,
          { purpose: 'correction', headline: 'Trading was halted', text: 'The market stopped early.' },
        );
        if (on === 'no symbol')
          await db.admin.query(
            `update alerts set instrument_id = null, timeframe = null, about = 'Our desk' where id = $1`,
            [alertId],
          );
        await world.deliver(alertId);
      };
      await world.deliver(alertId);
      await world.deliver(alertId);
      expect(typesGot()).toEqual(['alert.created']);
      expect((await reachOf(alertId)).fanOuts.map(({ waits }) => waits)).toContain(
        on === 'no symbol'
          ? 'Its alert is still on its way there.'
          : 'An earlier alert on its symbol is still on its way there.',
      );
      world.status = 204;
      world.later(5_000);
      await world.deliver(alertId);
      expect(typesGot()).toEqual(['alert.created', 'alert.created', 'alert.corrected']);
      expect(await world.deliveriesOf(alertId)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    },
  );

  it('doesn’t wait for alerts that may not go out yet', async () => {
    await world.connected({ format: 'standard', order: 'symbol' });
    const first = await world.writeAlert();
    const later = await world.writeAlert(fallAfter(1));
    const ofFirst = (set: string) =>
      db.admin.query(`update fan_outs set ${set} where alert_id = $1`, [first]);
    const UNTIL = `'2026-11-23T12:00:00Z'`;
    const waits = async (): Promise<boolean> =>
      (
        await world.inTenant((tx) =>
          tx.execute<{ waits: boolean }>(
            sql`select ${waitsForEarlier(world.now, { instrumentId })} as waits from fan_outs f where f.alert_id = ${later}`,
          ),
        )
      ).rows[0]!.waits;
    const { rows } = await db.admin.query<{ instrument_id: string }>(
      `select instrument_id from alerts where id = $1`,
      [first],
    );
    const instrumentId = rows[0]!.instrument_id;
    expect(await waits()).toBe(true);
    for (const [held, free] of [
      [`embargo_until = ${UNTIL}`, 'embargo_until = null'],
      [`opens_at = ${UNTIL}`, 'opens_at = null'],
      ['group_first = alert_id, group_waits = true', 'group_waits = false'],
    ] as const) {
      await ofFirst(held);
      expect([held, await waits()]).toEqual([held, false]);
      await ofFirst(free);
      expect([free, await waits()]).toEqual([free, true]);
    }
    await db.admin.query(
      `insert into workspace_stops (workspace_id, id, scope, target, stopped_by, since)
       select workspace_id, gen_random_uuid(), 'brand', brand_id::text, 'key:Test', now() from alerts where id = $1`,
      [first],
    );
    expect(await waits()).toBe(false);
    await db.admin.query(`delete from workspace_stops where workspace_id = $1`, [world.who.workspaceId]);
    await ofFirst(`embargo_until = ${UNTIL}`);
    await world.deliver(later);
    expect(alertsGot()).toEqual([later]);
  });

  it('has the next one go at once, and one on another symbol doesn’t wait', async () => {
    await world.connected({ format: 'standard', order: 'symbol' });
    const first = await world.writeAlert();
    const second = await world.writeAlert(fallAfter(1));
    const other = await world.writeAlert(fallAfter(2));
    await db.admin.query(
      `with another as (
         insert into instruments select (json_populate_record(i, json_build_object('id', gen_random_uuid(), 'symbol', 'OTHER'))).*
           from instruments i limit 1 returning id)
       update alerts set instrument_id = (select id from another) where id = $1`,
      [other],
    );
    await world.deliver(other);
    expect(alertsGot()).toEqual([other]);
    const jobs = async () =>
      (
        await db.admin.query<{ id: string }>(
          `select data ->> 'alertId' as id from pgboss.job where name = 'deliver-alert' and data ->> 'alertId' = $1`,
          [second],
        )
      ).rows.length;
    const before = await jobs();
    await world.deliver(first);
    expect(await jobs()).toBe(before + 1);
  });
});

describe('a replay', () => {
  const send = (changed: Partial<Parameters<typeof sendReplays>[0]> = {}) =>
    sendReplays({
      ...world.base(),
      mail: world.mail,
      call: world.call,
      random: () => 0,
      encryptionKey: TEST_KEY,
      publicUrl: 'https://site.example',
      onError: (error) => expect.unreachable(String(error)),
      ...changed,
    });
  const HOUR = 3_600_000;
  const day = () => ({
    from: new Date(world.now.getTime() - 24 * HOUR).toISOString(),
    to: new Date(world.now.getTime() + HOUR).toISOString(),
  });
  const start = async (id: string, form: object = day()) =>
    replaySchema.parse((await world.ask('POST', `/connections/${id}/replays`, form)).body);
  const newest = async (id: string) =>
    replaysSchema.parse((await world.ask('GET', `/connections/${id}/replays`)).body).items[0]!;

  it('is counted first, and sends the same ids again in order, marked as a replay', async () => {
    const { id } = await world.connected();
    const alerts = [await world.sendAlert()];
    world.later(HOUR);
    const middle = world.now.toISOString();
    alerts.push(await world.sendAlert(fallAfter(1)));
    world.later(HOUR);
    alerts.push(await world.sendAlert(fallAfter(2)));
    const before = world.got;
    const count = async (form: object) =>
      replayCountSchema.parse((await world.ask('POST', `/connections/${id}/replays/count`, form)).body);
    expect(await count(day())).toEqual({
      messages: 3,
      first: '2026-11-23T10:00:00.000Z',
      last: world.now.toISOString(),
    });
    // From a moment until before another.
    expect(await count({ ...day(), from: middle })).toMatchObject({ messages: 2 });
    expect(await count({ ...day(), to: middle })).toMatchObject({ messages: 1 });
    world.got = [];
    world.later(1_000);
    const replay = await start(id);
    expect(replay).toMatchObject({ state: 'running', total: 3, sent: 0 });
    // The day isn't over: the replay ends with the millisecond it was started in.
    expect(Date.parse(replay.to) - Date.parse(replay.createdAt)).toBe(1);
    expect(world.got).toEqual([]);
    expect(await send()).toBe(3);
    expect(alertsGot()).toEqual(alerts);
    for (const [n, { headers, body }] of world.got.entries()) {
      const once = before[n]!;
      expect(headers['webhook-id']).toBe(once.headers['webhook-id']);
      expect(headers['webhook-replay']).toBe(replay.id);
      expect(once.headers['webhook-replay']).toBeUndefined();
      const { replay: mark, ...rest } = JSON.parse(body) as Record<string, unknown>;
      expect(mark).toEqual({ id: replay.id, at: replay.createdAt });
      expect(rest).toEqual(JSON.parse(once.body));
    }
    expect(await newest(id)).toMatchObject({ state: 'done', sent: 3, failed: 0, skipped: 0, problem: null });
    const windows = await world.inTenant((tx) => tx.select({ body: ledgerWindows.body }).from(ledgerWindows));
    expect(windows.filter(({ body }) => body.includes(`"replay":"${replay.id}"`))).toHaveLength(3);
    // Nothing of it counts as another delivery.
    expect(await world.deliveriesOf(alerts[0]!)).toHaveLength(1);
  });

  it('waits for a failed message, and sends the rest after it', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    await world.sendAlert(fallAfter(1));
    const replay = await start(id);
    world.got = [];
    world.status = 500;
    expect(await send()).toBe(0);
    expect(world.got).toHaveLength(1);
    expect(await newest(id)).toMatchObject({
      state: 'running',
      sent: 0,
      problem: expect.stringContaining('500'),
    });
    expect(await send()).toBe(0);
    expect(world.got).toHaveLength(1);
    world.status = 204;
    world.later(7_000);
    expect(await send()).toBe(2);
    expect(world.got.map(({ headers }) => headers['webhook-replay'])).toEqual([
      replay.id,
      replay.id,
      replay.id,
    ]);
    expect(await newest(id)).toMatchObject({ state: 'done', sent: 2, problem: null });
  });

  it('goes on after a message that fails for good, and says why it did', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    await world.sendAlert(fallAfter(1));
    await start(id);
    world.got = [];
    world.status = 302;
    expect(await send()).toBe(0);
    expect(world.got).toHaveLength(2);
    expect(await newest(id)).toMatchObject({
      state: 'done',
      failed: 2,
      problem: null,
      failure: expect.stringContaining('It redirects'),
    });
  });

  it('has nothing sent over the endpoint while that asks to wait', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    await start(id);
    world.status = 429;
    expect(await send()).toBe(0);
    const { body } = await world.ask('GET', '/connections');
    expect(connectionsSchema.parse(body).items[0]!.heldUntil).not.toBeNull();
    world.status = 204;
    world.later(600_000);
    expect(await send()).toBe(1);
  });

  it('has one at a time, can be stopped, and waits while the endpoint is paused', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    const replay = await start(id);
    expect(await world.ask('POST', `/connections/${id}/replays`, day())).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    });
    await world.ask('PATCH', `/connections/${id}`, { paused: true });
    world.got = [];
    expect(await send()).toBe(0);
    expect(await newest(id)).toMatchObject({ state: 'running', problem: '“Desk” is paused.' });
    expect((await world.ask('POST', `/replays/${replay.id}/stop`)).body).toMatchObject({ state: 'stopped' });
    await world.ask('PATCH', `/connections/${id}`, { paused: false });
    world.later(HOUR);
    expect(await send()).toBe(0);
    expect(world.got).toEqual([]);
  });

  it('sends nothing that a filter left out, that is restricted now, or as a signal', async () => {
    const { id } = await world.connected({ format: 'standard', filter: 'move > 0' });
    await world.sendAlert();
    expect(await world.ask('POST', `/connections/${id}/replays`, day())).toMatchObject({
      status: 400,
      body: { detail: 'Nothing was sent there in that period. Choose another one.' },
    });
    await world.ask('PATCH', `/connections/${id}`, { fields: { filter: '' } });
    await world.sendAlert(fallAfter(1));
    const brand = await db.admin.query<{ id: string }>(`select id from brands where workspace_id = $1`, [
      world.who.workspaceId,
    ]);
    const listed = await world.ask('POST', `/brands/${brand.rows[0]!.id}/symbol-lists`, {
      list: 'restricted',
      symbols: 'SPX',
      reason: 'Mandate',
    });
    expect(listed.status).toBe(200);
    await start(id);
    world.got = [];
    expect(await send()).toBe(0);
    expect(world.got).toEqual([]);
    expect(await newest(id)).toMatchObject({ state: 'done', sent: 0, skipped: 1 });
    await world.ask('PATCH', `/connections/${id}`, { fields: { format: 'strategy', up: 'buy' } });
    expect(await world.ask('POST', `/connections/${id}/replays/count`, day())).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Signals aren’t replayed') },
    });
  });

  it('counts no try where it’s asked to wait, and gives up if that never ends', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    await start(id);
    world.status = 429;
    for (let n = 0; n < 8; n += 1) {
      await send();
      world.later(600_000);
    }
    world.status = 500;
    await send();
    expect(await newest(id)).toMatchObject({ state: 'running', failed: 0 });
    await db.admin.query(`update endpoint_replays set pauses = 100, attempts = 101 where workspace_id = $1`, [
      world.who.workspaceId,
    ]);
    world.status = 429;
    world.later(600_000);
    await send();
    expect(await newest(id)).toMatchObject({
      state: 'done',
      failed: 1,
      failure: expect.stringContaining('asked to wait 100 times'),
    });
  });

  it('needs a plan that includes the endpoint, and waits while the workspace is read-only', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    await start(id);
    world.got = [];
    const plan = (set: string) =>
      db.admin.query(`update subscriptions set ${set} where workspace_id = $1`, [world.who.workspaceId]);
    const { rows } = await db.admin.query<{ status: string }>(
      `select status from subscriptions where workspace_id = $1`,
      [world.who.workspaceId],
    );
    await plan(`status = 'Canceled'`);
    expect(await send()).toBe(0);
    expect(await newest(id)).toMatchObject({
      state: 'running',
      problem: 'The workspace is read-only: its plan has ended.',
    });
    await plan(`status = '${rows[0]!.status}', plan_id = 'starter'`);
    world.later(60_000);
    expect(await send()).toBe(0);
    expect(await newest(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/^The Starter plan doesn’t include /),
    });
    expect(world.got).toEqual([]);
    for (const path of ['replays', 'replays/count'])
      expect(await world.ask('POST', `/connections/${id}/${path}`, day())).toMatchObject({
        body: { code: 'plan_limit' },
      });
  });

  it('says what keeps it from being sent, and ends what broke off', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    await start(id);
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    await send({ onError, encryptionKey: Buffer.alloc(32, 9) });
    expect(errors).toHaveLength(1);
    expect(await newest(id)).toMatchObject({
      state: 'running',
      problem: 'Something failed on our side. We’ll retry.',
    });
    world.later(60_000);
    await send({ call: () => Promise.reject(new Error('No socket')) });
    expect(await newest(id)).toMatchObject({
      state: 'done',
      failed: 1,
      failure: 'Sending broke off: No socket',
    });
  });

  it('says nothing more once it’s stopped, which a deleted endpoint doesn’t prevent', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    const { id: replayId } = await start(id);
    world.status = 500;
    await send({
      call: async (...asked) => {
        await world.ask('POST', `/replays/${replayId}/stop`);
        return world.call(...asked);
      },
    });
    expect(await newest(id)).toMatchObject({ state: 'stopped', problem: null });
    const another = await start(id);
    await db.admin.query(`update connections set deleted_at = now() where id = $1`, [id]);
    expect(await world.ask('POST', `/replays/${another.id}/stop`)).toMatchObject({
      status: 200,
      body: { state: 'stopped' },
    });
  });

  it('has as many messages as it says, whatever ends while it’s counted', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    await world.sendAlert(fallAfter(1));
    await db.admin.query(`
      create function lose_one() returns trigger language plpgsql security definer as $$
      begin
        update deliveries set state = 'retry' where id = (select id from deliveries where workspace_id = new.workspace_id limit 1);
        return null;
      end $$;
      create trigger lose_one after insert on endpoint_replays for each row execute function lose_one()`);
    try {
      expect(await start(id)).toMatchObject({ total: 1 });
    } finally {
      await db.admin.query(`drop trigger lose_one on endpoint_replays; drop function lose_one`);
    }
    expect(await send()).toBe(1);
    expect(await newest(id)).toMatchObject({ state: 'done', sent: 1 });
  });

  it('is out of sight of other workspaces', async () => {
    const { id } = await world.connected();
    await world.sendAlert();
    const replay = await start(id);
    const stranger = await endpointWorld(db);
    try {
      expect(await stranger.ask('GET', `/connections/${id}/replays`)).toMatchObject({ status: 404 });
      expect(await stranger.ask('POST', `/connections/${id}/replays`, day())).toMatchObject({ status: 404 });
      expect(await stranger.ask('POST', `/replays/${replay.id}/stop`)).toMatchObject({ status: 404 });
    } finally {
      await stranger.close();
    }
  });
});
