/**
 * What rules on several symbols cost: 1,000 and 10,000 groups (a series and the other symbols that its rules look at)
 * over 500 symbols, from a database that is asked as the program asks it. Beside each figure of 10,000 groups the one of
 * 1,000, and how much more it is. No rule fires: what events cost, `bench/live.ts` says.
 *
 * - an idle second: nothing is new. It may cost what the 500 series cost, however many groups there are.
 * - a bar of one symbol: those groups are dealt with that are on it.
 * - a second in which half of all bars wait for those of other symbols, whose feed is away.
 *
 * Medians of five rounds, of what happens once the one time; a statement is a trip to the database. The first bars begin
 * every watch: once after a start.
 *
 *   npm run bench -- joined [groups …, 1000 10000 unless told]
 */
import pg from 'pg';
import { sql } from 'drizzle-orm';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { newId } from '#src/db/ids.ts';
import { openDatabase } from '#src/db/open.ts';
import { users } from '#src/db/schema.ts';
import { insertBars, type SeriesBar } from '#src/engine/market/bars/bar-store.ts';
import { crossSeriesSteps } from '#src/engine/runner/cross-series/steps.ts';
import { takeShard } from '#src/engine/leases/shard-lease.ts';
import { prepareQueues } from '#src/jobs/queues.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { printResults } from './support/result.ts';

const SIZES = process.argv.slice(2).map(Number);
if (SIZES.length === 0) SIZES.push(1_000, 10_000);
const SYMBOLS = 500;
const ROUNDS = 5;
const LOOK_MS = 250;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 5);
const WARM = 60;

const postgres = await startTemporaryPostgres();
const { host, port, user, password } = postgres.admin;
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

let statements = 0;
const client = pg.Client.prototype;
const plain = client.query as (this: pg.Client, ...args: unknown[]) => unknown;
client.query = function (this: pg.Client, ...args: unknown[]): unknown {
  statements += 1;
  return plain.apply(this, args);
} as typeof client.query;

type Cost = { ms: number; cpu: number; statements: number };
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [asked, cpu, start] = [statements, process.cpuUsage(), performance.now()];
  await work();
  const { user: own, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - start, cpu: (own + system) / 1e3, statements: statements - asked };
}
async function medianOf(prepare: () => Promise<unknown>, work: () => Promise<unknown>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await prepare();
    costs.push(await costOf(work));
  }
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  return { ms: of('ms'), cpu: of('cpu'), statements: of('statements') };
}

const nameOf = (symbol: number): string => `BENCH-${symbol}`;
const FIGURES = ['first look', 'first bars', 'idle second', 'bar of one symbol', 'waiting second'] as const;
type Figure = (typeof FIGURES)[number];

