import { expect, it } from 'vitest';
import { findChromium } from './chromium.ts';
import { journeysOutcome } from './journeys-report.ts';
import { summary } from './test-summary.ts';

it('ends with the count alone on a line', () => {
  const { lines, exitCode } = summary([
    { name: 'types', passed: 1, failed: 0, skipped: [] },
    { name: 'tests', passed: 41, failed: 0, skipped: ['one that needs root'], again: ['a race'] },
  ]);
  expect(lines.at(-1)).toBe('42 passed, 0 failed');
  expect(lines).toContain('  AT THE SECOND TRY: a race');
  expect(lines).toContain('  SKIPPED: one that needs root');
  expect(exitCode).toBe(0);
});

it('fails when a part could not run, and names it', async () => {
  const chromium = await findChromium({ CHROMIUM_PATH: '/nowhere/chromium' });
  if (!('missing' in chromium)) throw new Error('There is no browser at /nowhere/chromium.');
  const { lines, exitCode } = summary([
    { name: 'tests', passed: 41, failed: 0, skipped: [] },
    {
      name: 'journeys',
      passed: 0,
      failed: 1,
      skipped: [],
      note: `NOT RUN: no Chromium (${chromium.missing})`,
    },
  ]);
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toContain(
    'NOT RUN: no Chromium (CHROMIUM_PATH names /nowhere/chromium, which does not start)',
  );
  expect(lines.at(-1)).toBe('41 passed, 1 failed');
});

it('does not pass when nothing ran at all', () => {
  expect(summary([]).exitCode).toBe(1);
});

it('counts a journey that passed at the second try, and names it; one that failed twice has failed', () => {
  const spec = (title: string, status: string) => ({ title, file: 'plans.spec.ts', tests: [{ status }] });
  const report = JSON.stringify({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [],
    suites: [
      {
        specs: [spec('is paid', 'expected')],
        suites: [{ specs: [spec('is left', 'flaky'), spec('ends', 'skipped'), spec('fails', 'unexpected')] }],
      },
    ],
  });
  expect(journeysOutcome(report, false)).toEqual({
    name: 'journeys',
    passed: 2,
    failed: 1,
    skipped: ['plans.spec.ts › ends'],
    again: ['plans.spec.ts › is left'],
  });
  expect(journeysOutcome('{"stats":{}', true)).toMatchObject({ passed: 0, failed: 1, note: 'did not run' });
});
