import type { Browser, Page } from '@playwright/test';
import { programHome, startProgram, stopProgram } from '#tests/support/program.ts';
import { builtPages } from '../site/built-pages.ts';
import type { Camera } from './camera.ts';
import { SITE_STATES } from './site-states.ts';

/** How long a toast stands (src/web/ui/toast/toast-view.tsx). */
const TOAST_MS = 5_000;

/** One application each, which the pictures of the account area show. */
const APPLICATIONS = new Set(['/dashboard', '/demo', '/admin']);

/** Pages of the public site, and states of them, of a program with a data folder of its own. */
export async function shootSite(
  browser: Browser,
  camera: Camera,
  { isWanted, states }: { isWanted: (path: string) => boolean; states: readonly string[] },
): Promise<void> {
  const home = await programHome();
  const program = await startProgram({ ...home.env, DEMO: 'off' });
  try {
    const page = camera.watch(await (await browser.newContext({ reducedMotion: 'reduce' })).newPage());
    const paths = builtPages('dist/site').map(({ path }) => path);
    for (const path of paths.filter((each) => !APPLICATIONS.has(each) && isWanted(each))) {
      await page.goto(`${program.url}${path}`, { waitUntil: 'load' });
      await camera.take(page, path === '/' ? 'index' : path.slice(1).replaceAll('/', '-'), settle);
    }
    for (const name of states) await shootState(browser, camera, { url: program.url, name });
  } finally {
    await stopProgram(program);
    await home.remove();
  }
}

async function shootState(
  browser: Browser,
  camera: Camera,
  { url, name }: { url: string; name: string },
): Promise<void> {
  const state = SITE_STATES[name];
  if (!state) throw new Error(`There is no state ${name}.`);
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 900 },
    javaScriptEnabled: state.script ?? true,
  });
  // A toast is there as long as its pictures take.
  await context.addInitScript((life) => {
    const own = setTimeout;
    Reflect.set(window, 'setTimeout', (work: () => void, ms: number) => (ms === life ? 0 : own(work, ms)));
  }, TOAST_MS);
  const page = camera.watch(await context.newPage());
  await page.goto(`${url}${state.path}`, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await state.reach?.(page);
  const { at = 'body' } = state;
  await camera.take(page, `state-${name}`, (shown) => showPart(shown, at), 'window');
  await context.close();
}

async function showPart(page: Page, at: string): Promise<void> {
  await page
    .locator(at)
    .first()
    .evaluate(async (part) => {
      part.scrollIntoView({
        block: part.clientHeight < innerHeight ? 'center' : 'start',
        behavior: 'instant',
      });
      await document.fonts.ready;
    });
  await page.waitForTimeout(150);
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
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
}
