import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { releasePlanned } from '#src/engine/alerts/composed/release-planned.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { sweepDeliveries } from '#src/engine/delivery/sweep.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { drill } from '#tests/support/drill.ts';
import { paced, SPX_ID } from '#tests/support/workspace.ts';
import { AHEAD, type Kind, KINDS, newWorld, planned, plannedOf, type World } from './planned-world.ts';
import { SINK_CHANNELS } from './sink.ts';

/*
 * A process that sends planned alerts is killed while it does. Each goes out once, and whatever hadn't left by then is
 * asked anew after the restart: whether its policy still lets it through, and how far the price has moved.
 */

/** At so many statements of the release the process is killed; a drill takes each of them. */
const CUTS = drill(4, Number.POSITIVE_INFINITY);
const SETTLED = { timeout: drill(60_000, 900_000), interval: 50 };

let db: TestDatabase;
const undo: (() => void)[] = [];
beforeAll(async () => {
  db = await testDatabase();
  for (const kind of Object.keys(SINK_CHANNELS))
    undo.push(addChannel({ ...channelOf('email'), kind, planClass: 'included' }));
});
afterAll(async () => {
  for (const each of undo) each();
  await db.drop();
});

/** What happens while no process runs. */
async function changeWorld({ ask, policies, now }: World): Promise<void> {
  await db.admin.query(
    `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
     values ($1, '1h', $2::timestamptz - interval '1 hour', 104, 104, 104, 104, 5000)`,
    [SPX_ID, now().toISOString()],
  );
  await ask('PATCH', `/approval-policies/${policies.desk}`, { content: { mode: 'human' } });
}

/** @param left which had gone before the world changed */
async function expectWhole(
  world: World,
  alerts: ReadonlyMap<string, Kind>,
  { left, sent }: { left: ReadonlySet<string>; sent: readonly string[] },
): Promise<void> {
  const rows = await plannedOf(world);
  expect(rows.filter((row) => row.planned)).toEqual([]);
  for (const [id, kind] of alerts) {
    const row = rows.find((each) => each.id === id);
    const times = sent.filter((each) => each === id).length;
    const goes = kind === 'plain' || (kind === 'desk' && left.has(id));
    const [state, reason] = goes
      ? ['sent', /sent/]
      : kind === 'desk'
        ? ['withheld', /^its approval lapsed: “Desk hours” asks for a review now$/]
        : [left.has(id) ? 'expired' : 'withheld', /moved/];
    const about = `${kind}, ${left.has(id) ? 'left before' : 'still there'}`;
    expect([about, times, row?.state]).toEqual([about, goes ? 1 : 0, state]);
    expect(row?.reason).toMatch(reason);
    expect(row?.opened).toBe(goes || left.has(id) ? 1 : 0);
  }
  // Each that went counts once, and what didn't counts nothing.
  const { rows: used } = await db.admin.query<{ alerts: number }>(
    'select coalesce(sum(alerts), 0)::int as alerts from usage_months where workspace_id = $1',
    [world.workspaceId],
  );
  expect(used[0]?.alerts).toBe(new Set(sent.filter((id) => alerts.has(id))).size);
}

/** Whose connection breaks at a statement, as that of a killed process does, and which never hears of anything again. */
function dyingAt(statement: number, isSent: boolean) {
  const pool = openPool({ url: db.urls.app, name: 'dying', max: 1, onError: () => undefined });
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  let asked = 0;
  pool.$client.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    const dying = (...args: unknown[]): Promise<pg.QueryResult> => {
      asked += 1;
      if (asked < statement) return query(...args);
      if (asked === statement) {
        // What it had sent by then may still have its effect.
        if (isSent) query(...args).catch(() => undefined);
        (Reflect.get(client, 'connection') as { stream: { destroy: () => void } }).stream.destroy();
        die();
      }
      return new Promise(() => undefined);
    };
    Object.assign(client, { query: dying });
  });
  return { pool, died, asked: () => asked };
}

/** One process that releases what is due, until it's done or dead. @returns how many statements it made */
async function release(world: World, statement = Number.POSITIVE_INFINITY, isSent = false): Promise<number> {
  const { pool, died, asked } = dyingAt(statement, isSent);
  const deps = {
    app: pool,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: world.now,
  };
  await Promise.race([releasePlanned(deps), died]);
  if (asked() < statement) await pool.$client.end();
  return asked();
}

async function deliverAll(world: World): Promise<string[]> {
  const sent: string[] = [];
  const deps = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: world.now,
    instanceId: newId(),
    isDead: async () => false,
    pace: paced(4),
    send: async ({ id, alertId }: ClaimedDelivery) => {
      sent.push(alertId);
      return { outcome: 'sent', providerMessageId: id } as const;
    },
  };
  const { workspaceId } = world;
  for (const { id: alertId } of await plannedOf(world))
    await Promise.all([1, 2].map(() => deliverAlert(deps, { workspaceId, alertId })));
  await sweepDeliveries(deps);
  return sent;
}

it('sends each once wherever its process is killed, and asks anew for what hadn’t left', async () => {
  let now = new Date('2026-10-23T12:00:00Z');
  const clock = (): Date => now;
  /** Kills at a statement, changes the world and starts again. */
  async function killedAt(statement: number, isSent: boolean): Promise<{ made: number; left: number }> {
    now = new Date('2026-10-23T12:00:00Z');
    const world = await newWorld(db, clock);
    const alerts = new Map<string, Kind>();
    for (const kind of KINDS) alerts.set(await planned(world, kind), kind);
    now = new Date(now.getTime() + AHEAD);
    const made = await release(world, statement, isSent);
    // The server has noticed by then, and undone what was under way.
    await expect.poll(() => isThere('dying'), SETTLED).toBe(false);
    const left = new Set((await plannedOf(world)).filter(({ opened }) => opened > 0).map(({ id }) => id));
    await changeWorld(world);
    // Two processes start instead.
    await Promise.all([release(world), release(world)]);
    await expectWhole(world, alerts, { left, sent: await deliverAll(world) });
    return { made, left: left.size };
  }
  const { made } = await killedAt(Number.POSITIVE_INFINITY, false);
  const some = Math.min(CUTS, made);
  const outcomes = new Set<number>();
  for (let n = 0; n < some; n += 1) {
    const statement = Math.floor(((n + 0.5) * made) / some) + 1;
    for (const isSent of drill([n % 2 === 1], [false, true]))
      outcomes.add((await killedAt(statement, isSent)).left);
  }
  // Some died before the others left, and some after.
  expect(outcomes.size).toBeGreaterThan(1);
});

async function isThere(name: string): Promise<boolean> {
  const { rows } = await db.admin.query(
    'select from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  );
  return rows.length > 0;
}
