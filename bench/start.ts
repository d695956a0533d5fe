/**
 * How long a start takes from nothing to the banner, beside the starts after it: the built program on a fresh data
 * folder with a PostgreSQL of its own, five folders, three starts each. Prints medians in ms and their ratio.
 *
 *   npm run bench -- start
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, stopProgram } from '#tests/support/program.ts';
import { printResults } from './support/result.ts';

const FOLDERS = 5;
const GOALS_MS = { first: 10_000, later: 5_000, stop: 5_000 };
const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const times = { first: [] as number[], later: [] as number[], stop: [] as number[] };

for (let folder = 0; folder < FOLDERS; folder += 1) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwire-bench-start-'));
  chmodSync(dataDir, 0o711);
  for (let start = 0; start < 3; start += 1) {
    const began = performance.now();
    const program = await startProgram({ DATA_DIR: dataDir, PORT: '0' });
    times[start === 0 ? 'first' : 'later'].push(performance.now() - began);
    times.stop.push((await stopProgram(program)).ms);
  }
  rmSync(dataDir, { recursive: true, force: true });
}

const [first, later, stop] = [median(times.first), median(times.later), median(times.stop)];
console.log(`first start   ${first.toFixed(0)} ms (initdb, migrations, keys, demo)`);
console.log(`later start   ${later.toFixed(0)} ms, ${(later / first).toFixed(2)} of the first`);
console.log(`stop          ${stop.toFixed(0)} ms`);
const took = (ours: number, goal: number, unit: string) => ({
  bench: 'start',
  ours,
  goal,
  unit,
  lessIsBetter: true,
});
printResults([
  took(first, GOALS_MS.first, 'ms, first start'),
  took(later, GOALS_MS.later, 'ms, later start'),
  took(stop, GOALS_MS.stop, 'ms, stop'),
]);
