/**
 * Pictures at four widths, day and night, with a contact sheet (index.html): of every page of the public site and its
 * forms in each state or, with --account, of every screen of the account area in each state. With --docs, the pictures
 * of the documentation. Builds first, and runs a program with its own data. Ends with 1 if a page's script failed.
 */
import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { shootAccount, STATE_NAMES } from './shots/account.ts';
import { openCamera } from './shots/camera.ts';
import { shootDocs } from './shots/docs.ts';
import { readShotOptions, type ShotOptions, USAGE } from './shots/options.ts';
import { shootSite } from './shots/site.ts';
import { SITE_STATES } from './shots/site-states.ts';

const options = readShotOptions(process.argv.slice(2));
if ('problem' in options) {
  process.stderr.write(`${options.problem}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  const all = options.account ? STATE_NAMES : Object.keys(SITE_STATES);
  const wrong = options.states?.find((state) => !all.includes(state));
  if (wrong === undefined) process.exitCode = (await shoot(options)) ? 0 : 1;
  else {
    process.stderr.write(`There is no state ${wrong}. There are: ${all.join(', ')}.\n`);
    process.exitCode = 2;
  }
}

async function shoot({ account, docs, pages, states, widths, build }: ShotOptions): Promise<boolean> {
  if (build && spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' }).status !== 0)
    return false;
  const found = await findChromium(process.env);
  if ('missing' in found) {
    process.stderr.write(`There is no Chromium to take pictures with: ${found.missing}.\n`);
    return false;
  }
  const isWanted = (path: string): boolean => !pages || pages.includes(path);
  const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_FLAGS });
  try {
    if (docs) return await shootDocs(browser, isWanted);
    const camera = openCamera(account ? 'shots/account' : 'shots/site', widths);
    if (account)
      await shootAccount(
        browser,
        camera,
        STATE_NAMES.filter((state) => states?.includes(state) ?? true),
        isWanted,
      );
    else
      await shootSite(browser, camera, {
        // Asking for states alone leaves the pages out, and the other way round.
        isWanted: (path) => (states && !pages ? false : isWanted(path)),
        states: states ?? (pages ? [] : Object.keys(SITE_STATES)),
      });
    return camera.finish();
  } finally {
    await browser.close();
  }
}
