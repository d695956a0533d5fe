/**
 * Whether providers in trouble slow the other channels: one event to all twelve channels at once, through the delivery
 * process of the program and practice providers on loopback, each in a process of its own. Beside an alert with all of
 * them healthy, the same event with one provider that hangs, one that refuses every connection and one that answers after
 * three seconds. The figure of a channel is the time from the approval to its provider (for the hosted page: until its page
 * shows it), as the median of paired runs, with and without; its goal is 1.1 times the usual time.
 *
 *   npm run bench -- channels [pairs, 5 by default] [hangs, slack] [refuses, discord] [slow, teams]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { newId } from '#src/db/ids.ts';
import { openDatabase } from '#src/db/open.ts';
import { addresses, contacts, senders } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { decideAlert } from '#src/engine/alerts/decide.ts';
import { newestRevision } from '#src/engine/alerts/review.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { subscribePractice } from '#src/engine/channels/web-push/practice-host.ts';
import { readSubscription } from '#src/engine/channels/web-push/subscription.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { connectionSchema } from '#src/shared/connections.ts';
import { sealDevice } from '#src/subscribers/devices/sealed.ts';
import { createSenderKeys } from '#src/subscribers/devices/sender-keys.ts';
import { testApi } from '#tests/support/api.ts';
import { prepareDatabase } from '#tests/support/prepare-database.ts';
import { fallOf2020, newWorkspace, sendToReaders, starterRule } from '#tests/support/workspace.ts';
import { BENCH_KEY } from './support/delivery-key.ts';
import type { FromDelivery, ToDelivery } from './support/delivery-process.ts';
import { quantile } from './support/live-stages.ts';
import type { FromSinks, ToSinks } from './support/practice-sinks.ts';
import { printResults } from './support/result.ts';
import type { FromMailSink } from './support/smtp-sink.ts';

const PAIRS = Number(process.argv[2] ?? 5);
const [HANGS = 'slack', REFUSES = 'discord', SLOW = 'teams'] = process.argv.slice(3);
const SLOW_MS = 3_000;
const GOAL = 1.1;
/** WhatsApp lets a person have one message in six seconds. */
const APART_MS = 7_000;
/** If something takes longer than this, the bench itself is broken. */
const LATE_MS = 120_000;
const PHONE = '+4915112345678';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

function sure<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The bench lacks what it has just made.');
  return value;
}
const child = (name: string): ChildProcess => fork(join(import.meta.dirname, `support/${name}.ts`));
const told = async <T>(from: ChildProcess): Promise<T> => ((await once(from, 'message')) as [T])[0];

const server = await startTemporaryPostgres({ durable: true });
const { host, port, user, password } = server.admin;
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(host)}&port=${port}`;
let closing = false;
const onError = (error: Error): void => {
  // At the end all connections are cut.
  if (!closing) console.error(error.message);
};
const db = await openDatabase({
  ownerUrl,
  appUrl: null,
  systemUrl: null,
  fallbackSecret: 'bench',
  afterMigrations: prepareDatabase,
  onError,
});
const admin = new pg.Client({ connectionString: ownerUrl });
await admin.connect();
const boss = openBoss({ url: db.urls.system, onError });
await boss.start();
const noJobs = async (): Promise<void> => undefined;
const enqueue = createEnqueue(boss);
const test = { ...db, admin, enqueue, drop: noJobs };

const sinks = child('practice-sinks');
const opened = await told<FromSinks>(sinks);
if (!('url' in opened)) throw new Error('The providers have no address.');
const { url: practiceUrl, hosts } = opened;
const mailSink = child('smtp-sink');
const mailOpened = await told<FromMailSink>(mailSink);
if (!('port' in mailOpened)) throw new Error('The mail server has no port.');
mailSink.send('watch');
const delivery = child('delivery-process');
const begin: ToDelivery = { ownerUrl, practiceUrl, smtpUrl: `smtp://127.0.0.1:${mailOpened.port}` };
delivery.send(begin);
await told<FromDelivery>(delivery);

const clock = () => new Date();
const base = {
  app: db.app,
  system: db.system,
  clock,
  announce: () => undefined,
  instanceId: newId(),
  log: { warn: onError as never },
};
const call = createCallProvider({ allowPrivate: false, agent: 'Bench', now: Date.now, practiceUrl });

