/**
 * How long the figures of a period take in a workspace of a million alerts, one a minute: the real program on a
 * PostgreSQL of its own, over HTTP, under the serving role with row security on. Prints per period and filter the alerts
 * counted (with the period before), the median and the p95 in ms. Ends with 1 when a month takes longer than the target.
 *
 *   npm run bench -- analytics [alerts, 1000000 unless told]
 */
import { analyticsSchema } from '#src/shared/analytics.ts';
import { type Ask, timesOf, withFilledWorkspaces } from './support/filled-workspaces.ts';
import { printResults } from './support/result.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 20;
const TARGET_P95_MS = 400;

let missed = 0;
let slowest = 0;
await withFilledWorkspaces(COUNT, async ({ full, empty }) => {
  const today = Date.now();
  const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
  const old = Math.floor((COUNT / 1440) * 0.9);
  const { rules } = analyticsSchema.parse(await full(`/analytics?from=${day(6)}`));
  const rule = rules[0]?.id ?? '';
  const month = `from=${day(29)}`;
  console.log(`${'period'.padEnd(38)}${'alerts'.padStart(8)}${'median'.padStart(10)}${'p95'.padStart(10)}`);
  await line('seven days', full, `from=${day(6)}`);
  await line('thirty days', full, month, TARGET_P95_MS);
  await line('thirty days long ago', full, `from=${day(old)}&to=${day(old - 29)}`, TARGET_P95_MS);
  await line('thirty days of one rule', full, `${month}&rule=${rule}`, TARGET_P95_MS);
  await line('thirty days of one symbol', full, `${month}&symbol=SYM007`, TARGET_P95_MS);
  await line('thirty days by email', full, `${month}&channel=email`, TARGET_P95_MS);
  await line('thirty days of trial runs', full, `${month}&trial=yes`, TARGET_P95_MS);
  await line('a year', full, `from=${day(364)}`);
  await line('(a workspace without alerts)', empty, '', TARGET_P95_MS);
  console.log(
    `\ntarget for thirty days: p95 ${TARGET_P95_MS} ms; ${missed === 0 ? 'reached by all' : `missed by ${missed}`}`,
  );
});
printResults([
  {
    bench: 'analytics',
    ours: slowest,
    goal: TARGET_P95_MS,
    unit: 'ms, p95 of the slowest month',
    lessIsBetter: true,
  },
]);
process.exitCode = missed === 0 ? 0 : 1;

async function line(name: string, ask: Ask, query: string, target = Number.POSITIVE_INFINITY): Promise<void> {
  const { median, p95, last } = await timesOf(ROUNDS, () => ask(`/analytics?${query}`));
  const { period, before } = analyticsSchema.parse(last);
  if (p95 > target) missed += 1;
  if (target === TARGET_P95_MS) slowest = Math.max(slowest, p95);
  console.log(
    `${name.padEnd(38)}${String(period.alerts + before.alerts).padStart(8)}${median.toFixed(1).padStart(10)}${p95.toFixed(1).padStart(10)}`,
  );
}
