import { expect, it } from 'vitest';
import { testsOfChanges } from './changed-tests.ts';

const test = (file: string, ...imports: string[]) => ({
  file,
  text: imports.map((name) => `import { x } from '${name}';`).join('\n'),
});
const TESTS = [
  test('src/db/roles.db.test.ts', './roles.ts'),
  test('src/db/tenancy.db.test.ts', '#src/accounts/raise.ts'),
  test('src/engine/pipeline.db.test.ts', './alerts/compose.ts'),
  test('src/jobs/work.db.test.ts', '../engine/frequency/gate.ts', '#tests/support/rules.ts'),
];

it('chooses a test that changed, and those beside it', () => {
  expect(testsOfChanges(['src/db/roles.db.test.ts'], TESTS)).toEqual([
    'src/db/roles.db.test.ts',
    'src/db/tenancy.db.test.ts',
  ]);
});

it('chooses the tests of the nearest folder above that has some', () => {
  expect(testsOfChanges(['src/db/migrations/0001_first.sql'], TESTS)).toEqual([
    'src/db/roles.db.test.ts',
    'src/db/tenancy.db.test.ts',
  ]);
  expect(testsOfChanges(['src/engine/alerts/words/parts.ts'], TESTS)).toEqual([
    'src/engine/pipeline.db.test.ts',
  ]);
});

it('chooses tests elsewhere that import a changed file', () => {
  expect(testsOfChanges(['src/engine/frequency/gate.ts'], TESTS)).toEqual([
    'src/engine/pipeline.db.test.ts',
    'src/jobs/work.db.test.ts',
  ]);
  expect(testsOfChanges(['tests/support/rules.ts'], TESTS)).toEqual(['src/jobs/work.db.test.ts']);
});

it('leaves what nearly all tests import to the whole run', () => {
  const many = Array.from({ length: 21 }, (_, n) =>
    test(`src/f${n}/a.db.test.ts`, '#tests/support/database.ts'),
  );
  expect(testsOfChanges(['tests/support/database.ts'], many)).toEqual([]);
  expect(testsOfChanges(['tests/support/database.ts'], many.slice(1))).toHaveLength(20);
});

it('chooses nothing where nothing near has tests', () => {
  expect(testsOfChanges(['README.md', 'src/web/ui/button.tsx'], TESTS)).toEqual([]);
});
