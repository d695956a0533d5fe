/**
 * How many deliveries a second one process makes: 20,000 readers, each message rendered for its reader, with claims,
 * attempts, counters, ledger and row security on, posted to a sink on loopback. Beside it, in the same run and on the
 * same database server, graphile-worker (tuned) does 20,000 bare posts of the same size. Each rate is printed with the CPU
 * that a delivery takes of this process and of the database: where other programs run, that says more. What limits it
 * follows: the same posts with nothing around them, and the same deliveries with nothing posted. Then the time from an
 * approval to the first byte at the sink, for audiences of 1,000 and of 100,000.
 *
 *   npm run bench -- fan-out [deliveries, 20000 unless told] [rounds, 3] [approvals of each audience, 60]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#src/db/embedded/embedded-postgres.ts';
import { newId } from '#src/db/ids.ts';
import { openDatabase } from '#src/db/open.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { decideAlert } from '#src/engine/alerts/decide.ts';
import { newestRevision } from '#src/engine/alerts/review.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { workQueue } from '#src/jobs/work.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { fallOf2020, newWorkspace, sendToReaders, starterRule } from '#tests/support/workspace.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { cpuOf } from './support/cpu.ts';
import { quantile } from './support/live-stages.ts';
import type { FromSink } from './support/post-sink.ts';
import { printResults } from './support/result.ts';
import { prepareDatabase } from '#tests/support/prepare-database.ts';

const COUNT = Number(process.argv[2] ?? 20_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const APPROVALS = Number(process.argv[4] ?? 60);
const SOCKETS = 256;
const GOAL_MS = 50;
/** If a run takes longer than this, the bench itself is broken. */
const LATE_MS = 30_000;
/** Measured on the version before, on an idle machine. */
const BEFORE = '61 to 108';

const dataDir = mkdtempSync(join(tmpdir(), 'bellwire-bench-fan-out-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined });
const { host, port, user, password } = server.admin;
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(host)}&port=${port}`;
const fail = (error: Error): void => console.error(error.message);
const db = await openDatabase({
  ownerUrl,
  appUrl: null,
  systemUrl: null,
  fallbackSecret: 'bench',
  afterMigrations: prepareDatabase,
  onError: (error) => fail(error as Error),
});
const admin = new pg.Client({ connectionString: ownerUrl });
await admin.connect();
const boss = openBoss({ url: db.urls.system, onError: fail });
await boss.start();

const sink: ChildProcess = fork(join(import.meta.dirname, 'support/post-sink.ts'));
const firsts = new Map<string, (at: number) => void>();
const sinkUrl = await new Promise<string>((resolve) => {
  sink.on('message', (message: FromSink) => {
    if ('port' in message) resolve(`http://127.0.0.1:${message.port}`);
    else firsts.get(message.first)?.(message.at);
  });
});
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
const post = (body: string, first?: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = first === undefined ? {} : { 'x-first': first };
    const asked = request(sinkUrl, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    asked.on('error', reject);
    asked.end(body);
  });

const CHANNEL = 'bench-post';
addChannel({
  ...channelOf('email'),
  kind: CHANNEL,
  planClass: 'included',
  hasOwnAccount: false,
  // 512 under way. Larger windows need fewer statements, and two lanes suffice: one claims while the other sends.
  window: 256,
  lanes: 2,
  // Counted at each send, and never reached.
  limits: { ...channelOf('email').limits, rates: [{ per: 'account', max: 1_000_000, seconds: 1 }] },
  send: async ({ title, text }, { deliveryId }) => {
    body = JSON.stringify({ id: deliveryId, title, text });
    if (isPosting) await post(body, watched);
    return { outcome: 'sent', providerMessageId: deliveryId };
  },
});
/** Named in what is posted while an approval is timed. */
let watched: string | undefined;
/** What was posted last: the others post as much. */
let body = '';
let isPosting = true;

const test = { ...db, admin, enqueue: createEnqueue(boss), drop: async () => undefined };
const deps = {
  app: db.app,
  system: db.system,
  enqueue: test.enqueue,
  announce: () => undefined,
  clock: () => new Date(),
  instanceId: newId(),
  log: { warn: fail as never },
};
const deliver = deliverAlertJob({
  ...deps,
  pace: createPaces({ own: 1, connection: 1 }, null),
  mail: { from: 'alerts@bench.example', transport: () => expectNoMail() },
  call: noCalls,
  publicUrl: 'https://bench.example',
  links: createLinks({ key: Buffer.alloc(32, 1), publicUrl: 'https://bench.example' }),
  random: Math.random,
  accounts: createAccounts({ ...deps, encryptionKey: Buffer.alloc(32, 1), announce: deps.announce }),
  rates: createRates({ db: db.app, clock: deps.clock, hashKey: Buffer.alloc(32, 2) }),
  onError: (error) => fail(error as Error),
  sinks: new Map(),
});
function expectNoMail(): never {
  throw new Error('The bench sends no mail.');
}

