/**
 * How long a page of the alerts takes in a workspace that has a million of them: the real program on a PostgreSQL of
 * its own, over HTTP, under the serving role with row security on. Prints per filter the median and the p95 of many
 * requests in ms, and the list without a filter in a workspace with none beside it. Ends with 1 when a p95 is over the
 * target.
 *
 *   npm run bench -- alert-list [alerts, 1000000 unless told]
 */
import { alertPageSchema } from '#src/shared/alert-list.ts';
import { type Ask, timesOf, withFilledWorkspaces } from './support/filled-workspaces.ts';
import { printResults } from './support/result.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 60;
const TARGET_P95_MS = 50;

let missed = 0;
let slowest = 0;
await withFilledWorkspaces(COUNT, async ({ full, empty }) => {
  const rule = await anyRule(full);
  const old = new Date(Date.now() - COUNT * 0.9 * 60_000).toISOString().slice(0, 10);
  const asks: [string, string][] = [
    ['no filter', ''],
    ['no filter, 200 rows', 'limit=200'],
    ['one state, 99 in 100', 'state=sent'],
    ['one state, 1 in 100', 'state=failed'],
    ['one state, 1 in 10,000', 'state=rejected'],
    ['two states', 'state=failed&state=rejected'],
    ['one symbol of 50', 'symbol=SYM007'],
    ['one symbol, failed', 'symbol=SYM007&state=failed'],
    ['a symbol nobody has', 'symbol=NOBODY'],
    ['three symbols', 'symbol=SYM001&symbol=SYM002&symbol=SYM003'],
    ['one detector', 'detector=gap'],
    ['one rule', `rule=${rule}`],
    ['one rule and symbol that never meet', `rule=${rule}&symbol=SYM001`],
    ['trial runs', 'trial=yes'],
    ['by email', 'channel=email'],
    ['an old month', `to=${old}`],
    ['old and failed', `to=${old}&state=failed`],
    ['a common word', 'q=rises'],
    ['a rare word', 'q=halted'],
    ['a word nobody wrote', 'q=zebra'],
    ['a common and a rare word', 'q=rises%20halted'],
    ['a common word, rare state', 'q=falls&state=rejected'],
    ['a symbol as a word', 'q=sym007'],
  ];
  console.log(`${'list'.padEnd(38)}${'rows'.padStart(6)}${'median'.padStart(10)}${'p95'.padStart(10)}`);
  for (const [name, query] of asks) await line(name, full, query);
  await line('deep: the 5,000th row on', full, `cursor=${await deep(full, 25)}`);
  await line('(a workspace without alerts)', empty, '');
  await line('what there is to filter by', full, null);
  console.log(
    `\ntarget: p95 ${TARGET_P95_MS} ms; ${missed === 0 ? 'reached by all' : `missed by ${missed}`}`,
  );
});
printResults([
  {
    bench: 'alert-list',
    ours: slowest,
    goal: TARGET_P95_MS,
    unit: 'ms, p95 of the slowest list',
    lessIsBetter: true,
  },
]);
process.exitCode = missed === 0 ? 0 : 1;

async function anyRule(ask: Ask): Promise<string> {
  const { items } = alertPageSchema.parse(await ask('/alerts?limit=1'));
  return items[0]?.rule.id ?? '';
}

/** The cursor after so many pages of 200. */
async function deep(ask: Ask, pages: number): Promise<string> {
  let next = '';
  for (let page = 0; page < pages; page += 1) {
    const read = alertPageSchema.parse(await ask(`/alerts?limit=200${next && `&cursor=${next}`}`));
    next = read.next ?? '';
  }
  return next;
}

/** @param query null asks for the choices */
async function line(name: string, ask: Ask, query: string | null): Promise<void> {
  const path = query === null ? '/alerts/choices' : `/alerts?${query}`;
  const { median, p95, last } = await timesOf(ROUNDS, () => ask(path));
  const rows = query === null ? 0 : alertPageSchema.parse(last).items.length;
  if (p95 > TARGET_P95_MS) missed += 1;
  slowest = Math.max(slowest, p95);
  console.log(
    `${name.padEnd(38)}${String(rows).padStart(6)}${median.toFixed(1).padStart(10)}${p95.toFixed(1).padStart(10)}`,
  );
}
