/**
 * What a closed bar costs with very many rules: 1 000, 10 000 and 100 000 of them over 10 000 symbols, evenly and as
 * they are in life (a third of all rules on the symbol that everybody watches), and 10 000 price levels on one symbol.
 * Beside it, in the same run, what it costs to work every rule of the symbol out on every bar. The goal is that a bar
 * costs what may fire on it: with a hundred times the rules, a bar on which none fires costs less than ten times as
 * much. Each rule that fires adds its detection with the evidence to any bar.
 *
 * The same of rules that speak before a bar is closed: hours that are looked at whenever a minute in them closes.
 *
 * Medians, so that a busy machine does not count.
 *
 *   npm run bench -- scale
 */
import { runRules } from '#src/engine/evaluation/conditions/rules-run.ts';
import { watchRules } from '#src/engine/evaluation/conditions/series.ts';
import type { LiveRule } from '#src/engine/evaluation/conditions/live-rule.ts';
import type { Bar } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printResults } from './support/result.ts';

const SYMBOLS = 10_000;
const SIZES = [1_000, 10_000, 100_000];
const BARS = 3_000;
const WARM = 300;

let seed = 5;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
/** A minute moves a thousandth or so. */
const walk = (length: number): Bar[] => {
  let close = 1000;
  return Array.from({ length }, (_, minute) => {
    const open = close;
    close = Math.max(1, Math.round((open + (random() - 0.5) * 2) * 100) / 100);
    const [high, low] = [Math.max(open, close) + 0.2, Math.min(open, close) - 0.2];
    const volume = Math.round(random() * 1e6);
    const text = { open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}`, volume: `${volume}` };
    return { ts: minute * 60_000, open, high, low, close, volume, text };
  });
};
const BARS_OF_ALL = walk(WARM + BARS);

/** Rules as people make them: mostly levels, some of an average or an index, some with a second condition. */
const KINDS: readonly ((n: number) => string)[] = [
  (n) => `close crosses above ${level(n)}`,
  (n) => `close crosses below ${level(n)}`,
  (n) => `close > ${level(n)}`,
  (n) => `rsi(14) > ${60 + (n % 3_999) / 100}`,
  (n) => `close > ${1 + (n % 5_000) / 1e5} * sma(20)`,
  (n) => `close crosses above ${level(n)} and volume > 2 * avg(volume, 20)`,
  (n) => `close enters (${level(n)}, ${level(n) + 20})`,
  (n) => `close moves down by ${1 + (n % 900) / 100}% within 10 bars`,
];
const level = (n: number): number => 500 + ((n * 7_919) % 100_000) / 100;
const textOf = (n: number): string => KINDS[n % KINDS.length]?.(n) ?? '';
const ruleOf = (n: number, text: string): LiveRule => ({
  workspaceId: 'w',
  id: String(n),
  version: 1,
  instrumentId: 'i',
  timeframe: '1m',
  condition: parseRule(text),
  rearm: null,
  settings: { frequency: n % 3 === 0 ? 'once' : 'every_time' },
  gate: null,
});
const earlyRuleOf = (n: number): LiveRule => ({
  ...ruleOf(n, textOf(n)),
  timeframe: '1h',
  settings: { frequency: n % 3 === 0 ? { minutes: 240 } : 'once_per_bar' },
});

const cpuMs = (since: NodeJS.CpuUsage): number => process.cpuUsage(since).user / 1e3;

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Per bar of one symbol: one on which nothing fires, all of them on average, and every rule worked out; µs. */
type Cost = { quiet: number; mean: number; naive: number; fired: number; ready: number };
async function costOf(
  rules: readonly LiveRule[],
  naiveBars = Math.min(BARS, Math.ceil(3e6 / rules.length)),
): Promise<Cost> {
  const watch = watchRules();
  const making = process.cpuUsage();
  await watch.set(rules, async () => BARS_OF_ALL.slice(0, WARM));
  const ready = cpuMs(making);
  let fired = 0;
  const bars = BARS_OF_ALL.slice(WARM);
  const quiet: number[] = [];
  let spent = 0;
  for (const bar of bars) {
    const before = performance.now();
    const turns = watch.next(bar);
    for (const { settle } of turns) settle();
    const took = (performance.now() - before) * 1e3;
    spent += took;
    if (turns.length === 0) quiet.push(took);
    fired += turns.filter(({ detection }) => detection).length;
  }
  const run = runRules(rules.map(({ condition }) => condition));
  for (const bar of BARS_OF_ALL.slice(0, WARM)) run.feed(bar);
  const naive = bars.slice(0, naiveBars).map((bar) => {
    const before = performance.now();
    run.next(bar);
    return (performance.now() - before) * 1e3;
  });
  return {
    quiet: median(quiet),
    mean: spent / bars.length,
    naive: median(naive),
    fired: fired / bars.length,
    ready,
  };
}

/** Hours of which every minute but the last is looked at before they close. */
const HOUR = 60;
const hourOf = (minutes: readonly Bar[], known: number): Bar | null => {
  const [first, last] = [minutes[0], minutes[known - 1]];
  if (!first || !last) return null;
  const seen = minutes.slice(0, known);
  const high = Math.max(...seen.map((bar) => bar.high));
  const low = Math.min(...seen.map((bar) => bar.low));
  const volume = seen.reduce((sum, bar) => sum + (bar.volume ?? 0), 0);
  const text = { ...last.text, open: first.text.open, high: `${high}`, low: `${low}`, volume: `${volume}` };
  const bar = { ts: first.ts, open: first.open, high, low, close: last.close, volume, text };
  return known === HOUR ? bar : { ...bar, until: last.ts + 60_000 };
};
const WARM_HOURS = 50;
const HOURS = 20;
const MINUTES_OF_HOURS = walk((WARM_HOURS + HOURS) * HOUR);
const hourAt = (at: number): Bar[] => MINUTES_OF_HOURS.slice(at * HOUR, (at + 1) * HOUR);
const BEFORE_HOURS = Array.from({ length: WARM_HOURS }, (_, at) => hourOf(hourAt(at), HOUR) ?? []).flat();

/** Per minute that closes in an hour: one on which nothing fires, all of them on average, and every rule worked out; µs. */
async function earlyCostOf(rules: readonly LiveRule[]): Promise<Cost> {
  const watch = watchRules();
  const making = process.cpuUsage();
  await watch.set(rules, async () => BEFORE_HOURS);
  const quiet: number[] = [];
  const naive: number[] = [];
  let [spent, fired, looks, ready] = [0, 0, 0, 0];
  const run = runRules(rules.map(({ condition }) => condition));
  for (const bar of BEFORE_HOURS) run.feed(bar);
  const conditions = rules.map(({ condition }) => condition);
  const beside = runRules(conditions);
  for (let hour = WARM_HOURS; hour < WARM_HOURS + HOURS; hour += 1) {
    const minutes = hourAt(hour);
    for (let known = 1; known <= HOUR; known += 1) {
      const bar = hourOf(minutes, known);
      if (!bar) continue;
      const before = performance.now();
      const turns = watch.next(bar);
      for (const { settle } of turns) settle();
      const took = (performance.now() - before) * 1e3;
      // The first look makes what the others look with, and the end of an hour is a closed bar.
      if (looks === 0) ready = cpuMs(making);
      else if (known < HOUR) {
        spent += took;
        if (turns.length === 0) quiet.push(took);
      }
      if (known < HOUR) {
        looks += 1;
        fired += turns.filter(({ detection }) => detection).length;
      }
      if (known % 20 === 0 && known < HOUR) {
        const begun = performance.now();
        beside.goOnFrom(run);
        beside.next(bar);
        naive.push((performance.now() - begun) * 1e3);
      }
      if (known === HOUR) run.feed(bar);
    }
  }
  return {
    quiet: median(quiet),
    mean: spent / looks,
    naive: median(naive),
    fired: fired / looks,
    ready,
  };
}

const micro = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')} µs`;
const print = (what: string, { quiet, mean, naive, fired, ready }: Cost): void =>
  console.log(
    `${what.padEnd(56)}${micro(quiet).padStart(11)}${micro(mean).padStart(11)}${fired.toFixed(2).padStart(8)}${micro(naive).padStart(12)}${`${(naive / quiet).toFixed(1)} x`.padStart(10)}${`${Math.round(ready)} ms`.padStart(11)}`,
  );

console.log(
  `${''.padEnd(56)}${'quiet bar'.padStart(11)}${'any bar'.padStart(11)}${'fired'.padStart(8)}${'all worked'.padStart(12)}${'ratio'.padStart(10)}${'ready in'.padStart(11)}`,
);
// Once through, so that no size pays for the compiler.
await costOf(Array.from({ length: 400 }, (_, n) => ruleOf(n, textOf(n))));

const busiest: number[] = [];
for (const size of SIZES) {
  const rules = Array.from({ length: size }, (_, n) => ruleOf(n, textOf(n)));
  const each = Math.max(1, Math.round(size / SYMBOLS));
  const label = `${size.toLocaleString('en')} rules over ${SYMBOLS.toLocaleString('en')} symbols`;
  print(`${label}, evenly (${each} on it)`, await costOf(rules.slice(0, each)));
  const third = Math.ceil(size / 3);
  const cost = await costOf(rules.slice(0, third));
  busiest.push(cost.quiet);
  print(`${label}, busiest (${third.toLocaleString('en')} on it)`, cost);
}

const price: Cost[] = [];
for (const count of [100, 10_000]) {
  const rules = Array.from({ length: count }, (_, n) =>
    ruleOf(n, `close crosses above ${500 + ((n * 7_919) % 10_000) / 10}`),
  );
  const cost = await costOf(rules);
  price.push(cost);
  print(`${count.toLocaleString('en')} price levels on one symbol`, cost);
}

await earlyCostOf(Array.from({ length: 400 }, (_, n) => earlyRuleOf(n)));
const early: number[] = [];
for (const size of SIZES) {
  const third = Math.ceil(size / 3);
  const cost = await earlyCostOf(Array.from({ length: third }, (_, n) => earlyRuleOf(n)));
  early.push(cost.quiet);
  print(`a minute of an open hour, busiest (${third.toLocaleString('en')} early rules on it)`, cost);
}

const growth = (busiest[2] ?? Infinity) / (busiest[0] ?? 1);
const earlyGrowth = (early[2] ?? Infinity) / (early[0] ?? 1);
const levels = (price[1]?.quiet ?? Infinity) / (price[0]?.quiet ?? 1);
const verdict = (what: string, value: number): boolean => {
  console.log(
    `${what.padEnd(80)}${`${value.toFixed(1)} x`.padStart(10)}   goal < 10 x   ${value < 10 ? 'met' : 'MISSED'}`,
  );
  return value < 10;
};
console.log();
const met = [
  verdict(`100 times the rules on the busiest of the symbols: a quiet bar costs`, growth),
  verdict(`100 times the price levels on one symbol: a quiet bar costs`, levels),
  verdict(`100 times the rules that speak early on it: a quiet minute of an open bar costs`, earlyGrowth),
];
const grown = (ours: number, unit: string) => ({ bench: 'scale', ours, goal: 10, unit, lessIsBetter: true });
printResults([
  grown(growth, 'times the cost of a quiet bar, 100 times the rules'),
  grown(levels, 'times the cost of a quiet bar, 100 times the price levels'),
  grown(earlyGrowth, 'times the cost of a quiet minute, 100 times the early rules'),
]);
process.exitCode = met.every(Boolean) ? 0 : 1;
