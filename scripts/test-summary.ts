import { stripVTControlCharacters } from 'node:util';

/** The result of one stage of the test command. A stage that could not run has failed, and `note` says why. */
export type Outcome = {
  name: string;
  passed: number;
  failed: number;
  /** Skipped tests, named with their file. */
  skipped: readonly string[];
  /** Failed tests, named with their file, where the stage can tell. */
  failures?: readonly Failure[];
  /** How long each test file took. */
  files?: readonly TestFile[];
  note?: string;
  /** How long the whole stage took. */
  ms?: number;
};

/** `why`: what it said, where it said something. */
export type Failure = { test: string; why?: string | undefined };

type TestFile = { file: string; ms: number };

const SLOWEST = 10;
const REASON_LINES = 15;
const LONGEST_LINE = 300;

/**
 * The closing lines, the last one `N passed, N failed` alone, and the exit code: 0 only if nothing failed and every
 * stage ran something.
 */
export function summary(
  outcomes: readonly Outcome[],
  totalMs?: number,
): { lines: string[]; exitCode: 0 | 1 } {
  const stages = outcomes.map(emptyFails);
  const passed = sum(stages.map((stage) => stage.passed));
  const failed = sum(stages.map((stage) => stage.failed));
  return {
    lines: [
      ...stages.flatMap(stageLines),
      ...slowestLines(stages.flatMap(({ files = [] }) => files)),
      ...(totalMs === undefined ? [] : ['', `Took ${minutes(totalMs)}.`]),
      '',
      `${passed} passed, ${failed} failed`,
    ],
    exitCode: failed === 0 && passed > 0 ? 0 : 1,
  };
}

/** A stage without a single test proves nothing: a wrong path or filter must not look like success. */
function emptyFails(outcome: Outcome): Outcome {
  if (outcome.passed + outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, note: outcome.note ?? 'nothing ran' };
}

function stageLines({ name, passed, failed, skipped, failures = [], note, ms }: Outcome): string[] {
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(ms === undefined ? [] : [minutes(ms)]),
  ];
  return [
    `${failed ? '✗' : '✓'} ${name}: ${counts.join(', ')}${note ? ` — ${note}` : ''}`,
    ...failures.flatMap(({ test, why }) => [`  FAILED: ${test}`, ...(why ? reasonLines(why) : [])]),
    ...skipped.map((one) => `  SKIPPED: ${one}`),
  ];
}

/** Often the summary is all that is kept of a run. A long reason begins and ends with what matters. */
function reasonLines(why: string): string[] {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} ...` : line));
  const left = lines.length - REASON_LINES;
  const kept =
    left > 0 ? [...lines.slice(0, REASON_LINES - 5), `(${left} lines left out)`, ...lines.slice(-5)] : lines;
  return kept.map((line) => `    ${line}`);
}

function slowestLines(files: readonly TestFile[]): string[] {
  if (files.length === 0) return [];
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return [
    '',
    'Slowest test files',
    ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`),
  ];
}

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
