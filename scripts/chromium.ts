import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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
    return runs(named)
      ? { path: named, from: 'CHROMIUM_PATH' }
      : { missing: `CHROMIUM_PATH names ${named}, which does not start` };
  }
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name);
      if (isExecutable(path) && runs(path)) return { path, from: 'the system' };
    }
  }
  try {
    const { default: shipped } = await import('@sparticuz/chromium');
    const path = await shipped.executablePath();
    return runs(path)
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

function runs(path: string): boolean {
  const result = spawnSync(path, [...CHROMIUM_FLAGS, '--dump-dom', 'data:text/html,<p>ready</p>'], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return result.status === 0 && result.stdout.includes('ready');
}
