import type { Browser, Page } from '@playwright/test';
import { shareBetweenTests } from '../journey.ts';

type Visit = { page: Page; complaints: string[] };

let visiting: Promise<Visit> | undefined;

/**
 * A page that complains of what the console and the network should not see. The tests of a worker share it: a page of its
 * own would cost as much as all that is asked of it. Each visit begins with no complaints and nothing kept in the browser.
 */
export async function visit(browser: Browser, origin: string): Promise<Visit> {
  const { page, complaints } = await (visiting ??= open(browser, origin));
  complaints.length = 0;
  await page.context().clearCookies();
  return { page, complaints };
}

async function open(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  shareBetweenTests(context);
  await context.addInitScript(() => {
    if (!location.protocol.startsWith('http')) return;
    localStorage.clear();
    sessionStorage.clear();
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin)
      complaints.push(`it asks ${url.origin}`);
  });
  return { page, complaints };
}

/** What is folded away must be right as well. */
export const unfoldAll = (page: Page): Promise<void> =>
  page.locator('main details').evaluateAll((all) => {
    for (const each of all) (each as HTMLDetailsElement).open = true;
  });

/** Boxes of the documentation that scroll by themselves and can't be reached by keyboard. */
export const unreachableBoxes = (page: Page): Promise<string[]> =>
  page
    .locator('.docs pre, .docs .wide')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth && (box as HTMLElement).tabIndex !== 0)
        .map((box) => box.outerHTML.slice(0, 200)),
    );
