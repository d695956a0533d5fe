/** 500,000 bars with eight detectors, each program a process of its own with its start: ours, the npm library, pandas. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from './result.ts';

const ROUNDS = 5;
const DETECTORS = [
  'big_move:min_pct=0.5',
  'gap:min_pct=0.1',
  'volume_spike:min_ratio=2.2',
  'volatility_spike:min_ratio=2',
  'new_high',
  'golden_cross',
  'rsi_cross',
  'streak:length=8,direction=1',
];
type Program = { name: string; command: string; args: readonly string[] };

const here = (file: string): string => join(import.meta.dirname, file);
const programs = (path: string): Program[] => [
  {
    name: 'bellwire replay',
    command: process.execPath,
    args: [
      join(import.meta.dirname, '../../src/cli/main.ts'),
      'replay',
      path,
      '--symbol',
      'WALK',
      '--timeframe',
      '1m',
      ...DETECTORS.flatMap((each) => ['--detector', each]),
    ],
  },
  { name: 'trading-signals', command: process.execPath, args: [here('detect-with-library.ts'), path] },
  { name: 'pandas', command: 'python3', args: [here('detect-with-pandas.py'), path] },
];

const hasPandas = (): boolean => spawnSync('python3', ['-c', 'import pandas']).status === 0;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs a program. @returns seconds from its start to its end, and how many detections it printed of each kind */
function timed({ name, command, args }: Program): { seconds: number; counts: Map<string, number> } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  const counts = new Map<string, number>();
  for (const [, detector = ''] of stdout.matchAll(/"detector":"(\w+)"/g))
    counts.set(detector, (counts.get(detector) ?? 0) + 1);
  return { seconds, counts };
}

/** The figures: ours beside the library, and beside pandas where Python has it. Medians of rounds taken in turn. */
export function compareDetections(path: string): Figure[] {
  const all = programs(path).filter(({ name }) => name !== 'pandas' || hasPandas());
  const seconds = new Map(all.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const program of all) {
      const { seconds: took, counts } = timed(program);
      seconds.get(program.name)?.push(took);
      if (round === 0)
        console.log(
          `${program.name.padEnd(16)} ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
        );
    }
  const of = (name: string): number => median(seconds.get(name) ?? []);
  for (const { name } of all) console.log(`${name.padEnd(16)} ${of(name).toFixed(2)} s`);
  return all.slice(1).map(({ name }) => ({
    bench: 'replay',
    ours: of('bellwire replay'),
    peer: of(name),
    unit: `s, 500,000 bars with eight detectors, beside ${name}`,
    lessIsBetter: true,
  }));
}
