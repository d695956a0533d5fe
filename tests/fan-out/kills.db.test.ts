import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { drill } from '#tests/support/drill.ts';
import {
  ALERT_STATE,
  approvedAlert,
  DELIVERIES_OF,
  type DeliveryRow,
  ENDED,
  killWorker,
  startWorker as startWorkerOn,
} from './readers.ts';
import { newWorld, planned, plannedOf } from './planned-world.ts';
import { type Received, SINK_CHANNELS, startSink } from './sink.ts';

const KILLS = drill(3, 100);
const PEOPLE = drill(300, 10_000);
/** At most so many sends of one process are under way: lanes × window of the tests' channels. */
const UNDER_WAY = 32;
/** The drill's process stands still for a minute longer than the others need. */
const FROZEN_MS = drill(0, 60_000);
/** A kill stops a fan-out no longer; one in twenty may meet a machine that pauses. */
const RESUMES_MS = 3_000;
const PATIENCE = { timeout: drill(240_000, 4 * 3_600_000) };
const SETTLED = { timeout: drill(120_000, 900_000), interval: 50 };

let db: TestDatabase;
let sink: Awaited<ReturnType<typeof startSink>>;
const workers = new Set<ChildProcess>();
const remove: (() => void)[] = [];
beforeAll(async () => {
  db = await testDatabase();
  sink = await startSink();
  for (const kind of Object.keys(SINK_CHANNELS))
    remove.push(addChannel({ ...channelOf('email'), kind, planClass: 'included' }));
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  for (const each of remove) each();
  await sink.stop();
  await db.drop();
});

function startWorker(): ChildProcess {
  const worker = startWorkerOn(db.urls, sink.url);
  workers.add(worker);
  worker.on('exit', () => workers.delete(worker));
  return worker;
}

async function approved(channel: string): Promise<string> {
  sink.received.length = 0;
  return approvedAlert(db, channel, PEOPLE);
}

const rowsOf = async (alertId: string): Promise<DeliveryRow[]> =>
  (await db.admin.query<DeliveryRow>(DELIVERIES_OF, [alertId])).rows;
const stateOf = async (alertId: string): Promise<string | undefined> =>
  (await db.admin.query<{ state: string }>(ALERT_STATE, [alertId])).rows[0]?.state;

