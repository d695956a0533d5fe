/**
 * How much a provider that hangs slows another one: a fan-out to readers over a sink on loopback, alone and while fan-outs
 * to as many readers each hang at another workspace's server. Same channel, same process, one account each. The figure is
 * the median of paired runs, as the share of the rate alone.
 *
 *   npm run bench -- slow-provider [readers, 4000 unless told] [pairs, 5] [fan-outs that hang, 12]
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { newId } from '#src/db/ids.ts';
import { openDatabase } from '#src/db/open.ts';
import { connections, senders } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import type { SendOutcome } from '#src/engine/channels/channel.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { fallOf2020, newWorkspace, sendToReaders, starterRule } from '#tests/support/workspace.ts';
import { quantile } from './support/live-stages.ts';
import type { FromSink } from './support/post-sink.ts';
import { printResults } from './support/result.ts';
import { prepareDatabase } from '#tests/support/prepare-database.ts';

const READERS = Number(process.argv[2] ?? 4_000);
const PAIRS = Number(process.argv[3] ?? 5);
const HANGING = Number(process.argv[4] ?? 12);
/** A dead server is given up for this message after so long; the next one hangs as well. */
const HANGS_MS = 2_000;
const ROOM = 64;

const server = await startTemporaryPostgres({ durable: true });
const { host, port, user, password } = server.admin;
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(host)}&port=${port}`;
const db = await openDatabase({
  ownerUrl,
  appUrl: null,
  systemUrl: null,
  fallbackSecret: 'bench',
  afterMigrations: prepareDatabase,
  onError: (error) => console.error(error),
});
const admin = new pg.Client({ connectionString: ownerUrl });
await admin.connect();
const noJobs = async (): Promise<void> => undefined;
const test = { ...db, admin, enqueue: noJobs, drop: noJobs };

const sink = fork(join(import.meta.dirname, 'support/post-sink.ts'));
const sinkUrl = await new Promise<string>((resolve) =>
  sink.on('message', (message: FromSink) => {
    if ('port' in message) resolve(`http://127.0.0.1:${message.port}`);
  }),
);
const agent = new Agent({ keepAlive: true, maxSockets: ROOM });
const post = (body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = request(sinkUrl, { method: 'POST', agent }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** A workspace with readers, whose brand sends over a server of its own. */
async function workspace(): Promise<string> {
  const { workspaceId } = await newWorkspace(test);
  await admin.query(
    `with person as (insert into contacts (workspace_id, id, created_at, updated_at)
                     select $1, gen_random_uuid(), now(), now() from generate_series(1, $2) returning id)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), id, 'email', id || '@readers.example', now(), now(), now() from person`,
    [workspaceId, READERS],
  );
  await admin.query(
    `update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [workspaceId],
  );
  await sendToReaders(test, workspaceId);
  const [connectionId, at] = [newId(), { createdAt: new Date(), updatedAt: new Date() }];
  await withTenant(db.app, workspaceId, async (tx) => {
    await tx
      .insert(connections)
      .values({ workspaceId, id: connectionId, channel: 'email', name: 'Server', ...at });
    const { rows } = await tx.execute<{ id: string }>('select id from brands');
    for (const { id: brandId } of rows)
      await tx.insert(senders).values({ workspaceId, brandId, channel: 'email', connectionId, ...at });
  });
  await admin.query('analyze contacts, addresses, audience_contacts');
  return workspaceId;
}

let fired = 0;
async function written(workspaceId: string): Promise<{ workspaceId: string; alertId: string }> {
  const rule = await starterRule(test, workspaceId);
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + (fired += 1) / 10_000 } };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, noJobs, { rule, detection: { ...fallOf2020, evidence }, trialRunId: null, now: new Date() }),
  );
  if (!alertId) throw new Error('The rule made no alert.');
  await composeAlert({ ...deps, enqueue: noJobs, log: { warn: () => undefined } }, { workspaceId, alertId });
  return { workspaceId, alertId };
}

const dead = new Set<string>();
const deps = {
  app: db.app,
  announce: () => undefined,
  clock: () => new Date(),
  instanceId: newId(),
  pace: createPaces({ own: ROOM, connection: ROOM }, null),
  send: async ({ id, workspaceId, prepared }: ClaimedDelivery): Promise<SendOutcome> => {
    if (dead.has(workspaceId)) {
      await sleep(HANGS_MS);
      return { outcome: 'unknown', reason: 'No answer.' };
    }
    await post(JSON.stringify({ id, title: prepared.title, text: prepared.text }));
    return { outcome: 'sent', providerMessageId: id };
  },
};

/** @returns deliveries a second */
async function rate(workspaceId: string): Promise<number> {
  const job = await written(workspaceId);
  const began = performance.now();
  await deliverAlert(deps, job);
  return (READERS * 1_000) / (performance.now() - began);
}

const healthy = await workspace();
const failing = await workspace();
dead.add(failing);
await rate(healthy);
const shares: number[] = [];
for (let pair = 0; pair < PAIRS; pair += 1) {
  const alone = await rate(healthy);
  const stop = new AbortController();
  const jobs = await Promise.all(Array.from({ length: HANGING }, () => written(failing)));
  const hanging = jobs.map((job) => deliverAlert({ ...deps, stop: stop.signal }, job));
  await sleep(200);
  const beside = await rate(healthy);
  stop.abort();
  await Promise.all(hanging);
  shares.push(beside / alone);
  console.log(`${alone.toFixed(0)}/s alone, ${beside.toFixed(0)}/s beside ${HANGING} that hang`);
}
sink.disconnect();
agent.destroy();
await admin.end();
await db.close();
await server.stop();
printResults([
  {
    bench: 'slow-provider',
    ours: quantile(shares, 0.5),
    goal: 0.9,
    unit: 'of the rate alone, beside a provider that hangs',
  },
]);
