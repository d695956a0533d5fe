import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../chromium.ts';
import type { Outcome } from '../test-summary.ts';
import { type Command, heading, runBeside, runLive } from './command.ts';
import { journeysOutcome } from './journeys-outcome.ts';
import { vitestOutcome } from './vitest-outcome.ts';

/** Checks that need one processor each and a few seconds. */
export const CHECKS: Readonly<Record<string, Command>> = {
  types: { command: 'tsc', args: ['-p', '.'] },
  lint: { command: 'oxlint', args: ['--deny-warnings'] },
  format: { command: 'oxfmt', args: ['--check', '.'] },
};
export const BUILD: Readonly<Record<string, Command>> = {
  build: { command: process.execPath, args: ['scripts/build.ts'] },
};

/** Runs checks at the same time; each counts as one test. */
export const sideBySide = (commands: Readonly<Record<string, Command>>): Promise<Outcome[]> =>
  Promise.all(
    Object.entries(commands).map(async ([name, command]) => {
      const { ok, ms } = await runBeside(name, command);
      return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], ms };
    }),
  );

/** @param filters parts of paths; without any, all tests of the projects */
export async function vitestStage(
  name: string,
  options: { projects: readonly string[]; filters?: readonly string[] },
): Promise<Outcome> {
  heading(name);
  const { projects, filters = [] } = options;
  return withReport(async (file) => {
    const { ok, ms } = await runLive({
      command: 'vitest',
      args: [
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=./scripts/testing/vitest-report.ts',
        ...filters,
      ],
      env: { TEST_REPORT_FILE: file },
    });
    return { ...vitestOutcome(name, read(file), ok), ms };
  });
}

export async function journeysStage(): Promise<Outcome> {
  heading('journeys');
  const chromium = await findChromium(process.env);
  if ('missing' in chromium) return notRun('journeys', `no Chromium (${chromium.missing})`);
  process.stdout.write(`Chromium of ${chromium.from}: ${chromium.path}\n`);
  return withReport(async (file) => {
    const { ok, ms } = await runLive({
      command: 'playwright',
      args: ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
      env: { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    return { ...journeysOutcome(read(file), ok), ms };
  });
}

/** What cannot run has failed: otherwise a machine that lacks something would look green. */
export function notRun(name: string, why: string): Outcome {
  process.stdout.write(`NOT RUN: ${why}\n`);
  return { name, passed: 0, failed: 1, skipped: [], note: `NOT RUN: ${why}` };
}

async function withReport<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwire-test-'));
  try {
    return await use(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Empty where it was never written. */
const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
