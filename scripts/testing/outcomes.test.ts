import { expect, it } from 'vitest';
import { journeysOutcome } from './journeys-outcome.ts';
import { type VitestReport, vitestOutcome } from './vitest-outcome.ts';

it('counts a journey that needed a retry as failed', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'plans.spec.ts',
    tests: [{ status, results: [{ duration: 1_000 }] }],
  });
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
    passed: 1,
    failed: 2,
    skipped: ['plans.spec.ts › ends'],
    failures: ['plans.spec.ts › is left', 'plans.spec.ts › fails'],
    files: [{ file: 'tests/e2e/plans.spec.ts', ms: 4_000 }],
  });
});

const file = (of: Partial<VitestReport['files'][number]>) => ({
  file: 'a.test.ts',
  ms: 12,
  ok: true,
  tests: [{ name: 'adds', state: 'passed' }],
  ...of,
});
const outcomeOf = (report: VitestReport, ok: boolean) => vitestOutcome('unit', JSON.stringify(report), ok);

it('counts the tests of a vitest run, and names what failed or was skipped', () => {
  const tests = [
    { name: 'adds', state: 'passed' },
    { name: 'divides', state: 'failed' },
    { name: 'reads ../shared/data', state: 'skipped' },
  ];
  expect(outcomeOf({ files: [file({ ok: false, tests })], errors: 0 }, false)).toEqual({
    name: 'unit',
    passed: 1,
    failed: 1,
    skipped: ['a.test.ts › reads ../shared/data'],
    failures: ['a.test.ts › divides'],
    files: [{ file: 'a.test.ts', ms: 12 }],
  });
});

it('fails for a file that broke outside its tests', () => {
  const tests = [{ name: 'adds', state: 'skipped' }];
  expect(outcomeOf({ files: [file({}), file({ ok: false, tests })], errors: 0 }, false)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['a.test.ts (outside its tests)'],
  });
});

it('fails for an error outside any test, and for an exit code that nothing explains', () => {
  expect(outcomeOf({ files: [file({})], errors: 1 }, true).failed).toBe(1);
  expect(outcomeOf({ files: [file({})], errors: 0 }, false).failed).toBe(1);
});

it.each([journeysOutcome, (text: string, ok: boolean) => vitestOutcome('unit', text, ok)])(
  'fails where no whole report was written',
  (outcome) => {
    for (const text of ['', '{"stats":{}', '{}'])
      expect(outcome(text, true)).toMatchObject({ passed: 0, failed: 1, note: 'did not run' });
  },
);
