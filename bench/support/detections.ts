/**
 * 500,000 bars with eight detectors, each program a process of its own with its start: ours, the npm library, pandas. From
 * the second round on, ours starts with its source compiled, as it does for users.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from './result.ts';

const ROUNDS = 5;
const NONE: ReadonlySet<string> = new Set();
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

type Run = { clock: number; processor: number; events: ReadonlySet<string> };

/**
 * Runs a program. @returns seconds of the clock and of the processor from its start to its end, and what it printed: a
 * detector and a time for each event
 */
function timed({ name, command, args }: Program): Run {
  const start = performance.now();
  const script = 'TIMEFORMAT="%U %S"; time "$0" "$@"';
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, command, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const clock = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { clock, processor: user + system, events: new Set(stdout.trim().split('\n').map(eventIn)) };
}

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;
const eventIn = (line: string): string => {
  const { time, detector } = JSON.parse(line) as { time: string | number; detector: string };
  const ts = typeof time === 'number' || ZONE.test(time) ? time : `${time}Z`;
  return `${detector} ${new Date(ts).toISOString()}`;
};

const countsOf = (events: ReadonlySet<string>): string => {
  const counts = new Map<string, number>();
  for (const event of events) {
    const [detector = ''] = event.split(' ');
    counts.set(detector, (counts.get(detector) ?? 0) + 1);
  }
  return [...counts]
    .map(([detector, count]) => `${detector} ${count}`)
    .toSorted()
    .join(', ');
};

/** "the same 21327 events", or those that only one of the two found, at most ten of each. */
const comparison = (ours: ReadonlySet<string>, theirs: ReadonlySet<string>): string => {
  const more = [...ours].filter((event) => !theirs.has(event));
  const fewer = [...theirs].filter((event) => !ours.has(event));
  if (more.length === 0 && fewer.length === 0) return `the same ${ours.size} events`;
  const some = (events: readonly string[]): string => `${events.length} (${events.slice(0, 10).join('; ')})`;
  return `events that only Bellwire found: ${some(more)}; that only the other found: ${some(fewer)}`;
};

/**
 * The figures: ours beside the library, and beside pandas where Python has it. Medians of rounds taken in turn, in seconds
 * of the processor, so that a busy machine does not count.
 */
export function compareDetections(path: string): Figure[] {
  const all = programs(path).filter(({ name }) => name !== 'pandas' || hasPandas());
  const runs = new Map(all.map(({ name }) => [name, [] as Run[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const program of all) runs.get(program.name)?.push(timed(program));
  const of = (name: string, what: 'clock' | 'processor'): number =>
    median((runs.get(name) ?? []).map((run) => run[what]));
  for (const [name, [first]] of runs) {
    const seconds = `${of(name, 'processor').toFixed(2)} s, by the clock ${of(name, 'clock').toFixed(2)} s`;
    console.log(`${name.padEnd(16)} ${seconds}   ${countsOf(first?.events ?? NONE)}`);
  }
  const ours = runs.get('bellwire replay')?.[0]?.events ?? NONE;
  for (const { name } of all.slice(1))
    console.log(`beside ${name}: ${comparison(ours, runs.get(name)?.[0]?.events ?? NONE)}`);
  return all.slice(1).map(({ name }) => ({
    bench: 'replay',
    ours: of('bellwire replay', 'processor'),
    peer: of(name, 'processor'),
    unit: `s of the processor, 500,000 bars with eight detectors and the start, beside ${name}`,
    lessIsBetter: true,
  }));
}
