import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { confirmEmail } from '#tests/support/confirm-email.ts';
import { startOwnedProgram } from '#tests/support/owned-program.ts';

const FOLDER = 'src/web/public/docs';
/** Of a picture: a page of the site in full, or the part of a screen beside the menu. */
const SIZE = { width: 1200, height: 760 };
const WITH_MENU = { width: 1440, height: 900 };
const THEMES = [
  ['day', 'light'],
  ['night', 'dark'],
] as const;
/** A picture is replaced if more of its pixels than this have changed visibly: clocks and relative times don't count. */
const CHANGED = 0.02;

type Shot = { name: string; path: string; prepare?: (page: Page) => Promise<void> };

/** The pictures of the documentation. A page shows one as `![What it shows](/docs/NAME.webp)`. */
const SHOTS: readonly Shot[] = [
  { name: 'site', path: '/' },
  { name: 'home', path: '/demo' },
  {
    name: 'alert',
    path: '/demo/alerts',
    prepare: async (page) => {
      await page.locator('main a[href^="/demo/alerts/"]').nth(6).click();
      await page.locator('main h1').first().waitFor();
    },
  },
  {
    name: 'rule-editor',
    path: '/dashboard/rules/new',
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Closes above its 200-day average');
      const symbol = page.getByLabel('Symbol or watchlist');
      await symbol.click();
      await symbol.fill('spx');
      await page.getByRole('option', { name: /^SPX / }).first().click();
      await page.getByRole('radio', { name: 'Text' }).check();
      await page.getByLabel('Condition', { exact: true }).fill('close crosses above sma(200)');
      await page.getByText(/alerts in .* bars/).waitFor();
      await page.locator('figure canvas').first().waitFor();
    },
  },
  { name: 'brand', path: '/dashboard/brands/new' },
];

/** Takes them of a program with the demo and one account. @returns whether no page's script failed */
export async function shootDocs(browser: Browser, isWanted: (path: string) => boolean): Promise<boolean> {
  const program = await startOwnedProgram({ DEMO: 'on', DEMO_EVERY: '1' });
  const broken: string[] = [];
  try {
    const email = 'ada@northgate.example';
    const answer = await fetch(`${program.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email,
        password: 'correct horse 1!',
        data: {
          first_name: 'Ada',
          last_name: 'Byron',
          accountType: 'company',
          companyName: 'Northgate Markets',
        },
      }),
    });
    if (!answer.ok) throw new Error(`The account wasn't created: ${await answer.text()}`);
    await confirmEmail(program.owner, email);
    const localStorage = [{ name: 'bellwire.auth', value: await answer.text() }];
    const context = await browser.newContext({
      viewport: WITH_MENU,
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin: program.url, localStorage }] },
    });
    for (const { name, path, prepare } of SHOTS.filter((shot) => isWanted(shot.path))) {
      const page = await context.newPage();
      page.on('pageerror', (error) => broken.push(`${path}: ${error.message}`));
      const isScreen = path !== '/';
      if (!isScreen) await page.setViewportSize(SIZE);
      await page.goto(`${program.url}${path}`, { waitUntil: 'load' });
      await page.locator('h1').first().waitFor();
      await prepare?.(page);
      await page.waitForFunction(() => !document.querySelector('main')?.innerText.includes('Loading...'));
      for (const [theme, colorScheme] of THEMES) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => document.fonts.ready);
        // Charts follow a new theme within a frame or two.
        await page.waitForTimeout(1_000);
        const box = isScreen ? await page.locator('main').boundingBox() : null;
        const clip = { x: box?.x ?? 0, y: Math.max(box?.y ?? 0, 0), ...SIZE };
        await keep(name, theme, await page.screenshot({ animations: 'disabled', clip }));
      }
      await page.close();
    }
    await context.close();
  } finally {
    await program.stop();
  }
  for (const each of broken) process.stderr.write(`A script ended with an error: ${each}\n`);
  return broken.length === 0;
}

/** Writes a picture, unless the one that is there looks the same. */
async function keep(name: string, theme: 'day' | 'night', png: Buffer): Promise<void> {
  const file = join(FOLDER, theme === 'day' ? `${name}.webp` : `${name}-night.webp`);
  const before = await readFile(file).catch(() => null);
  const webp = await sharp(png).webp({ quality: 68, effort: 6, smartSubsample: true }).toBuffer();
  if (before && (await changeBetween(before, webp)) <= CHANGED) {
    process.stdout.write(`${file}: unchanged\n`);
    return;
  }
  await writeFile(file, webp);
  process.stdout.write(`${file}: ${Math.round(webp.length / 1_000)} kB\n`);
}

/** The share of pixels that differ visibly. */
async function changeBetween(a: Buffer, b: Buffer): Promise<number> {
  const [before, after] = await Promise.all([a, b].map((each) => sharp(each).greyscale().raw().toBuffer()));
  if (!before || !after || before.length !== after.length) return 1;
  let different = 0;
  for (let at = 0; at < after.length; at += 1)
    if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > 24) different += 1;
  return different / after.length;
}