/** A workspace whose rule sends to so many readers, and its owner. */
type Space = { workspaceId: string; userId: string };
async function readersOf(count: number): Promise<Space> {
  const { workspaceId, userId } = await newWorkspace(test);
  await admin.query(
    `with person as (insert into contacts (workspace_id, id, created_at, updated_at)
                     select $1, gen_random_uuid(), now(), now() from generate_series(1, $3) returning id)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), id, $2, id::text, now(), now(), now() from person`,
    [workspaceId, CHANNEL, count],
  );
  await admin.query(
    `update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [workspaceId],
  );
  // Its rule triggers more often than any should.
  await admin.query('insert into flapping_limits (workspace_id, most, minutes) values ($1, null, 10)', [
    workspaceId,
  ]);
  await sendToReaders(test, workspaceId, { channels: [CHANNEL] });
  await admin.query('analyze contacts, addresses, audience_contacts');
  return { workspaceId, userId };
}

function sure<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The bench lacks what it has just made.');
  return value;
}

let fired = 0;
/** A written alert, which waits for a review where the route asks for one. */
async function written(workspaceId: string): Promise<string> {
  const rule = await starterRule(test, workspaceId);
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + (fired += 1) / 10_000 } };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, noJobs, { rule, detection: { ...fallOf2020, evidence }, trialRunId: null, now: new Date() }),
  );
  await composeAlert({ ...deps, enqueue: noJobs }, { workspaceId, alertId: sure(alertId) });
  return sure(alertId);
}
const noJobs = async (): Promise<void> => undefined;

async function ours(workspaceId: string): Promise<number> {
  const alertId = await written(workspaceId);
  const began = performance.now();
  await deliver({ workspaceId, alertId }, { id: '', retryCount: 0 });
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await admin.query<{ sent: number }>(
    'select sum(sent)::int as sent from fan_out_counts where alert_id = $1',
    [alertId],
  );
  if (rows[0]?.sent !== COUNT) throw new Error(`Of ${COUNT} deliveries, ${rows[0]?.sent} were sent.`);
  return COUNT / seconds;
}

/** What is used of it. It is loaded by name: only benches need it. */
type GraphileWorker = {
  makeWorkerUtils: (
    options: object,
  ) => Promise<{ migrate: () => Promise<void>; release: () => Promise<void> }>;
  run: (options: object) => Promise<{ stop: () => Promise<void> }>;
  Logger: new (factory: () => () => void) => object;
};
const peerName = 'graphile-worker';
const graphile = (await import(peerName)) as GraphileWorker;
const peerPool = new pg.Pool({ connectionString: ownerUrl, max: 12 });
const quiet = { logger: new graphile.Logger(() => () => undefined) };
const utils = await graphile.makeWorkerUtils({ pgPool: peerPool, ...quiet });
await utils.migrate();

async function peer(): Promise<number> {
  await peerPool.query(
    `select graphile_worker.add_jobs(array(select row('post', json_build_object('n', n), null, null, null, null, null, null)::graphile_worker.job_spec
       from generate_series(1, $1::int) n))`,
    [COUNT],
  );
  await peerPool.query('analyze graphile_worker._private_jobs');
  const bare = 'x'.repeat(body.length);
  let done = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const began = performance.now();
  const runner = await graphile.run({
    pgPool: peerPool,
    ...quiet,
    noHandleSignals: true,
    concurrency: SOCKETS,
    // As its manual says for throughput: jobs are fetched and completed in batches.
    preset: {
      worker: {
        concurrentJobs: SOCKETS,
        localQueue: { size: 512 },
        completeJobBatchDelay: 5,
        failJobBatchDelay: 5,
      },
    },
    taskList: {
      post: async () => {
        await post(bare);
        if ((done += 1) === COUNT) finish();
      },
    },
  });
  await finished;
  const seconds = (performance.now() - began) / 1_000;
  await runner.stop();
  return COUNT / seconds;
}

/** Posts with nothing around them. */
async function alone(): Promise<number> {
  const bare = 'x'.repeat(body.length);
  let next = 0;
  const began = performance.now();
  const lane = async (): Promise<void> => {
    while ((next += 1) <= COUNT) await post(bare);
  };
  await Promise.all(Array.from({ length: SOCKETS }, lane));
  return COUNT / ((performance.now() - began) / 1_000);
}

/** Deliveries of which nothing is posted. */
async function unposted(workspaceId: string): Promise<number> {
  isPosting = false;
  return ours(workspaceId).finally(() => (isPosting = true));
}

/** Runs it and says what it took. */
async function timed(name: string, run: () => Promise<number>): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const session = sure(rows[0]).pid;
  const before = cpuOf(session);
  const rate = await run();
  const after = cpuOf(session);
  const each = (of: keyof typeof after): string => `${Math.round((after[of] - before[of]) / COUNT)} µs`;
  console.log(
    `  ${name}: ${Math.round(rate)}/s; CPU of each: ${each('program')} here, ${each('database')} in the database`,
  );
  return rate;
}

/** From the click of an approval, through the queue, to the first byte at the sink; in ms. */
async function firstByte({ workspaceId, userId }: Space): Promise<number> {
  const alertId = await written(workspaceId);
  watched = alertId;
  const arrived = new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Nothing of the approved alert arrived.')), LATE_MS);
    firsts.set(alertId, (at) => {
      clearTimeout(late);
      resolve(at);
    });
  });
  const began = performance.timeOrigin + performance.now();
  await withTenant(db.app, workspaceId, async (tx) => {
    const revision = sure(await newestRevision(tx, alertId));
    await decideAlert(tx, test.enqueue, {
      workspaceId,
      alertId,
      decision: 'approve',
      reason: '',
      revision: revision.hash,
      by: { userId, name: 'Ada Byron', email: 'ada@bench.example' },
      actor: { kind: 'member', userId, name: 'Ada Byron' },
      way: 'account area',
      now: new Date(),
    });
  });
  const took = (await arrived) - began;
  for (;;) {
    // The others needn't have it. A lane may be adding a shard meanwhile.
    await admin.query('update fan_out_shards set is_done = true where alert_id = $1', [alertId]);
    const { rows } = await admin.query<{ state: string }>('select state from alerts where id = $1', [
      alertId,
    ]);
    if (rows[0]?.state === 'sent') return took;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const median = (values: readonly number[]): number => quantile(values, 0.5);
const rates = {
  ours: [] as number[],
  peer: [] as number[],
  alone: [] as number[],
  unposted: [] as number[],
};
const { workspaceId: readers } = await readersOf(COUNT);
for (let round = 1; round <= ROUNDS; round += 1) {
  console.log(`round ${round}`);
  rates.ours.push(await timed('deliveries', () => ours(readers)));
  rates.peer.push(await timed('graphile-worker, bare posts', peer));
  rates.alone.push(await timed('posts alone', alone));
  rates.unposted.push(await timed('deliveries without the post', () => unposted(readers)));
}
const ratios = rates.ours.map((each, n) => each / sure(rates.peer[n]));
const [perPost, perDelivery] = [1 / median(rates.alone), 1 / median(rates.unposted)];
console.log(
  `Beside graphile-worker, round by round: ${ratios.map((each) => each.toFixed(2)).join(', ')}; median ${median(ratios).toFixed(2)}.`,
  `The limit: a process that posts and delivers by turns makes ${Math.round(1 / (perPost + perDelivery))} a second.`,
);
console.log(`The version before made ${BEFORE} a second.\n`);

await workQueue(boss, 'deliver-alert', deliver, {
  error: (context, message) => console.error(message, context),
});
const audiences = [1_000, 100_000] as const;
const took = new Map<number, number[]>(audiences.map((size) => [size, []]));
const spaces = new Map<number, Space>();
for (const size of audiences) {
  const space = await readersOf(size);
  await admin.query(`update routes set approval = 'human' where workspace_id = $1`, [space.workspaceId]);
  spaces.set(size, space);
  for (let round = 0; round < 5; round += 1) await firstByte(space);
}
for (let round = 0; round < APPROVALS; round += 1)
  for (const size of audiences) sure(took.get(size)).push(await firstByte(sure(spaces.get(size))));
const p99 = (size: number): number => quantile(sure(took.get(size)), 0.99);
for (const size of audiences)
  console.log(
    `approve to first byte, ${size.toLocaleString('en-US')} readers: median ${median(sure(took.get(size))).toFixed(1)} ms, p99 ${p99(size).toFixed(1)} ms`,
  );
printResults([
  {
    bench: 'fan-out',
    ours: median(rates.ours),
    peer: median(rates.peer),
    unit: 'deliveries a second, beside bare posts of graphile-worker',
  },
  {
    bench: 'fan-out first byte',
    ours: p99(100_000),
    goal: GOAL_MS,
    lessIsBetter: true,
    unit: 'ms, p99, audience of 100,000',
  },
  {
    bench: 'fan-out audience',
    ours: median(sure(took.get(100_000))),
    goal: median(sure(took.get(1_000))) * 1.1,
    lessIsBetter: true,
    unit: 'ms, median, audience of 100,000, within 10 % of 1,000',
  },
]);

await boss.stop({ graceful: false });
await utils.release();
await Promise.all([db.app.$client.end(), db.system.$client.end(), admin.end(), peerPool.end()]);
sink.disconnect();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
