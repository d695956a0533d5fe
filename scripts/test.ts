/**
 * The one test command: types, lint, format, unit and database tests, and journeys in a real browser. What cannot
 * run counts as failed and is named. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findChromium } from './chromium.ts';
import { journeysOutcome } from './journeys-report.ts';
import { type Outcome, summary } from './test-summary.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bellwire-test-'));
const outcomes: Outcome[] = [];

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const result = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return result.status === 0;
}

function check(name: string, command: string, args: string[]): void {
  heading(name);
  const ok = run(command, args);
  outcomes.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [] });
}

function heading(name: string): void {
  process.stdout.write(`\n── ${name} ──\n`);
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

function vitest(): void {
  heading('unit and database tests');
  const file = join(scratch, 'vitest.json');
  const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${file}`]);
  const report = readReport(file, vitestReport);
  if (!report)
    return void outcomes.push({
      name: 'unit and database tests',
      passed: 0,
      failed: 1,
      skipped: [],
      note: 'did not run',
    });
  const cases = report.testResults.flatMap((each) => each.assertionResults);
  // A file that breaks before its first test has no failed test to count.
  const broken = report.testResults.filter(
    (each) => each.status === 'failed' && !each.assertionResults.some((one) => one.status === 'failed'),
  );
  outcomes.push({
    name: 'unit and database tests',
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests + broken.length, ok ? 0 : 1),
    skipped: cases.filter((each) => !['passed', 'failed'].includes(each.status)).map((each) => each.fullName),
  });
}

async function journeys(): Promise<void> {
  heading('journeys in a browser');
  const chromium = await findChromium(process.env);
  if ('missing' in chromium) {
    process.stdout.write(`No Chromium to be had: ${chromium.missing}.\n`);
    outcomes.push({
      name: 'journeys',
      passed: 0,
      failed: 1,
      skipped: [],
      note: `NOT RUN: no Chromium (${chromium.missing})`,
    });
    return;
  }
  process.stdout.write(`Chromium of ${chromium.from}: ${chromium.path}\n`);
  const file = join(scratch, 'playwright.json');
  const ok = run(
    'playwright',
    ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
    {
      CHROMIUM_PATH: chromium.path,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  outcomes.push(journeysOutcome(read(file), ok));
}

/** Empty where it was never written. */
function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(read(file)));
  } catch {
    return null;
  }
}

check('types', 'tsc', ['-p', '.']);
check('lint', 'oxlint', ['--deny-warnings']);
check('format', 'oxfmt', ['--check', '.']);
check('build', process.execPath, ['scripts/build.ts']);
vitest();
await journeys();
rmSync(scratch, { recursive: true, force: true });

heading('summary');
const { lines, exitCode } = summary(outcomes);
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = exitCode;
