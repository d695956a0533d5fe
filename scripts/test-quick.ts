/**
 * The quick test command: types, lint, format, unit tests, and the database tests that the changes since the main
 * branch call for, committed or not. docs/testing.md says which those are.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { testsOfChanges } from './testing/changed-tests.ts';
import { heading } from './testing/command.ts';
import { CHECKS, sideBySide, vitestStage } from './testing/stages.ts';
import { summary } from './test-summary.ts';

const started = performance.now();
const outcomes = await sideBySide(CHECKS);
outcomes.push(await vitestStage('unit', { projects: ['unit'] }));

const tests = globSync(['src/**/*.db.test.ts', 'tests/**/*.db.test.ts']);
const chosen = testsOfChanges(
  changedFiles(),
  tests.map((file) => ({ file, text: readFileSync(file, 'utf8') })),
);
if (chosen.length > 0) {
  outcomes.push(await vitestStage('database', { projects: ['database'], filters: chosen }));
} else {
  heading('database');
  process.stdout.write('Nothing changed since the main branch calls for a database test.\n');
}

heading('summary');
const { lines, exitCode } = summary(outcomes, performance.now() - started);
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = exitCode;

/** What differs from where this branch left the main branch, and files that git doesn't know yet. */
function changedFiles(): string[] {
  const base = ['main', 'origin/main'].map((branch) => git('merge-base', 'HEAD', branch)[0]).find(Boolean);
  return [
    ...git('diff', '--name-only', base ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
