/**
 * Screenshots of every page that was built and of the account area's screens, at four widths, day and night, into
 * shots/, with a contact sheet (shots/index.html). Builds first; runs a program with a data folder of its own. Ends with
 * 1 where a page's script failed.
 *
 *   npm run shots [-- --pages /,/blog] [--widths 390,1280]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { programHome, startProgram, stopProgram } from '#tests/support/program.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { builtPages } from './site/built-pages.ts';

const { values: options } = parseArgs({
  options: { pages: { type: 'string' }, widths: { type: 'string', default: '390,768,1280,1920' } },
});
const THEMES = [
  ['day', 'light'],
  ['night', 'dark'],
] as const;
const WIDTHS = options.widths.split(',').map(Number);
const OUT = 'shots';

const build = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(1);
const found = await findChromium(process.env);
if ('missing' in found) throw new Error(`No Chromium to be had: ${found.missing}.`);
const home = await programHome();
// The whole record at once: the account area then has its alerts to show.
const program = await startProgram({ ...home.env, DEMO_PACE: '0' });
const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_FLAGS });
const taken: string[] = [];
const broken: string[] = [];
try {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const wanted = options.pages?.split(',');
  const isWanted = (path: string): boolean => !wanted || wanted.includes(path);
  const visitor = await browser.newContext({ reducedMotion: 'reduce' });
  const pages = builtPages('dist/site').map((page) => page.path);
  await shoot(
    visitor,
    pages.filter((path) => !['/dashboard', '/demo', '/admin'].includes(path) && isWanted(path)),
  );
  if (!wanted || wanted.some((path) => path.startsWith('/dashboard'))) {
    const { context, screens } = await signIn();
    await shoot(context, screens.filter(isWanted));
  }
} finally {
  await browser.close();
  await stopProgram(program);
  await home.remove();
}
writeFileSync(join(OUT, 'index.html'), contactSheet());
console.log(`${taken.length} pictures: ${join(OUT, 'index.html')}`);
for (const each of new Set(broken)) console.error(`A script ended with an error: ${each}`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function shoot(context: BrowserContext, paths: string[]): Promise<void> {
  const page = await context.newPage();
  page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
  for (const path of paths) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${program.url}${path}`, { waitUntil: 'load' });
      for (const [theme, colorScheme] of THEMES) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const name = `${named(path)}-${width}-${theme}.png`;
        await page.screenshot({ path: join(OUT, name), fullPage: true, animations: 'disabled' });
        taken.push(name);
      }
    }
    console.log(path);
  }
}

function named(path: string): string {
  return path === '/'
    ? 'index'
    : path
        .slice(1)
        .replace(/[0-9a-f-]{36}$/, 'one')
        .replaceAll('/', '-');
}

/** Scrolls through once, for what loads when it is seen; then waits until fonts, pictures and the network are done. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
    await document.fonts.ready;
  });
  // The account area keeps a stream open: it never falls silent.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
}

/** Signs in as the demo account, whose password the program prints. @returns the screens its first one leads to */
async function signIn(): Promise<{ context: BrowserContext; screens: string[] }> {
  const [, email = '', password = ''] = /Demo account\s+(\S+)\s+password (\S+)/.exec(program.output()) ?? [];
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${program.url}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await settle(page);
  const links = await page
    .locator('a[href^="/dashboard"]')
    .evaluateAll((nodes) => nodes.map((node) => new URL((node as HTMLAnchorElement).href).pathname));
  await page.close();
  // Of what has an id of its own (an alert) one is enough.
  const one = links.find((path) => /\/[0-9a-f-]{36}$/.test(path));
  const screens = links.filter((path) => !/\/[0-9a-f-]{36}$/.test(path));
  return { context, screens: [...new Set(['/dashboard', ...screens, ...(one ? [one] : [])])] };
}

function contactSheet(): string {
  const figures = taken.map(
    (name) =>
      `<figure><a href="${name}"><img src="${name}" alt="" loading="lazy"></a><figcaption>${name}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>body{font:13px system-ui;display:grid;grid-template-columns:repeat(8,1fr);gap:16px}img{width:100%;height:320px;object-fit:cover;object-position:top;border:1px solid #ccc}figure{margin:0}</style>${figures.join('\n')}\n`;
}
