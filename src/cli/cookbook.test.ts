import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { ruleReplayFormSchema } from '#src/shared/rules/stored.ts';
import { neverTrue } from '#src/shared/rules/never-true.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { timeframeProblem } from '#src/shared/rules/timeframe-problem.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { callReplay } from './run.fixture.ts';

/** The conditions of the rule cookbook, run on the recording that the page names. */
const FILE = 'node_modules/vega-datasets/data/sp500-2000.csv';
const page = readFileSync('src/web/content/docs/rule-cookbook.md', 'utf8');
const rowsOf = (pattern: RegExp) =>
  [...page.matchAll(pattern)].map(([, condition = '', last = '']) => ({ condition, last }));
const counted = rowsOf(/^\| [^|]+ \| `([^`]+)` \| ([\d,]+) \|$/gm);
const short = rowsOf(/^\| [^|]+ \| `([^`]+)` \| (\d+[mh]) \|$/gm);
const compared = rowsOf(/^\| [^|]+ \| `([^`]+)` \|$/gm);

it('finds its rows', () => {
  expect(counted.length).toBeGreaterThanOrEqual(20);
  expect([short.length, compared.length]).toEqual([6, 4]);
});

/** Alerts of each rule in one replay: by its text, or by the event if it is a single one. */
const alerts = new Map<string, number>();
beforeAll(async () => {
  const args = [FILE, '--symbol', 'SPX', '--timeframe', '1d', '--time-zone', 'America/New_York'];
  const { stdout } = await callReplay(...args, ...counted.flatMap(({ condition }) => ['--rule', condition]));
  for (const line of stdout.trim().split('\n')) {
    const { detector, evidence } = JSON.parse(line) as { detector: string; evidence: { rule?: string } };
    const rule = evidence.rule ?? detector;
    alerts.set(rule, (alerts.get(rule) ?? 0) + 1);
  }
}, 60_000);

it.each(counted)('$condition makes $last alerts', ({ condition, last }) => {
  const rule = parseRule(condition);
  const key = 'event' in rule ? rule.event : printRule(rule);
  expect(alerts.get(key)?.toLocaleString('en-US')).toBe(last);
});

it.each([...short, ...compared.map((row) => ({ ...row, last: '1d' }))])(
  '$condition can trigger on $last bars',
  ({ condition, last }) => {
    const rule = parseRule(condition);
    expect([neverTrue(rule), timeframeProblem(rule, last as Timeframe)]).toEqual([null, null]);
  },
);

it('sends a backtest as the API takes it', () => {
  const rules = readFileSync('src/web/content/docs/rules.md', 'utf8');
  const [, body = ''] = /rules\/replay"[\s\S]*?-d '([^']+)'/.exec(rules) ?? [];
  expect(ruleReplayFormSchema.parse(JSON.parse(body))).toMatchObject({ symbol: 'SPX' });
});
