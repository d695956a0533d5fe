import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Minified: it is sent to every page that is looked at, and compiled there. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules whose answer depends on the theme: what is where and what it is called is the same in both. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type InPage = { axe: { run: (context: string, options: RunOptions) => Promise<AxeResults> } };
/** Playwright's own `evaluate` sends and compiles the source a second time, as an argument. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

async function bringAxe(page: Page): Promise<void> {
  let session = sessions.get(page);
  if (!session) {
    session = page.context().newCDPSession(page);
    sessions.set(page, session);
  }
  await (await session).send('Runtime.evaluate', { expression: SOURCE, silent: true });
}

type Part = { include?: string; rules?: readonly string[] };

/**
 * What axe finds on a page, one line for each element. It runs in the page itself, is brought there once, and lists
 * violations only: describing every element that is in order takes longer than looking at it. Frames are left out:
 * the only ones we have show mails, in which no script may run.
 */
async function violationsOf(page: Page, { include, rules }: Part = {}): Promise<string[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    // Style sheets and media are fetched once more for rules on media, of which we have none.
    preload: false,
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  };
  if (!(await page.evaluate(() => 'axe' in window))) await bringAxe(page);
  return page.evaluate(
    async ({ context, options }) => {
      const { violations } = await (window as unknown as InPage).axe.run(context, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 200)}`),
      );
    },
    { context: include ?? 'html', options },
  );
}

export async function expectAccessible(page: Page, part: Part = {}): Promise<void> {
  // A page that is still loading has no heading yet; a screen has one in `main`.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeVisible();
  // With less motion a color takes as many frames as elements are deep: each inherits it when its parent's has changed.
  await expect
    .poll(() => violationsOf(page, part), { message: `what axe finds on ${page.url()}`, timeout: 60_000 })
    .toEqual([]);
}

/** Only what depends on the theme: for a page that all rules have looked at in the other one. */
export const expectAccessibleColors = (page: Page, part: Part = {}): Promise<void> =>
  expectAccessible(page, { ...part, rules: COLOR_RULES });

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBothThemes(page: Page, part: Part = {}): Promise<void> {
  await showTheme(page, 'light');
  await expectAccessible(page, part);
  await showTheme(page, 'dark');
  await expectAccessibleColors(page, part);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The colors of another theme are drawn with the next frames. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
