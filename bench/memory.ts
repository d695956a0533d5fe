/**
 * Memory of the delivery process during one fan-out, for audiences of 1,000 up to 1,000,000 people: the heap after a
 * collection, sampled while it sends, and the largest resident set. Everything of a fan-out is there but the network: the
 * sink answers at once. The ledger is chained in the same process. The goal: within 10 % of an audience of 1,000.
 *
 *   npm run bench -- memory [largest audience, 1000000 unless told] [seconds at most for sending to it, 170]
 *
 * What isn't done by then is left, and the last line says how many were sent: memory is the same for each window.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { newId } from '#src/db/ids.ts';
import { openDatabase } from '#src/db/open.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { createSlots } from '#src/engine/delivery/slots.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { ledgerSigner } from '#src/ledger/head.ts';
import { keepChaining } from '#src/ledger/writer.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { printResults } from './support/result.ts';
import { prepareDatabase } from '#tests/support/prepare-database.ts';

const LARGEST = Number(process.argv[2] ?? 1_000_000);
const SECONDS = Number(process.argv[3] ?? 170);
const SIZES = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= LARGEST);
const EVERY_MS = 500;
const MB = 1_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const server = await startTemporaryPostgres();
const { host, port, user, password } = server.admin;
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
const onError = (error: unknown): void => console.error(error);
const open = await openDatabase({
  ownerUrl,
  appUrl: null,
  systemUrl: null,
  fallbackSecret: 'bench',
  afterMigrations: prepareDatabase,
  onError,
});
const admin = new pg.Client({ connectionString: ownerUrl });
await admin.connect();
const noJobs = async (): Promise<void> => undefined;
const db = { ...open, admin, enqueue: noJobs, drop: noJobs };
const clock = () => new Date();
const shared = { app: db.app, enqueue: noJobs, announce: () => undefined, clock, log: { warn: onError } };

/** An approved alert for everybody in a workspace of so many people. */
async function approved(people: number): Promise<{ workspaceId: string; alertId: string }> {
  const { workspaceId } = await newWorkspace(db);
  const run = (text: string, values: unknown[] = []) => admin.query(text, [workspaceId, ...values]);
  await run(
    `with person as (insert into contacts (workspace_id, id, created_at, updated_at)
                     select $1, gen_random_uuid(), now(), now() from generate_series(1, $2) returning id)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), id, 'email', id || '@readers.example', now(), now(), now() from person`,
    [people],
  );
  await run(
    `update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1`,
  );
  const audienceId = newId();
  await run(
    `insert into audiences (workspace_id, id, name, kind, filter, created_at, updated_at)
     values ($1, $2, 'Everybody', 'filter', '{}', now(), now())`,
    [audienceId],
  );
  await run(
    `with route as (
       insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
       select $1, gen_random_uuid(), r.id, 0, b.id, 'auto', now(), now()
         from rules r join brands b on b.workspace_id = r.workspace_id and b.is_default where r.workspace_id = $1 returning id)
     insert into route_targets (workspace_id, id, route_id, audience_id) select $1, gen_random_uuid(), id, $2 from route`,
    [audienceId],
  );
  await admin.query('analyze contacts, addresses');
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, noJobs, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  if (alertId === null) throw new Error('The event existed already.');
  await composeAlert(shared, { workspaceId, alertId });
  return { workspaceId, alertId };
}

type Seen = { people: number; sent: number; heap: number; rss: number };

async function measure(people: number): Promise<Seen> {
  const job = await approved(people);
  const stop = new AbortController();
  const seen: Seen = { people, sent: 0, heap: 0, rss: 0 };
  const sample = (): void => {
    seen.rss = Math.max(seen.rss, process.memoryUsage.rss() / MB);
    collect();
    seen.heap = Math.max(seen.heap, process.memoryUsage().heapUsed / MB);
  };
  const timer = setInterval(sample, EVERY_MS);
  const limit = setTimeout(() => stop.abort(), SECONDS * 1_000);
  const began = performance.now();
  await deliverAlert(
    {
      ...shared,
      instanceId: newId(),
      stop: stop.signal,
      pace: () => ({ lanes: 4, window: 128, slots: createSlots(512), rate: null }),
      send: async ({ id, targetId }, used) => {
        used({ unsubscribeUrl: `https://bench.example/unsubscribe/${targetId}` });
        seen.sent += 1;
        // Small audiences are sampled in the middle, too.
        if (seen.sent === Math.floor(people / 2)) sample();
        return { outcome: 'sent', providerMessageId: id };
      },
    },
    job,
  );
  clearInterval(timer);
  clearTimeout(limit);
  const rate = seen.sent / ((performance.now() - began) / 1_000);
  console.log(
    `${people.toLocaleString('en-US').padStart(9)} people: ${seen.sent.toLocaleString('en-US')} sent at ${Math.round(rate)}/s, ` +
      `heap ${seen.heap.toFixed(1)} MB after collections, resident set ${seen.rss.toFixed(0)} MB at most`,
  );
  return seen;
}

const chaining = keepChaining({ ...db, clock, signer: ledgerSigner(Buffer.alloc(32, 1)), onError });
// What is loaded and kept once.
await measure(1_000);
const all: Seen[] = [];
for (const size of SIZES) all.push(await measure(size));
await chaining.stop();
await open.close();
await admin.end();
await server.stop();

const [first, last] = [all[0], all.at(-1)];
if (!first || !last) throw new Error('There is no audience to measure.');
const unit = (what: string) => `MB of ${what}, ${last.sent.toLocaleString('en-US')} sent`;
printResults([
  { bench: 'memory: heap', ours: last.heap, goal: first.heap * 1.1, lessIsBetter: true, unit: unit('heap') },
  {
    bench: 'memory: resident',
    ours: last.rss,
    goal: first.rss * 1.1,
    lessIsBetter: true,
    unit: unit('resident set'),
  },
]);
