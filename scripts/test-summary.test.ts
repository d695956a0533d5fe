import { expect, it } from 'vitest';
import { findChromium } from './chromium.ts';
import { type Outcome, summary } from './test-summary.ts';

const stage = (of: Partial<Outcome>): Outcome => ({ name: 'unit', passed: 1, failed: 0, skipped: [], ...of });

it('ends with the count alone on a line', () => {
  const { lines, exitCode } = summary([
    stage({ name: 'types', ms: 3_000 }),
    stage({ passed: 41, skipped: ['a.test.ts › one that needs root'], ms: 90_000 }),
  ]);
  expect(lines.slice(0, 3)).toEqual([
    '✓ types: 1 passed, 0 failed, 0.1 min',
    '✓ unit: 41 passed, 0 failed, 1 skipped, 1.5 min',
    '  SKIPPED: a.test.ts › one that needs root',
  ]);
  expect(lines.at(-1)).toBe('42 passed, 0 failed');
  expect(exitCode).toBe(0);
});

it('names failed tests, with what each said', () => {
  const long = Array.from({ length: 40 }, (_, n) => `line ${n + 1}`).join('\n');
  const failures = [
    { test: 'a.test.ts › adds' },
    { test: 'a.test.ts › divides', why: '\u001b[31mBy zero.\u001b[39m\n\n  Expected: 1' },
    { test: 'a.test.ts › counts', why: long },
  ];
  const { lines, exitCode } = summary([stage({ failed: 3, failures })]);
  expect(lines.slice(1, 6)).toEqual([
    '  FAILED: a.test.ts › adds',
    '  FAILED: a.test.ts › divides',
    '    By zero.',
    '      Expected: 1',
    '  FAILED: a.test.ts › counts',
  ]);
  expect(lines).toContain('    line 10');
  expect(lines).not.toContain('    line 11');
  expect(lines).toContain('    (25 lines left out)');
  expect(lines).toContain('    line 40');
  expect(exitCode).toBe(1);
});

it('lists the ten slowest files of all stages, and how long the run took', () => {
  const files = (folder: string, ms: number) =>
    Array.from({ length: 8 }, (_, index) => ({ file: `${folder}/${index}`, ms: ms + index }));
  const { lines } = summary(
    [stage({ files: files('unit', 1_000) }), stage({ files: files('journeys', 9_000) })],
    600_000,
  );
  const first = lines.indexOf('Slowest test files') + 1;
  expect(lines.slice(first, first + 10).map((line) => line.trim().split(/\s+/).at(-1))).toEqual([
    ...[7, 6, 5, 4, 3, 2, 1, 0].map((index) => `journeys/${index}`),
    'unit/7',
    'unit/6',
  ]);
  expect(lines[first]).toBe('     9.0 s  journeys/7');
  expect(lines).toContain('Took 10.0 min.');
});

it('fails when a stage could not run, and names it', async () => {
  const chromium = await findChromium({ CHROMIUM_PATH: '/nowhere/chromium' });
  if (!('missing' in chromium)) throw new Error('There is no browser at /nowhere/chromium.');
  const note = `NOT RUN: no Chromium (${chromium.missing})`;
  const { lines, exitCode } = summary([
    stage({ passed: 41 }),
    stage({ name: 'journeys', passed: 0, failed: 1, note }),
  ]);
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toContain(
    'NOT RUN: no Chromium (CHROMIUM_PATH names /nowhere/chromium, which does not start)',
  );
  expect(lines.at(-1)).toBe('41 passed, 1 failed');
});

it('fails when nothing ran, and when one stage ran nothing', () => {
  expect(summary([]).exitCode).toBe(1);
  const { lines, exitCode } = summary([stage({}), stage({ name: 'database', passed: 0, skipped: ['all'] })]);
  expect(exitCode).toBe(1);
  expect(lines).toContain('✗ database: 0 passed, 1 failed, 1 skipped — nothing ran');
});
