import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Project } from '@playwright/test';
import { CHROMIUM_FLAGS } from '#scripts/chromium.ts';

const names = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname })
    .map((file) => basename(file, '.spec.ts'))
    .toSorted();

/** A project shares no worker with another: so each file has a program, a database and a browser of its own. */
const siteFile = (name: string): Project => ({ name, testMatch: `site/${name}.spec.ts` });
/** Still: colours are judged as they come to rest, not as something fades in. */
const journeyFile = (name: string): Project => ({
  name,
  testMatch: `${name}.spec.ts`,
  testIgnore: 'site/**',
  use: { contextOptions: { reducedMotion: 'reduce' } },
});

/** Journeys run against the real program; the browser is handed in by `npm test`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // Two at once suit two cores.
  workers: 2,
  fullyParallel: false,
  // A machine that stands still for a moment is no fault of ours. Whatever needs this is named at the end.
  retries: 1,
  projects: [...names('site/*.spec.ts').map(siteFile), ...names('*.spec.ts').map(journeyFile)],
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: CHROMIUM_FLAGS,
    },
    trace: 'retain-on-failure',
  },
});
