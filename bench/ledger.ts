/**
 * What the ledger costs a fan-out: 20,000 deliveries through the lanes to a sink that answers at once, with the ledger
 * (windows recorded in the lanes, chained and signed behind them in the same process) and without it (the demo's
 * workspace, of which nothing is kept), in turns in one run on an embedded PostgreSQL that waits for the disk. Beside it
 * what one appended decision costs. The goals: 0.9 of the throughput without, and an append under 1 ms.
 *
 *   npm run bench -- ledger [deliveries, 20000 unless told]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#src/db/embedded/embedded-postgres.ts';
import { newId } from '#src/db/ids.ts';
import { openDatabase } from '#src/db/open.ts';
import { rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { ensureDemoWorkspace } from '#src/demo/workspace.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import type { SendOutcome } from '#src/engine/channels/channel.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { createSlots } from '#src/engine/delivery/slots.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { appendEntry } from '#src/ledger/append.ts';
import { readLedger } from '#src/ledger/from-database.ts';
import { ledgerSigner } from '#src/ledger/head.ts';
import { createVerifier } from '#src/ledger/verify.ts';
import { keepChaining } from '#src/ledger/writer.ts';
import type { Detection } from '#src/shared/market.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { addReaders, fallOf2020, newWorkspace, sendToReaders } from '#tests/support/workspace.ts';
import { printResults } from './support/result.ts';
import { prepareDatabase } from '#tests/support/prepare-database.ts';

const PEOPLE = Number(process.argv[2] ?? 20_000);
const ROUNDS = 3;
const APPENDS = 500;
const DAY_MS = 86_400_000;

const dataDir = mkdtempSync(join(tmpdir(), 'bellwire-bench-ledger-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined });
const { host, port, user, password } = server.admin;
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(host)}&port=${port}`;
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
const boss = openBoss({ url: open.urls.system, onError });
await boss.start();
const db = { ...open, admin, enqueue: createEnqueue(boss), drop: async () => undefined };
const clock = () => new Date();
const signer = ledgerSigner(Buffer.alloc(32, 1));

const { workspaceId: kept } = await newWorkspace(db);
await ensureDemoWorkspace(db, clock());
const emails = Array.from({ length: PEOPLE }, (_, n) => `reader${n}@readers.example`);
for (const workspaceId of [kept, DEMO_WORKSPACE_ID]) {
  await admin.query('delete from routes where workspace_id = $1', [workspaceId]);
  await admin.query(`delete from contacts where workspace_id = $1 and user_id is null`, [workspaceId]);
  await addReaders(admin, workspaceId, emails);
  await sendToReaders(db, workspaceId);
}
await admin.query('vacuum analyze');

const sent: SendOutcome = { outcome: 'sent', providerMessageId: '<sink@bench>' };
const pace = { lanes: 4, window: 128, slots: createSlots(512), rate: null };
const shared = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock, log: { warn: onError } };

/** The same fall on another day: an alert of its own. */
const earlier = ({ time, evidence, ...rest }: Detection, ms: number): Detection => ({
  ...rest,
  time: time - ms,
  evidence: {
    ...evidence,
    bars: evidence.bars.map((bar) => ({
      ...bar,
      time: new Date(Date.parse(bar.time) - ms).toISOString(),
    })),
  },
});

/** @returns deliveries a second, from the first claim to the last settled */
async function fanOut(workspaceId: string, round: number): Promise<number> {
  const [rule] = await withTenant(db.app, workspaceId, (tx) => tx.select().from(rules).limit(1));
  if (!rule?.instrumentId || !rule.timeframe || !rule.condition) throw new Error('There is no rule.');
  const whole = {
    ...rule,
    instrumentId: rule.instrumentId,
    timeframe: rule.timeframe,
    condition: rule.condition,
  };
  const detection = earlier(fallOf2020, round * DAY_MS);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule: whole, detection, trialRunId: null, now: clock() }),
  );
  if (alertId === null) throw new Error('The event existed already.');
  await composeAlert(shared, { workspaceId, alertId });
  const began = performance.now();
  let count = 0;
  await deliverAlert(
    {
      ...shared,
      instanceId: newId(),
      pace: () => pace,
      send: async (delivery, used) => {
        used({
          brandName: delivery.brandName,
          unsubscribeUrl: `https://bench.example/unsubscribe/${delivery.targetId}`,
        });
        count += 1;
        return sent;
      },
    },
    { workspaceId, alertId },
  );
  if (count !== PEOPLE) throw new Error(`${count} of ${PEOPLE} were sent.`);
  return (count / (performance.now() - began)) * 1_000;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** How long the writer needs for what is left. @returns ms */
async function drained(): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await admin.query<{ left: number }>('select count(*)::int as left from ledger_windows');
    if (rows[0]?.left === 0) return performance.now() - began;
    await sleep(20);
  }
}

const chaining = keepChaining({ ...db, clock, signer, onError });
const [withLedger, without, lags]: [number[], number[], number[]] = [[], [], []];
await fanOut(DEMO_WORKSPACE_ID, 0);
await fanOut(kept, 0);
await drained();
for (let round = 1; round <= ROUNDS; round += 1) {
  const first = round % 2 === 0;
  if (first) without.push(await fanOut(DEMO_WORKSPACE_ID, round));
  withLedger.push(await fanOut(kept, round));
  lags.push(await drained());
  if (!first) without.push(await fanOut(DEMO_WORKSPACE_ID, round));
  console.log(
    `round ${round}: ${Math.round(withLedger.at(-1) ?? 0)}/s with the ledger, ${Math.round(without.at(-1) ?? 0)}/s without; chained ${Math.round(lags.at(-1) ?? 0)} ms after the last send`,
  );
}

const appends: number[] = [];
await withTenant(db.app, kept, async (tx) => {
  for (let n = 0; n < APPENDS; n += 1) {
    const began = performance.now();
    await appendEntry(tx, { kind: 'consent', subject: newId(), at: clock(), body: { n, source: 'bench' } });
    appends.push(performance.now() - began);
  }
});
await chaining.stop();

const verifier = createVerifier({ trusted: signer.publicKey });
const began = performance.now();
for await (const record of readLedger(admin, { workspaceId: kept, period: null, people: false }))
  verifier.take(record);
const report = verifier.finish();
console.log(
  `verified ${report.entries} entries with ${report.deliveries} deliveries in ${Math.round(performance.now() - began)} ms: ${report.problems.length} problems`,
);
if (report.problems.length > 0 || report.deliveries !== PEOPLE * (ROUNDS + 1))
  throw new Error(`The ledger is not whole: ${report.problems.join(' ')}`);

await boss.stop({ graceful: false });
await open.close();
await admin.end();
await server.stop();
rmSync(dataDir, { recursive: true });

const ratios = withLedger.map((ours, n) => ours / (without[n] ?? ours));
printResults([
  { bench: 'ledger: fan-out with it, of one without', ours: median(ratios), goal: 0.9, unit: 'of' },
  { bench: 'ledger: fan-out', ours: median(withLedger), peer: median(without), unit: 'deliveries/s' },
  { bench: 'ledger: one appended entry', ours: median(appends), goal: 1, unit: 'ms', lessIsBetter: true },
]);
