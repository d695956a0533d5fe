/**
 * Pictures at four widths, day and night, with a contact sheet (index.html): of every page of the public site, and of
 * its forms as they fail, wait and thank, into shots/site or, with --account, of every screen of the account area in
 * every state into shots/account. Builds first; runs a program with data of its own. Ends with 1 where a page's script
 * failed.
 *
 *   npm run shots [-- --pages /,/blog] [--states intake-wrong,menu] [--widths 390,1280] [--no-build]
 *   npm run shots -- --account [--states full,empty] [--pages /dashboard/alerts,/dashboard/alerts/:id]
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { shootAccount, STATE_NAMES } from './shots/account.ts';
import { openCamera } from './shots/camera.ts';
import { shootSite } from './shots/site.ts';
import { SITE_STATES } from './shots/site-states.ts';

const { values: options } = parseArgs({
  options: {
    account: { type: 'boolean', default: false },
    pages: { type: 'string' },
    states: { type: 'string' },
    widths: { type: 'string', default: '390,768,1280,1920' },
    build: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const wanted = options.pages?.split(',');
const isWanted = (path: string): boolean => !wanted || wanted.includes(path);
/** The states asked for. @throws Error where there is no such one */
function statesOf<T extends string>(all: readonly T[]): T[] | undefined {
  return options.states?.split(',').map((name) => {
    const known = all.find((each) => each === name);
    if (known === undefined) throw new Error(`There is no state ${name}. There are: ${all.join(', ')}.`);
    return known;
  });
}
const accountStates = options.account ? (statesOf(STATE_NAMES) ?? STATE_NAMES) : [];
const siteStates = options.account ? [] : statesOf(Object.keys(SITE_STATES));

if (options.build && spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
const found = await findChromium(process.env);
if ('missing' in found) throw new Error(`No Chromium to be had: ${found.missing}.`);
const camera = openCamera(
  options.account ? 'shots/account' : 'shots/site',
  options.widths.split(',').map(Number),
);
const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_FLAGS });
try {
  if (options.account) await shootAccount(browser, camera, accountStates, isWanted);
  else
    await shootSite(browser, camera, {
      // Asked for some of the one, nobody means all of the other.
      isWanted: (path) => (siteStates && !wanted ? false : isWanted(path)),
      states: siteStates ?? (wanted ? [] : Object.keys(SITE_STATES)),
    });
} finally {
  await browser.close();
}
process.exitCode = camera.finish() ? 0 : 1;
