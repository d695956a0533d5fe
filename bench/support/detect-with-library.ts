/**
 * What `bellwire replay` finds with eight detectors, written with the package trading-signals as its documentation does:
 * reads a CSV of bars with csv-parse and prints a line of JSON per detection, without evidence. Run by `npm run bench -- replay` as a process of its own.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parse } from 'csv-parse/sync';

type Indicator<In> = { add: (input: In) => unknown };
type Package = Record<string, new (...config: never[]) => Indicator<unknown>>;
// Named by a variable: the product itself must not need it, not even to be checked.
const name = 'trading-signals';
const library = (await import(name)) as Package;
const make = <In>(indicator: string, ...config: unknown[]): ((input: In) => unknown) => {
  const made = new (library[indicator] as new (...config: unknown[]) => Indicator<In>)(...config);
  return (input) => made.add(input);
};
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** Sums of floats miss a threshold that the figures meet exactly. Ours decides those cases in decimals. */
const isAtLeast = (figure: number, threshold: number): boolean => figure >= threshold * (1 - 1e-9);

const out: string[] = [];
const say = (detector: string, time: string, value: number): void =>
  void out.push(JSON.stringify({ time, detector, value }));

const meanVolume = make<number>('SMA', 20);
const meanRange = make<number>('SMA', 20);
const fast = make<number>('SMA', 50);
const slow = make<number>('SMA', 200);
const strength = make<number>('RSI', 14);
const channel = make<{ high: number; low: number; close: number }>('DonchianChannels', 252);

let before: {
  close: number;
  volume: number;
  range: number;
  rsi: number;
  highest: number;
  difference: number;
} | null = null;
let usualVolume = Number.NaN;
let usualRange = Number.NaN;
let since = 21;
let run = 0;
const rows: string[][] = parse(readFileSync(process.argv[2] ?? ''), { from_line: 2 });
for (const [stamp = '', ...figures] of rows) {
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = figures.map(Number);
  const time = new Date(`${stamp.replace(' ', 'T')}Z`).toISOString();
  const range: number = before ? Math.max(high, before.close) - Math.min(low, before.close) : Number.NaN;
  const rsi = numberOf(strength(close));
  const difference = numberOf(fast(close)) - numberOf(slow(close));
  const highest = (channel({ high, low, close }) as { upper: number } | null)?.upper ?? Number.NaN;
  if (before) {
    const change = (close / before.close - 1) * 100;
    if (Math.abs(change) >= 0.5) say('big_move', time, change);
    const gap = (open / before.close - 1) * 100;
    if (Math.abs(gap) >= 0.1) say('gap', time, gap);
    if (isAtLeast(volume, 2.2 * usualVolume)) say('volume_spike', time, volume / usualVolume);
    if (isAtLeast(range, 2 * usualRange)) say('volatility_spike', time, range / usualRange);
    if (close > before.highest && since > 20) say('new_high', time, close);
    if (before.difference <= 0 && difference > 0) say('golden_cross', time, difference);
    if (before.rsi <= 70 && rsi > 70) say('rsi_cross', time, rsi);
    run = close > before.close ? run + 1 : 0;
    if (run === 8) say('streak', time, run);
  }
  since = before && close > before.highest ? 1 : since + 1;
  usualVolume = numberOf(meanVolume(volume));
  if (!Number.isNaN(range)) usualRange = numberOf(meanRange(range));
  before = { close, volume, range, rsi, highest, difference };
}
process.stdout.write(`${out.join('\n')}\n`);
