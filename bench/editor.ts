/**
 * How long the rule editor waits for its backtest over ten years of days of one symbol, while one types: the answer as
 * the API gives it, with every trigger, frequency, cooldown and the newest alert's text, from a real database.
 * Milliseconds of the processor, so that a busy machine does not count, and of the clock beside them, which has the
 * database and the machine in it. Medians of thirty, after three to warm up. The goal is 100 ms.
 *
 *   npm run bench -- editor
 */
import pg from 'pg';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { newId } from '#src/db/ids.ts';
import { openDatabase } from '#src/db/open.ts';
import { users } from '#src/db/schema.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { backtestRule } from '#src/engine/rules/backtest-sample.ts';
import { prepareQueues } from '#src/jobs/queues.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { type Figure, printResults } from './support/result.ts';

const DAYS = 2_520;
const DAY = 86_400_000;
const ROUNDS = 30;
const WARM_UP = 3;
const GOAL_MS = 100;

type Asked = { condition: string; timeframe?: Timeframe; settings?: RuleSettings };
const RULES: readonly Asked[] = [
  { condition: 'big_move(5)' },
  { condition: 'close crosses above sma(200)' },
  { condition: 'rsi(14) < 30 and close < bb_lower(20, 2) and volume > 2 * avg(volume, 20)' },
  { condition: 'close > 0', settings: { frequency: 'once_per_bar_close' } },
  { condition: 'new_high(252, 20) and close on 1w > sma(20) on 1w', settings: { frequency: 'every_time' } },
  { condition: 'close crosses above sma(10)', timeframe: '1M' },
];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const postgres = await startTemporaryPostgres();
const { host, port, user, password } = postgres.admin;
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
const db = await openDatabase({
  ownerUrl,
  appUrl: null,
  systemUrl: null,
  fallbackSecret: 'bench',
  afterMigrations: prepareQueues,
  onError: (error: Error): void => console.error(error.message),
});

const [id, userId, now] = [newId(), newId(), new Date()];
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
await owner.query(
  `insert into instruments (id, symbol, name, currency, time_zone, created_at, session)
   values ($1, 'BENCH', 'Bench', 'USD', 'UTC', now(), 'crypto')`,
  [id],
);
await owner.end();

let seed = 5;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
let close = 100;
const start = Math.floor(now.getTime() / DAY) * DAY - DAYS * DAY;
const days = Array.from({ length: DAYS }, (_, day): Bar => {
  const open = close;
  close = Math.max(5, Math.round(open * (1 + (random() - 0.495) * 0.08) * 100) / 100);
  const [high, low] = [Math.max(open, close) * 1.01, Math.min(open, close) * 0.99];
  const volume = Math.round(random() ** 3 * 1e6);
  const text = { open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}`, volume: `${volume}` };
  return { ts: start + day * DAY, open, high, low, close, volume, text };
});
await storeBars(db.system, { instrumentId: id, timeframe: '1d' }, days);
const email = `${userId}@traders.example`;
const workspaceId = await db.app.transaction(async (tx) => {
  await tx.insert(users).values({ id: userId, email, emailConfirmedAt: now, createdAt: now, updatedAt: now });
  const person = { userId, email, firstName: 'Ada', lastName: 'Byron', accountType: 'personal' as const };
  return (await provisionWorkspace(tx, { ...person, companyName: null }, now)).workspaceId;
});

const deps = { app: db.app, clock: () => new Date() };
const figures: Figure[] = [];
for (const { condition, timeframe = '1d', settings } of RULES) {
  const form = { symbol: 'BENCH', condition, timeframe, ...(settings && { settings }) };
  const [clock, processor]: [number[], number[]] = [[], []];
  let alerts = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    ({ alerts } = await backtestRule(deps, workspaceId, form));
    if (round < 0) continue;
    const used = process.cpuUsage(cpu);
    clock.push(performance.now() - begun);
    processor.push((used.user + used.system) / 1e3);
  }
  console.log(
    `${median(processor).toFixed(0).padStart(5)} ms, by the clock ${median(clock).toFixed(0).padStart(5)}   ${String(alerts).padStart(5)} alerts   ${condition} (${timeframe})`,
  );
  figures.push({
    bench: 'editor',
    ours: median(processor),
    goal: GOAL_MS,
    lessIsBetter: true,
    unit: `ms of the processor, ten years of days: ${condition} (${timeframe})`,
  });
}
printResults(figures);
await db.close();
await postgres.stop();