/** A workspace with an account of every channel, a page and one reader at every kind of address. */
async function workspace(): Promise<{ workspaceId: string; userId: string }> {
  const { workspaceId, userId } = await newWorkspace(test);
  await admin.query(
    `update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [workspaceId],
  );
  await admin.query('insert into flapping_limits (workspace_id, most, minutes) values ($1, null, 10)', [
    workspaceId,
  ]);
  const connections = {
    ...base,
    random: Math.random,
    encryptionKey: BENCH_KEY,
    mail: { from: 'alerts@bench.example', transport: () => noMail() },
    call,
    practices: true,
    publicUrl: 'https://bench.example',
    callbackUrl: () => 'https://bench.example/hooks',
  };
  const api = testApi(test, { connections, clock });
  const connect = async (path: string, body: object) => {
    const answer = await api.request(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return connectionSchema.parse(await answer.json());
  };
  await addReader(workspaceId);
  await sendToReaders(test, workspaceId);
  for (const channel of channels()) {
    const { kind, practice, address } = channel;
    const isPage = kind === 'hosted-page';
    if (channel.hasOwnAccount || (!practice && !isPage)) continue;
    const made = await (isPage
      ? connect('/connections', { channel: kind, name: 'Page', fields: { slug: 'bench-alerts' } })
      : connect('/connections/practice', { channel: kind }));
    for (const { id } of made.destinations)
      await admin.query(
        `insert into route_targets (workspace_id, id, route_id, destination_id)
         select $1, gen_random_uuid(), id, $2 from routes where workspace_id = $1`,
        [workspaceId, id],
      );
    if (address && made.destinations.length === 0) await chooseSender(workspaceId, kind, made.id);
  }
  await admin.query(`update routes set approval = 'human' where workspace_id = $1`, [workspaceId]);
  return { workspaceId, userId };
}
function noMail(): never {
  throw new Error('Nothing here sends mail.');
}

async function chooseSender(workspaceId: string, channel: string, connectionId: string): Promise<void> {
  const at = { createdAt: clock(), updatedAt: clock() };
  await withTenant(db.app, workspaceId, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>('select id from brands');
    for (const { id: brandId } of rows)
      await tx.insert(senders).values({ workspaceId, brandId, channel, connectionId, ...at });
  });
}

async function addReader(workspaceId: string): Promise<void> {
  const keys = await createSenderKeys({
    app: db.app,
    clock,
    encryptionKey: BENCH_KEY,
    subject: 'mailto:alerts@bench.example',
  })();
  const device = sure(readSubscription(await subscribePractice(keys.publicKey, call), AGENT, keys.publicKey));
  const at = { createdAt: clock(), updatedAt: clock() };
  const [contactId, deviceId] = [newId(), newId()];
  await withTenant(db.app, workspaceId, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>('select id from brands');
    await tx.insert(contacts).values({ workspaceId, id: contactId, ...at });
    const own = { workspaceId, contactId, confirmedAt: clock(), ...at };
    await tx.insert(addresses).values([
      { ...own, id: newId(), channel: 'email', address: 'reader@bench.example' },
      { ...own, id: newId(), channel: 'whatsapp', address: PHONE },
      {
        ...own,
        id: deviceId,
        channel: 'web-push',
        address: device.address,
        brandId: sure(rows[0]).id,
        sealed: sealDevice(BENCH_KEY, { workspaceId, id: deviceId }, device.registered),
      },
    ]);
  });
}

let fired = 0;
/** A written alert that waits for its review. */
async function written(workspaceId: string): Promise<string> {
  const rule = await starterRule(test, workspaceId);
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + (fired += 1) / 10_000 } };
  const alertId = sure(
    await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, noJobs, {
        rule,
        detection: { ...fallOf2020, evidence },
        trialRunId: null,
        now: clock(),
      }),
    ),
  );
  await composeAlert({ ...base, enqueue: noJobs }, { workspaceId, alertId });
  return alertId;
}

/** By kind of channel, when it was at the provider; ms since the epoch. */
const arrivals = new Map<string, number>();
const note = (kind: string, at: number): void => void (arrivals.has(kind) || arrivals.set(kind, at));
sinks.on('message', (message: FromSinks) => {
  if ('arrived' in message) note(message.arrived, message.at);
});
mailSink.on('message', (message: FromMailSink) => {
  if ('arrivedAt' in message) note('email', message.arrivedAt);
});
// The hosted page shows what is written as sent: its provider is this database.
await admin.query(`create function note_page() returns trigger language plpgsql as $$
  begin perform pg_notify('bench_page', ''); return null; end $$`);
await admin.query(`create trigger note_page after update of state on deliveries for each row
  when (new.channel = 'hosted-page' and new.state = 'sent') execute function note_page()`);
await admin.query('listen bench_page');
admin.on('notification', () => note('hosted-page', performance.timeOrigin + performance.now()));

const ALL = channels().map(({ kind }) => kind);
const TROUBLED = [HANGS, REFUSES, SLOW];
const SURVIVORS = ALL.filter((kind) => !TROUBLED.includes(kind));
for (const kind of TROUBLED)
  if (!hosts[kind])
    throw new Error(`There is no practice provider ${kind}, only ${Object.keys(hosts).join(', ')}.`);

async function until(what: () => string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + LATE_MS;
  while (!(await isDone())) {
    if (performance.now() > late) throw new Error(`${what()} after ${LATE_MS / 1_000} s.`);
    await sleep(20);
  }
}
const missing = (kinds: readonly string[]): string[] => kinds.filter((kind) => !arrivals.has(kind));

/** @returns what each surviving channel took from the approval to its provider, in ms */
async function run({ workspaceId, userId }: Space, troubled: boolean): Promise<Map<string, number>> {
  const alertId = await written(workspaceId);
  arrivals.clear();
  const ask: ToSinks = troubled
    ? { hanging: [HANGS], slow: [SLOW], slowMs: SLOW_MS }
    : { hanging: [], slow: [], slowMs: SLOW_MS };
  sinks.send(ask);
  const refuse: ToDelivery = { refuse: troubled ? [...sure(hosts[REFUSES])] : [] };
  delivery.send(refuse);
  await sleep(APART_MS);
  const began = performance.timeOrigin + performance.now();
  await withTenant(db.app, workspaceId, async (tx) => {
    const revision = sure(await newestRevision(tx, alertId));
    await decideAlert(tx, enqueue, {
      workspaceId,
      alertId,
      decision: 'approve',
      reason: '',
      revision: revision.hash,
      by: { userId, name: 'Ada Byron', email: 'ada@bench.example' },
      actor: { kind: 'member', userId, name: 'Ada Byron' },
      way: 'account area',
      now: clock(),
    });
  });
  const awaited = troubled ? SURVIVORS : ALL;
  await until(
    () => `An alert isn’t at ${missing(awaited).join(', ')}`,
    () => missing(awaited).length === 0,
  );
  const took = new Map(SURVIVORS.map((kind) => [kind, sure(arrivals.get(kind)) - began]));
  sinks.send({ hanging: [], slow: [], slowMs: SLOW_MS } satisfies ToSinks);
  delivery.send({ refuse: [] } satisfies ToDelivery);
  // Once they are healthy, the others get it as well: the next alert finds all accounts as they were.
  await until(
    () => 'An alert hasn’t ended',
    async () => {
      const { rows } = await admin.query<{ open: boolean }>(
        `select exists (select from deliveries where alert_id = $1 and state not in ('sent', 'unknown')) as open`,
        [alertId],
      );
      return rows[0]?.open === false;
    },
  );
  await admin.query('update connections set failures = 0, openings = 0 where workspace_id = $1', [
    workspaceId,
  ]);
  return took;
}
type Space = Awaited<ReturnType<typeof workspace>>;

const space = await workspace();
await run(space, false);
await run(space, true);
const pairs: { usual: Map<string, number>; beside: Map<string, number> }[] = [];
for (let n = 1; n <= PAIRS; n += 1) {
  // In turns, so that neither is always the first.
  const first = await run(space, n % 2 === 0);
  const second = await run(space, n % 2 === 1);
  pairs.push(n % 2 === 0 ? { usual: second, beside: first } : { usual: first, beside: second });
  console.log(`pair ${n} of ${PAIRS}`);
}

const medianOf = (values: readonly number[]): number => quantile(values, 0.5);
const figures = SURVIVORS.map((kind) => {
  const of = (which: 'usual' | 'beside') => pairs.map((pair) => sure(pair[which].get(kind)));
  const [usual, beside] = [of('usual'), of('beside')];
  const ratio = medianOf(beside.map((ms, n) => ms / sure(usual[n])));
  console.log(
    `  ${kind}: ${medianOf(usual).toFixed(0)} ms, ${medianOf(beside).toFixed(0)} ms beside the others; ${ratio.toFixed(3)}`,
  );
  return { kind, ratio };
});
closing = true;
for (const each of [delivery, sinks, mailSink]) each.disconnect();
await boss.stop({ graceful: false });
await admin.end();
await db.close();
await server.stop();
printResults(
  figures.map(({ kind, ratio }) => ({
    bench: `channels, ${kind}`,
    ours: ratio,
    goal: GOAL,
    lessIsBetter: true,
    unit: `of its usual time, beside ${HANGS} that hangs, ${REFUSES} that refuses and ${SLOW} that is slow`,
  })),
);
