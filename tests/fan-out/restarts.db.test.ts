import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { openDatabase } from '#src/db/open.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { prepareDatabase } from '#tests/support/prepare-database.ts';
import { drill } from '#tests/support/drill.ts';
import {
  ALERT_STATE,
  approvedAlert,
  DELIVERIES_OF,
  type DeliveryRow,
  ENDED,
  killWorker,
  startWorker,
} from './readers.ts';
import { SINK_CHANNELS, startSink } from './sink.ts';

const RESTARTS = drill(1, 20);
const PEOPLE = drill(200, 10_000);
const PATIENCE = { timeout: drill(240_000, 4 * 3_600_000) };
const SETTLED = { timeout: drill(60_000, 900_000), interval: 50 };
/** A restart after which the server has to recover, and an orderly one. */
const SIGNALS = ['SIGQUIT', 'SIGINT'] as const;

let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let ownerUrl: string;
let sink: Awaited<ReturnType<typeof startSink>>;
const remove: (() => void)[] = [];
const workers: ChildProcess[] = [];
beforeAll(async () => {
  server = await startTemporaryPostgres({ durable: true, restart: { deaths: 1_000, withinMs: 60_000 } });
  const { host, port, user, password } = server.admin;
  ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(host)}&port=${port}`;
  sink = await startSink();
  for (const kind of Object.keys(SINK_CHANNELS))
    remove.push(addChannel({ ...channelOf('email'), kind, planClass: 'included' }));
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  for (const each of remove) each();
  await sink.stop();
  await server.stop();
});

const ignore = (): void => undefined;

/** Makes the database, and the alert once the processes have started; keeps no connection. */
async function prepare(start: (urls: { app: string; system: string }) => void): Promise<string> {
  const db = await openDatabase({
    ownerUrl,
    appUrl: null,
    systemUrl: null,
    fallbackSecret: 'restarts',
    afterMigrations: prepareDatabase,
    onError: ignore,
  });
  const admin = new pg.Client(ownerUrl);
  await admin.connect();
  const boss = openBoss({ url: db.urls.system, onError: ignore });
  await boss.start();
  const { app, system, urls } = db;
  const world = { app, system, urls, admin, enqueue: createEnqueue(boss), drop: async () => undefined };
  start(urls);
  // A process that finds no database when it starts ends.
  await expect.poll(async () => (await ask(ALIVE)).length, SETTLED).toBe(workers.length);
  const alertId = await approvedAlert(world, 'test-post', PEOPLE);
  await boss.stop({ graceful: false });
  await admin.end();
  await db.close();
  return alertId;
}

const ALIVE = `select pid from pg_stat_activity where application_name = 'bellwire alive'`;

/** Asks on a connection of its own; nothing while the server is away. */
async function ask<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client(ownerUrl);
  client.on('error', ignore);
  try {
    await client.connect();
    return (await client.query<R>(text, values)).rows;
  } catch {
    return [];
  } finally {
    await client.end().catch(ignore);
  }
}

const pidOf = (): number =>
  Number.parseInt(readFileSync(join(server.dataPath, 'postmaster.pid'), 'utf8'), 10);

/** Ends the server; its guard starts it again. */
async function restart(signal: NodeJS.Signals): Promise<void> {
  const startedAt = 'select pg_postmaster_start_time()::text as at';
  const [before] = await ask<{ at: string }>(startedAt);
  process.kill(pidOf(), signal);
  await expect
    .poll(async () => (await ask<{ at: string }>(startedAt))[0]?.at ?? before?.at, SETTLED)
    .not.toBe(before?.at);
}

it('loses nothing, and ends no process, however often the database restarts', PATIENCE, async () => {
  const exits: (number | string | null)[] = [];
  const alertId = await prepare((urls) => {
    for (let n = 0; n < 2; n += 1) {
      const worker = startWorker(urls, sink.url);
      worker.on('exit', (code, signal) => exits.push(code ?? signal));
      workers.push(worker);
    }
  });
  for (let round = 0; round < RESTARTS; round += 1) {
    const enough = Math.floor((PEOPLE * (round + 1)) / (RESTARTS + 2));
    await expect.poll(() => sink.received.length, SETTLED).toBeGreaterThanOrEqual(enough);
    await restart(SIGNALS[round % SIGNALS.length] ?? 'SIGINT');
  }
  await expect
    .poll(async () => (await ask<{ state: string }>(ALERT_STATE, [alertId]))[0]?.state, SETTLED)
    .toMatch(ENDED);
  expect(exits).toEqual([]);
  for (const worker of workers) await killWorker(worker);
  const rows = await ask<DeliveryRow>(DELIVERIES_OF, [alertId]);
  expect(new Set(rows.map(({ address }) => address)).size).toBe(PEOPLE);
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
  const ids = sink.received.map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([PEOPLE, PEOPLE]);
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
});
