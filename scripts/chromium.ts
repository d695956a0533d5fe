import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

export type Chromium = { path: string; from: string };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What Chromium needs on a machine without a sandbox, a screen or an open network. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browser of the journeys: the one in CHROMIUM_PATH, else the system's, else the one shipped in an npm package.
 * Each is started once to see that it runs here. @returns why not, when there is none
 */
export async function findChromium(
  env: Record<string, string | undefined>,
): Promise<Chromium | { missing: string }> {
  const named = env['CHROMIUM_PATH'];
  if (named) {
    return (await runs(named))
      ? { path: named, from: 'CHROMIUM_PATH' }
      : { missing: `CHROMIUM_PATH names ${named}, which does not start` };
  }
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name);
      if (isExecutable(path) && (await runs(path))) return { path, from: 'the system' };
    }
  }
  try {
    const { default: shipped } = await import('@sparticuz/chromium');
    const path = await shipped.executablePath();
    return (await runs(path))
      ? { path, from: '@sparticuz/chromium' }
      : { missing: 'the Chromium of @sparticuz/chromium does not start on this machine' };
  } catch (error) {
    return {
      missing: `@sparticuz/chromium has no browser for this machine (${error instanceof Error ? error.message : String(error)})`,
    };
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Started as the journeys start it: a browser that shows one page will show them all. */
async function runs(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, timeout: 30_000 });
    const page = await browser.newPage();
    await page.goto('data:text/html,<p>ready</p>');
    const shown = await page.textContent('p');
    await browser.close();
    return shown === 'ready';
  } catch {
    return false;
  }
}
