/**
 * How fast rules of the rule language run on one core, beside their goals:
 * - ten years of daily bars for 500 symbols through a rule of several indicators: under ten seconds
 * - a thousand different rules on one series, as a busy symbol has them: at least a million rule evaluations a second
 *
 * In seconds of the processor, so that a busy machine does not count; medians of five rounds.
 *
 *   npm run bench -- rules
 */
import { runRules } from '#src/engine/evaluation/conditions/rules-run.ts';
import type { Bar } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printResults } from './support/result.ts';

const ROUNDS = 5;
const SYMBOLS = 500;
const DAYS = 2520;
const RULES = 1000;
const SERIES = 5000;

let seed = 11;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const walk = (length: number): Bar[] => {
  let close = 100;
  return Array.from({ length }, (_, day) => {
    const open = close;
    close = Math.max(1, Math.round((open + (random() - 0.5) * 4) * 100) / 100);
    const [high, low] = [Math.max(open, close) + 0.5, Math.min(open, close) - 0.5];
    const volume = Math.round(random() * 1e6);
    const text = { open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}`, volume: `${volume}` };
    return { ts: day * 86_400_000, open, high, low, close, volume, text };
  });
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const secondsOf = (work: () => void): number =>
  median(
    Array.from({ length: ROUNDS }, () => {
      const before = process.cpuUsage();
      work();
      return process.cpuUsage(before).user / 1e6;
    }),
  );

const RULE = parseRule(
  'close crosses above sma(200) and volume > 2 * avg(volume, 20) or rsi(14) crosses below 30 and close < bb_lower(20, 2)',
);
const bars = walk(DAYS);
let alerts = 0;
const history = secondsOf(() => {
  alerts = 0;
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) {
    const run = runRules([RULE]);
    for (const bar of bars)
      for (const index of run.next(bar)) {
        run.detection(index);
        alerts += 1;
      }
  }
});

const MANY = Array.from({ length: RULES }, (_, index) =>
  parseRule(
    [
      `close crosses above ${1 + index / 1e5} * sma(${10 + (index % 40) * 5})`,
      `rsi(14) crosses below ${20 + index / 50} and volume > ${1 + (index % 7) / 2} * avg(volume, 20)`,
      `close > ${1 + index / 1e5} * highest(high, ${20 + (index % 30)})[1]`,
      `close moves down by ${1 + index / 200}% within ${1 + (index % 5)} bars`,
    ][index % 4] ?? '',
  ),
);
const series = walk(SERIES);
let held = 0;
const many = secondsOf(() => {
  const run = runRules(MANY);
  held = 0;
  for (const bar of series) held += run.next(bar).length;
});
const rate = (RULES * SERIES) / many;

const line = (what: string, figure: string, goal: string, met: boolean): void =>
  console.log(`${what.padEnd(58)}${figure.padStart(16)}   goal ${goal}   ${met ? 'met' : 'MISSED'}`);
line(
  `${SYMBOLS} symbols x ${DAYS} daily bars, one rule, ${alerts} detections`,
  `${history.toFixed(2)} s`,
  '< 10 s',
  history < 10,
);
line(
  `${RULES} rules x ${SERIES} bars, ${held} times true`,
  `${(rate / 1e6).toFixed(1)} M/s`,
  '>= 1 M evaluations/s',
  rate >= 1e6,
);
printResults([
  { bench: 'rules', ours: history, goal: 10, unit: 's, ten years of 500 symbols', lessIsBetter: true },
  { bench: 'rules', ours: rate, goal: 1e6, unit: 'evaluations a second' },
]);
process.exitCode = history < 10 && rate >= 1e6 ? 0 : 1;