async function measure(groups: number): Promise<Record<Figure, Cost>> {
  const admin = new pg.Client({ connectionString: ownerUrl });
  await admin.connect();
  const name = `bench_${groups}`;
  await admin.query(`create database ${name}`);
  await admin.end();
  const fail = (error: Error): void => console.error(error.message);
  const db = await openDatabase({
    ownerUrl: ownerUrl.replace(/postgres$/, name),
    appUrl: null,
    systemUrl: null,
    fallbackSecret: 'bench',
    afterMigrations: prepareQueues,
    onError: fail,
  });
  const owner = new pg.Client({ connectionString: ownerUrl.replace(/postgres$/, name) });
  await owner.connect();

  const ids = Array.from({ length: SYMBOLS }, newId);
  await owner.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at, session)
     select id, 'BENCH-' || at - 1, 'BENCH-' || at - 1, 'USD', 'UTC', now(), 'crypto'
       from unnest($1::uuid[]) with ordinality as s(id, at)`,
    [ids],
  );
  const [userId, now] = [newId(), new Date()];
  const email = `${userId}@traders.example`;
  const workspaceId = await db.app.transaction(async (tx) => {
    await tx
      .insert(users)
      .values({ id: userId, email, emailConfirmedAt: now, createdAt: now, updatedAt: now });
    const person = { userId, email, firstName: 'Ada', lastName: 'Byron', accountType: 'personal' as const };
    return (await provisionWorkspace(tx, { ...person, companyName: null }, now)).workspaceId;
  });
  // Each symbol is compared with those after it.
  const made = Array.from({ length: groups }, (_, n) => ({
    id: newId(),
    own: ids[n % SYMBOLS] ?? '',
    other: (n + 1 + Math.floor(n / SYMBOLS)) % SYMBOLS,
  }));
  await owner.query(
    `insert into rules (workspace_id, id, name, instrument_id, timeframe, condition, settings, state, created_at, updated_at)
     select $1, id, 'Bench', own, '1h', condition, '{"frequency": "every_time"}', 'active', $2, $2
       from unnest($3::uuid[], $4::uuid[], $5::text[]) as r(id, own, condition)`,
    [
      workspaceId,
      new Date(START + WARM * HOUR),
      made.map(({ id }) => id),
      made.map(({ own }) => own),
      made.map(({ other }) => `close / close of "${nameOf(other)}" > 100`),
    ],
  );
  await owner.query(
    `insert into rule_others select $1, rule, other from unnest($2::uuid[], $3::uuid[]) as o(rule, other)`,
    [workspaceId, made.map(({ id }) => id), made.map(({ other }) => ids[other])],
  );
  const barOf = (instrumentId: string, hour: number): SeriesBar => {
    const close = 100 + (hour % 7);
    const text = { open: '100', high: '110', low: '90', close: `${close}`, volume: '1' };
    const bar = { ts: START + hour * HOUR, open: 100, high: 110, low: 90, close, volume: 1, text };
    return { instrumentId, timeframe: '1h', bar };
  };
  let hour = WARM;
  const store = async (of: readonly string[], from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += 1)
      await db.system.execute(
        insertBars(
          of.map((id) => barOf(id, at)),
          sql`true`,
        ),
      );
  };
  /** What a feed says that has dealt with all bars before an hour. */
  const dealtWith = (of: readonly string[], until: number) =>
    owner.query(
      `insert into feed_cursors (instrument_id, closed_until) select id, $2 from unnest($1::uuid[]) as s(id)
       on conflict (instrument_id) do update set closed_until = excluded.closed_until`,
      [of, new Date(START + until * HOUR)],
    );
  await store(ids, 0, WARM);
  await dealtWith(ids, WARM);
  await owner.query('vacuum analyze');

  let time = Date.now();
  const holding = await takeShard(db.system, {
    feed: 'joined',
    shard: 0,
    owner: newId(),
    isDead: async () => true,
  });
  if (!holding) throw new Error('The lease was not given.');
  const step = crossSeriesSteps(
    {
      app: db.app,
      system: db.system,
      enqueue: async () => undefined,
      announce: () => undefined,
      clock: () => new Date(time),
      log: { warn: (context, message) => console.error(message, context) },
    },
    holding,
  );
  const look = async (): Promise<void> => {
    time += LOOK_MS;
    while (await step()) time += 1;
  };
  const second = async (): Promise<void> => {
    for (let ms = 0; ms < 1_000; ms += LOOK_MS) await look();
  };
  const nothing = async (): Promise<void> => undefined;

  const firstLook = await costOf(look);
  await store(ids, hour, hour + 1);
  hour += 1;
  await dealtWith(ids, hour);
  const firstBars = await costOf(look);
  await second();
  const idle = await medianOf(nothing, second);
  await dealtWith(ids, hour + ROUNDS + 1);
  await second();
  const bar = await medianOf(async () => {
    await store(ids.slice(0, 1), hour, hour + 1);
    hour += 1;
    time += 1_000;
  }, look);
  // The others' bars, up to the hour before: every second symbol goes on, and those between are away.
  await store(ids.slice(1), WARM + 1, hour);
  await second();
  hour += 2;
  const going = ids.filter((_, at) => at % 2 === 0);
  await dealtWith(going, hour + 1);
  await store(going, hour, hour + 1);
  await look();
  const waiting = await costOf(second);

  await owner.end();
  await db.close();
  return {
    'first look': firstLook,
    'first bars': firstBars,
    'idle second': idle,
    'bar of one symbol': bar,
    'waiting second': waiting,
  };
}

const cell = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).padStart(10);
try {
  const measured: { groups: number; costs: Record<Figure, Cost> }[] = [];
  for (const groups of SIZES) measured.push({ groups, costs: await measure(groups) });
  console.log(
    `${''.padEnd(22)}${'groups'.padStart(10)}${'ms'.padStart(10)}${'cpu ms'.padStart(10)}${'statements'.padStart(12)}${'times the ms'.padStart(14)}`,
  );
  for (const figure of FIGURES)
    for (const { groups, costs } of measured) {
      const [cost, least] = [costs[figure], measured[0]?.costs[figure]];
      console.log(
        `${figure.padEnd(22)}${cell(groups)}${cell(cost.ms)}${cell(cost.cpu)}${cell(cost.statements).padStart(12)}${`${(cost.ms / (least?.ms ?? 1)).toFixed(1)} x`.padStart(14)}`,
      );
    }
  const idle = (at: number): number => measured.at(at)?.costs['idle second'].ms ?? Number.NaN;
  const growth = idle(-1) / idle(0);
  console.log(
    `\n${`with ${(SIZES.at(-1) ?? 0) / (SIZES[0] ?? 1)} times the groups, an idle second costs`.padEnd(60)}${growth.toFixed(1)} x   goal < 2 x   ${growth < 2 ? 'met' : 'MISSED'}`,
  );
  printResults([
    { bench: 'joined', ours: growth, goal: 2, unit: 'times the cost of an idle second', lessIsBetter: true },
  ]);
  process.exitCode = growth < 2 ? 0 : 1;
} finally {
  await postgres.stop();
}
