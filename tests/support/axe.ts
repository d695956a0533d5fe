import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Rules whose answer depends on the theme: what is where and what it is called is the same in both. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type InPage = { axe: { run: (context: string, options: RunOptions) => Promise<AxeResults> } };
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
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
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

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBothThemes(page: Page, part: Part = {}): Promise<void> {
  await showTheme(page, 'light');
  await expectAccessible(page, part);
  await showTheme(page, 'dark');
  await expectAccessible(page, { ...part, rules: COLOR_RULES });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The colors of another theme are drawn with the next frames. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
