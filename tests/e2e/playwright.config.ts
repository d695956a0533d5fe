import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from '#scripts/chromium.ts';

/** Journeys run against the real program, each file with one of its own; the browser is handed in by `npm test`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // A file is a program, a database and a browser of its own: two at once suit two cores.
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'site', testDir: 'site' },
    // Still: colours are judged as they come to rest, not as something fades in.
    {
      name: 'journeys',
      testDir: '.',
      testIgnore: 'site/**',
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
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
