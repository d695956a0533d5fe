import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { drill } from '#tests/support/drill.ts';
import { fallOf2020, newWorkspace, sendToReaders, starterRule } from '#tests/support/workspace.ts';
import { type Received, SINK_CHANNELS, startSink } from './sink.ts';

const KILLS = drill(3, 100);
const PEOPLE = drill(300, 10_000);
/** At most so many sends of one process are under way: lanes × window of the tests' channels. */
const UNDER_WAY = 32;
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
  const worker = spawn(process.execPath, ['tests/fan-out/worker.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, APP_URL: db.urls.app, SYSTEM_URL: db.urls.system, SINK_URL: sink.url },
  });
  workers.add(worker);
  worker.on('exit', () => workers.delete(worker));
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => worker.on('exit', resolve));
  worker.kill('SIGKILL');
  await gone;
}

/** An approved alert for so many people over one of the tests' channels. */
async function approved(channel: string, people: number): Promise<{ workspaceId: string; alertId: string }> {
  sink.received.length = 0;
  const { workspaceId } = await newWorkspace(db);
  await db.admin.query(
    `with person as (insert into contacts (workspace_id, id, created_at, updated_at)
                     select $1, gen_random_uuid(), now(), now() from generate_series(1, $3) returning id)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), id, $2, id::text, now(), now(), now() from person`,
    [workspaceId, channel, people],
  );
  await sendToReaders(db, workspaceId, { channels: [channel] });
  const rule = await starterRule(db, workspaceId);
  const now = new Date();
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  const deps = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock: () => new Date() };
  const job = { workspaceId, alertId: alertId! };
  await composeAlert({ ...deps, log: { warn: () => undefined } }, job);
  return job;
}

type Row = { id: string; state: string; address: string };
const rowsOf = async (alertId: string): Promise<Row[]> =>
  (
    await db.admin.query<Row>(
      `select d.id, d.state, a.address from deliveries d join addresses a on a.id = d.target_id where d.alert_id = $1`,
      [alertId],
    )
  ).rows;
const stateOf = async (alertId: string): Promise<string | undefined> =>
  (await db.admin.query<{ state: string }>('select state from alerts where id = $1', [alertId])).rows[0]
    ?.state;
const ENDED = /^(sent|partly_sent|unknown)$/;

/** Kills one process after the other, each at a moment of its own, and lets the last one finish. */
async function killAndFinish(alertId: string): Promise<void> {
  for (let round = 0; round < KILLS; round += 1) {
    const worker = startWorker();
    const before = sink.received.length;
    // Some die right after they began, others in the middle; what is left is enough for every round.
    const more = 1 + ((round * 379) % Math.max(2, Math.floor((PEOPLE / KILLS) * 1.2)));
    await expect
      .poll(
        async () => sink.received.length >= before + more || ENDED.test((await stateOf(alertId)) ?? ''),
        SETTLED,
      )
      .toBe(true);
    await kill(worker);
    // Now and then the database goes away for everybody else, too.
    if (round % 5 === 4)
      await db.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'fan-out%' and datname = current_database()`,
      );
  }
  const last = startWorker();
  await expect.poll(() => stateOf(alertId), SETTLED).toMatch(ENDED);
  await kill(last);
}

const idsOf = (of: readonly Received[]): string[] => of.map(({ id }) => id);

it('loses nobody and sends nothing twice, however often the process is killed', async () => {
  const { alertId } = await approved('test-post', PEOPLE);
  await killAndFinish(alertId);
  const rows = await rowsOf(alertId);
  expect(rows).toHaveLength(PEOPLE);
  expect(new Set(rows.map(({ address }) => address)).size).toBe(PEOPLE);
  const states = new Set(rows.map(({ state }) => state));
  expect([...states].filter((state) => state !== 'sent' && state !== 'unknown')).toEqual([]);
  const ids = idsOf(sink.received);
  expect(new Set(ids).size, 'sent once each').toBe(ids.length);
  const of = (state: string) => new Set(rows.filter((row) => row.state === state).map(({ id }) => id));
  const [sent, unknown] = [of('sent'), of('unknown')];
  expect([...sent].filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => !sent.has(id) && !unknown.has(id))).toEqual([]);
  // No more than were being sent when it died.
  expect(unknown.size).toBeLessThanOrEqual(KILLS * UNDER_WAY);
});

it('reaches everybody where the provider recognizes what it has had before', async () => {
  const { alertId } = await approved('test-recognizing', PEOPLE);
  await killAndFinish(alertId);
  const rows = await rowsOf(alertId);
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
  expect(new Set(idsOf(sink.received))).toEqual(new Set(rows.map(({ id }) => id)));
  expect(await stateOf(alertId)).toBe('sent');
});

it('sends nothing twice when one of three processes freezes and wakes', async () => {
  const { alertId } = await approved('test-post', PEOPLE);
  const [frozen, ...others] = [startWorker(), startWorker(), startWorker()];
  await expect.poll(() => sink.received.length, SETTLED).toBeGreaterThan(0);
  frozen!.kill('SIGSTOP');
  // The others finish what it doesn't hold.
  const open = async () => (await rowsOf(alertId)).filter(({ state }) => state !== 'sent').length;
  await expect
    .poll(async () => (await rowsOf(alertId)).length === PEOPLE && (await open()) <= UNDER_WAY, SETTLED)
    .toBe(true);
  frozen!.kill('SIGCONT');
  await expect.poll(() => stateOf(alertId), SETTLED).toBe('sent');
  for (const each of [frozen!, ...others]) await kill(each);
  const ids = idsOf(sink.received);
  expect([ids.length, new Set(ids).size]).toEqual([PEOPLE, PEOPLE]);
  expect(new Set(sink.received.map(({ address }) => address)).size).toBe(PEOPLE);
});
