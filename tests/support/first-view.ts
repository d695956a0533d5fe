import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';

/** A script and what a browser that takes gzip transfers of it, in bytes. */
export type Weighed = { url: string; bytes: number };
/** The scripts of Home that are asked for before its heading is drawn, and those that come behind it. */
type FirstView = { before: Weighed[]; after: Weighed[] };

/** Opens a cold Home in the context of somebody who is signed in, and weighs its scripts. */
export async function weighFirstView(context: BrowserContext, address: string): Promise<FirstView> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const drawn = document.querySelector('main h1')?.textContent?.startsWith('Welcome');
      if (!drawn || document.documentElement.dataset['drawn']) return;
      document.documentElement.dataset['drawn'] = String(performance.now());
    });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(`${address}/dashboard`);
  await page.getByRole('heading', { name: 'Recent alerts' }).waitFor();
  const { before, after } = await scriptsOf(page);
  await page.close();
  return { before: await weigh(before), after: await weigh(after) };
}

/** What comes behind the first view comes a moment later: the auth client, and what listens to the live stream. */
async function scriptsOf(page: Page): Promise<{ before: string[]; after: string[] }> {
  const found = await page.waitForFunction(() => {
    const drawn = Number(document.documentElement.dataset['drawn']);
    if (Number.isNaN(drawn)) return null;
    const all = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const of = (early: boolean) =>
      all.filter(({ startTime }) => startTime < drawn === early).map(({ name }) => name);
    const after = of(false);
    return after.length > 1 ? { before: of(true), after } : null;
  });
  const scripts = await found.jsonValue();
  if (!scripts) throw new Error('Home was not drawn.');
  return scripts;
}

async function weigh(urls: readonly string[]): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  for (const url of urls) {
    // `fetch` unpacks what it gets, and the server has its copies packed with the best there is.
    const body = Buffer.from(await (await fetch(url)).arrayBuffer());
    weighed.push({ url, bytes: gzipSync(body, { level: 9 }).length });
  }
  return weighed.toSorted((a, b) => b.bytes - a.bytes);
}
