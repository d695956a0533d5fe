import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';

// The workers read this file as well, and inherit the path.
if (!process.env['CHROMIUM_PATH']) {
  const found = await findChromium(process.env);
  if ('missing' in found) throw new Error(`Journeys need Chromium: ${found.missing}. Set CHROMIUM_PATH.`);
  process.env['CHROMIUM_PATH'] = found.path;
}

/** Journeys run against the real program, in the browser of CHROMIUM_PATH or the one that is found. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  // For two cores: one of three usually waits. Each has a browser and a program, which its files share.
  workers: 3,
  // Files run in the order of their names: long ones first, and the many short tests of the site at the end, where they
  // fill what is left of each worker.
  fullyParallel: false,
  // A test that fails now and then is a failed test.
  retries: 0,
  // On a busy machine a journey takes three times as long: generous limits fail nobody who isn't stuck.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      // Pages live for seconds: what the optimizing compilers prepare in the background is never used.
      args: [...CHROMIUM_FLAGS, '--js-flags=--no-maglev --no-turbofan'],
    },
    // Recording costs a quarter of the run. For a look at a failure: `--trace retain-on-failure`.
    trace: 'off',
  },
});
