/**
 * Bars per second of a full-speed replay of one CSV with a million rows, beside csv-parse alone (its stream)
 * on the same file in the same run: what reading, checking and making bars costs on top of the parser.
 * Prints the median of five rounds each, taken in turn so that both meet the same machine. Then half of these rows with
 * eight detectors, start-up included, beside the npm package trading-signals, and pandas where Python has it.
 *
 *   npm run bench -- replay
 */
import { createReadStream, createWriteStream, rmSync, mkdtempSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import { compareDetections } from './support/detections.ts';
import { printResults } from './support/result.ts';

const ROWS = 1_000_000;
const ROUNDS = 5;
/** Half as fast as the parser alone: checking and making bars may cost as much as reading. */
const GOAL = 0.5;
const MINUTE = 60_000;

/** A random walk in minutes, the same on every run. Its times exist in every zone without summer time. */
const writeBars = async (path: string, rows: number): Promise<void> => {
  const out = createWriteStream(path);
  out.write('time,open,high,low,close,volume\n');
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let close = 100_000;
  for (let row = 0; row < rows; row += 1) {
    const open = close;
    close = Math.max(1000, open + Math.round((random() - 0.5) * 200));
    const high = Math.max(open, close) + Math.round(random() * 50);
    const low = Math.min(open, close) - Math.round(random() * 50);
    const time = new Date(Date.UTC(2020, 0, 1) + row * MINUTE).toISOString().slice(0, 16).replace('T', ' ');
    const prices = [open, high, low, close].map((cents) => (cents / 100).toFixed(2)).join(',');
    if (!out.write(`${time},${prices},${Math.round(random() * 1e6)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
};

const rawParse = async (path: string): Promise<number> => {
  let rows = 0;
  await pipeline(
    createReadStream(path),
    parse({ from_line: 2 }),
    async (records: AsyncIterable<string[]>) => {
      for await (const _ of records) rows += 1;
    },
  );
  return rows;
};

const replay =
  (timeZone: string) =>
  async (path: string): Promise<number> => {
    let rows = 0;
    for await (const _ of replayFile(path, { timeZone }).bars) rows += 1;
    return rows;
  };

const secondsOf = async (read: (path: string) => Promise<number>, path: string): Promise<number> => {
  const start = performance.now();
  const rows = await read(path);
  if (rows !== ROWS) throw new Error(`read ${rows} rows of ${ROWS}`);
  return (performance.now() - start) / 1000;
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const directory = mkdtempSync(join(tmpdir(), 'bellwire-bench-'));
try {
  const path = join(directory, 'bars.csv');
  await writeBars(path, ROWS);
  const half = join(directory, 'half.csv');
  await writeBars(half, ROWS / 2);
  console.log(`${ROWS} rows, ${(statSync(path).size / 1e6).toFixed(1)} MB, median of ${ROUNDS} rounds`);
  const readers = {
    'csv-parse alone': rawParse,
    'replay, UTC': replay('UTC'),
    'replay, Tokyo': replay('Asia/Tokyo'),
  };
  const seconds = new Map<string, number[]>(Object.keys(readers).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, read] of Object.entries(readers)) seconds.get(name)?.push(await secondsOf(read, path));
  const alone = median(seconds.get('csv-parse alone') ?? []);
  for (const [name, all] of seconds) {
    const time = median(all);
    const rate = Math.round(ROWS / time).toLocaleString('en-US');
    console.log(
      `${name.padEnd(18)} ${rate.padStart(10)} bars/s   ${(alone / time).toFixed(2)} x csv-parse alone`,
    );
  }
  console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
  const share = alone / median(seconds.get('replay, UTC') ?? []);
  const detections = compareDetections(half);
  printResults([
    { bench: 'replay', ours: share, goal: GOAL, unit: 'of the rows a second of csv-parse alone' },
    ...detections,
  ]);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
