import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Minified: it is sent to every page that is looked at, and compiled there. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules whose answer depends on the theme: what is where and what it is called is the same in both. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type Axe = { run: (context: string | Element[], options: RunOptions) => Promise<AxeResults> };
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

type Part = { include?: string; rules?: 'all' | 'colors' };

/** Frames are left out: the only ones we have show mails, in which no script may run. */
const OPTIONS: RunOptions = {
  // Describing every element that is in order takes longer than looking at it.
  resultTypes: ['violations'],
  iframes: false,
  // Style sheets and media are fetched once more for rules on media, of which we have none.
  preload: false,
};
const BUT_COLORS: RunOptions = {
  ...OPTIONS,
  rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
};
const COLORS: RunOptions = { ...OPTIONS, runOnly: { type: 'rule', values: COLOR_RULES } };

/**
 * Looks of texts whose colors axe has found right. What gives a text its color is in its look (see `textsThatDiffer`),
 * so a worker asks for each once, whichever page it is on.
 */
const rightLooks = new Set<string>();

/**
 * What axe finds on a page, one line for each element. It runs in the page itself and is brought there once. Colors take
 * it two thirds of its time, so of texts that look alike it's asked for the colors of one.
 */
async function violationsOf(page: Page, { include = 'html', rules = 'all' }: Part = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await bringAxe(page);
  const looks = await page.evaluate(textsThatDiffer, include);
  const found = await page.evaluate(findViolations, {
    include,
    options: rules === 'all' ? BUT_COLORS : null,
    colors: COLORS,
    unknown: looks.flatMap((look, index) => (rightLooks.has(look) ? [] : [index])),
  });
  if (found.length === 0) for (const look of looks) rightLooks.add(look);
  return found;
}

type Checked = {
  include: string;
  /** Of the rules for the page as a whole; null where only colors are asked for. */
  options: RunOptions | null;
  colors: RunOptions;
  /** Which of the texts that differ aren't known to be right. */
  unknown: number[];
};

/** Runs in the page. */
async function findViolations({ include, options, colors, unknown }: Checked): Promise<string[]> {
  const { axe, differing } = window as unknown as { axe: Axe; differing: Element[] };
  const found: string[] = [];
  const texts = unknown.flatMap((index) => differing[index] ?? []).filter((text) => text.isConnected);
  const runs: [string | Element[], RunOptions][] = [
    ...(options ? [[include, options] as [string, RunOptions]] : []),
    ...(texts.length > 0 ? [[texts, colors] as [Element[], RunOptions]] : []),
  ];
  for (const [context, each] of runs) {
    // One screen goes and the next one comes: it's asked again.
    if (typeof context === 'string' && document.querySelector(context) === null) {
      found.push(`nothing is ${context}`);
      continue;
    }
    const result = await axe.run(context, each).catch((error: unknown) => {
      // It went between the question above and this.
      if (String(error).includes('No elements found for include')) return null;
      throw error;
    });
    if (result === null) {
      found.push('what was there is gone');
      continue;
    }
    const { violations } = result;
    for (const { id, nodes } of violations)
      for (const { target, html } of nodes) found.push(`${id}: ${target.join(' ')} ${html.slice(0, 200)}`);
  }
  return found;
}

/**
 * Runs in the page. The first of all elements with text of their own that agree, and whose ancestors agree, in what may
 * give a color: the theme, the width, the part of the site, and tag, class, style and state. Ten thousand words of
 * highlighted code are some seventy. It keeps the elements for `findViolations`. @returns a hash of each look
 */
function textsThatDiffer(include: string): string[] {
  const colored =
    /^(?:class|style|fill|role|type|disabled|readonly|open|hidden|placeholder|data-.*|aria-(?:current|selected|checked|disabled|expanded|invalid|pressed|busy|sort))$/;
  const looks = new Map<Element, string>();
  const lookOf = (element: Element): string => {
    let look = looks.get(element);
    if (look !== undefined) return look;
    look = `${element.parentElement ? lookOf(element.parentElement) : ''}>${element.tagName}`;
    if (element instanceof HTMLTableCellElement) look += ` ${element.cellIndex}`;
    for (const { name, value } of element.attributes)
      // Longer values are names and texts.
      if (colored.test(name) && (!name.startsWith('data-') || value.length < 36)) look += ` ${name}=${value}`;
    looks.set(element, look);
    return look;
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
  const first = new Map<string, Element>();
  for (const root of document.querySelectorAll(include))
    for (const element of [root, ...root.querySelectorAll('*')])
      if (hasText(element) && element.checkVisibility() && !first.has(lookOf(element)))
        first.set(lookOf(element), element);
  Object.assign(window, { differing: [...first.values()] });
  const where = `${matchMedia('(prefers-color-scheme: dark)').matches} ${innerWidth} ${location.pathname.split('/')[1]}`;
  const hash = (text: string): string => {
    // FNV-1a in two halves: a page has hundreds of looks of thousands of characters.
    let [low, high] = [0x811c9dc5, 0x01000193];
    for (let at = 0; at < text.length; at += 1) {
      low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
      high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
    }
    return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
  };
  return [...first.keys()].map((look) => hash(`${where}${look}`));
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
  expectAccessible(page, { ...part, rules: 'colors' });

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
