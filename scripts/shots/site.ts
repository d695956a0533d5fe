import type { Browser, Page } from '@playwright/test';
import { programHome, startProgram, stopProgram } from '#tests/support/program.ts';
import { builtPages } from '../site/built-pages.ts';
import type { Camera } from './camera.ts';

/** One application each, which the pictures of the account area show. */
const APPLICATIONS = new Set(['/dashboard', '/demo', '/admin']);

/** Every page of the public site, of a program with a data folder of its own. */
export async function shootSite(
  browser: Browser,
  camera: Camera,
  isWanted: (path: string) => boolean,
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
  } finally {
    await stopProgram(program);
    await home.remove();
  }
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
