import { expect, it } from 'vitest';
import { journeysOutcome } from './journeys-outcome.ts';
import { type VitestReport, vitestOutcome } from './vitest-outcome.ts';

it('counts a journey that needed a retry as failed, and says what it said', () => {
  const spec = (title: string, status: string, errors: { message?: string }[] = []) => ({
    title,
    file: 'plans.spec.ts',
    tests: [{ status, results: [{ duration: 1_000, errors }] }],
  });
  const report = JSON.stringify({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [],
    suites: [
      {
        specs: [spec('is paid', 'expected')],
        suites: [
          {
            specs: [
              spec('is left', 'flaky'),
              spec('ends', 'skipped'),
              spec('fails', 'unexpected', [{}, { message: 'No button.' }]),
            ],
          },
        ],
      },
    ],
  });
  expect(journeysOutcome(report, false)).toEqual({
    name: 'journeys',
    passed: 1,
    failed: 2,
    skipped: ['plans.spec.ts › ends'],
    failures: [
      { test: 'plans.spec.ts › is left', why: undefined },
      { test: 'plans.spec.ts › fails', why: 'No button.' },
    ],
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
    { name: 'divides', state: 'failed', why: 'By zero.' },
    { name: 'reads ../shared/data', state: 'skipped' },
  ];
  expect(outcomeOf({ files: [file({ ok: false, tests })], errors: [] }, false)).toEqual({
    name: 'unit',
    passed: 1,
    failed: 1,
    skipped: ['a.test.ts › reads ../shared/data'],
    failures: [{ test: 'a.test.ts › divides', why: 'By zero.' }],
    files: [{ file: 'a.test.ts', ms: 12 }],
  });
});

it('fails for a file that broke outside its tests', () => {
  const tests = [{ name: 'adds', state: 'skipped' }];
  expect(
    outcomeOf({ files: [file({}), file({ ok: false, why: 'No database.', tests })], errors: [] }, false),
  ).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [{ test: 'a.test.ts (outside its tests)', why: 'No database.' }],
  });
});

it('fails for an error outside any test, and for an exit code that nothing explains', () => {
  expect(outcomeOf({ files: [file({})], errors: ['Nothing caught it.'] }, true)).toMatchObject({
    failed: 1,
    failures: [{ test: 'outside any test', why: 'Nothing caught it.' }],
  });
  expect(outcomeOf({ files: [file({})], errors: [] }, false).failed).toBe(1);
});

it.each([journeysOutcome, (text: string, ok: boolean) => vitestOutcome('unit', text, ok)])(
  'fails where no whole report was written',
  (outcome) => {
    for (const text of ['', '{"stats":{}', '{}'])
      expect(outcome(text, true)).toMatchObject({ passed: 0, failed: 1, note: 'did not run' });
  },
);