/** Kills one process after the other, each at a moment of its own, and lets the last one finish. @returns when, in ms */
async function killAndFinish(
  alertId: string,
  beside: { before: () => Promise<unknown>; isDone: () => Promise<boolean> } | null = null,
): Promise<number[]> {
  const killed: number[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    await beside?.before();
    const worker = startWorker();
    const had = sink.received.length;
    // Some die right after they began, others in the middle; what is left is enough for every round.
    const more = 1 + ((round * 379) % Math.max(2, Math.floor((PEOPLE / KILLS) * 1.2)));
    await expect
      .poll(
        async () => sink.received.length >= had + more || ENDED.test((await stateOf(alertId)) ?? ''),
        SETTLED,
      )
      .toBe(true);
    await killWorker(worker);
    killed.push(performance.now());
    // Now and then the database goes away for everybody else, too.
    if (round % 5 === 4)
      await db.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'fan-out%' and datname = current_database()`,
      );
  }
  const last = startWorker();
  await expect.poll(() => stateOf(alertId), SETTLED).toMatch(ENDED);
  await expect.poll(async () => beside === null || (await beside.isDone()), SETTLED).toBe(true);
  await killWorker(last);
  return killed;
}

/** In the drill: another process goes on soon after one was killed, the time that it takes to start included. */
function expectResumed(killed: readonly number[]): void {
  if (KILLS < 100) return;
  const gaps = killed
    .flatMap((at) => {
      const next = sink.received.find((each) => each.at > at);
      return next ? [next.at - at] : [];
    })
    .toSorted((a, b) => a - b);
  const [median = 0, most = 0, worst = 0] = [0.5, 0.95, 1].map(
    (part) => gaps[Math.ceil(gaps.length * part) - 1],
  );
  console.log(
    `After ${gaps.length} kills, sending went on within ${seconds(median)} (median), ${seconds(most)} (95 %), ${seconds(worst)} (worst).`,
  );
  expect(most).toBeLessThan(RESUMES_MS);
}
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const idsOf = (of: readonly Received[]): string[] => of.map(({ id }) => id);

it('loses nobody and sends nothing twice, however often the process is killed', PATIENCE, async () => {
  const alertId = await approved('test-post');
  const world = await newWorld(db, () => new Date());
  // Planned for the moment at which the next process starts.
  const before = async () => {
    await planned(world, 'plain');
    await db.admin.query('update composed_alerts set send_at = now() where planned');
  };
  const isDone = async () => (await plannedOf(world)).every((row) => !row.planned && ENDED.test(row.state));
  const killed = await killAndFinish(alertId, { before, isDone });
  expect(await plannedOf(world)).toEqual(
    Array.from({ length: KILLS }, () =>
      expect.objectContaining({
        planned: false,
        opened: 1,
        state: expect.stringMatching(/^(sent|unknown)$/),
      }),
    ),
  );
  const rows = await rowsOf(alertId);
  expect(rows).toHaveLength(PEOPLE);
  expect(new Set(rows.map(({ address }) => address)).size).toBe(PEOPLE);
  const states = new Set(rows.map(({ state }) => state));
  expect([...states].filter((state) => state !== 'sent' && state !== 'unknown')).toEqual([]);
  const all = idsOf(sink.received);
  expect(new Set(all).size, 'sent once each').toBe(all.length);
  // Of the planned ones, each has one reader.
  const ids = idsOf(sink.received.filter(({ address }) => address !== world.audienceId));
  expect(all.length - ids.length).toBeLessThanOrEqual(KILLS);
  const of = (state: string) => new Set(rows.filter((row) => row.state === state).map(({ id }) => id));
  const [sent, unknown] = [of('sent'), of('unknown')];
  expect([...sent].filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => !sent.has(id) && !unknown.has(id))).toEqual([]);
  // No more than were being sent when it died.
  expect(unknown.size).toBeLessThanOrEqual(KILLS * UNDER_WAY);
  expectResumed(killed);
});

it('reaches everybody where the provider recognizes what it has had before', PATIENCE, async () => {
  const alertId = await approved('test-recognizing');
  const killed = await killAndFinish(alertId);
  const rows = await rowsOf(alertId);
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
  expect(new Set(idsOf(sink.received))).toEqual(new Set(rows.map(({ id }) => id)));
  expect(await stateOf(alertId)).toBe('sent');
  expectResumed(killed);
});

it('sends nothing twice when one of three processes freezes and wakes', PATIENCE, async () => {
  const alertId = await approved('test-post');
  const [frozen, ...others] = [startWorker(), startWorker(), startWorker()];
  await expect.poll(() => sink.received.length, SETTLED).toBeGreaterThan(0);
  frozen!.kill('SIGSTOP');
  // The others finish what it doesn't hold.
  const open = async () => (await rowsOf(alertId)).filter(({ state }) => state !== 'sent').length;
  await expect
    .poll(async () => (await rowsOf(alertId)).length === PEOPLE && (await open()) <= UNDER_WAY, SETTLED)
    .toBe(true);
  await sleep(FROZEN_MS);
  frozen!.kill('SIGCONT');
  await expect.poll(() => stateOf(alertId), SETTLED).toBe('sent');
  for (const each of [frozen!, ...others]) await killWorker(each);
  const ids = idsOf(sink.received);
  expect([ids.length, new Set(ids).size]).toEqual([PEOPLE, PEOPLE]);
  expect(new Set(sink.received.map(({ address }) => address)).size).toBe(PEOPLE);
});
