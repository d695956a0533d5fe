import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type OwnedProgram, startOwnedProgram } from '#tests/support/owned-program.ts';
import { browserOf, makePeople, type Person } from '#tests/support/screens/people.ts';
import {
  ACCOUNT_SCREENS,
  addressesOf,
  CONSOLE_SCREENS,
  DEMO_SCREENS,
  lists,
} from '#tests/support/screens/screens.ts';
import { SCREEN_STATES, type ScreenState, takeApi } from '#tests/support/screens/states.ts';
import type { Camera } from './camera.ts';

type StateName = keyof typeof SCREEN_STATES | 'demo' | 'console';
export const STATE_NAMES = [...Object.keys(SCREEN_STATES), 'demo', 'console'] as StateName[];

/** Screens of the account area in each state asked for, of the demo and of the console: of a program with people in it. */
export async function shootAccount(
  browser: Browser,
  camera: Camera,
  states: readonly StateName[],
  isWanted: (path: string) => boolean,
): Promise<void> {
  // The demo's replay costs time that nobody else's pictures need.
  const program = await startOwnedProgram(states.includes('demo') ? { DEMO: 'on', DEMO_EVERY: '4' } : {});
  try {
    await makePeople(program);
    for (const state of states) {
      const { screens, person, api } = sceneOf(state);
      const context = await open(browser, program, person);
      const looker = await context.newPage();
      const links = await linksOf(looker, program.url, screens);
      for (const { screen, path } of addressesOf(screens, links).filter(({ screen: each }) =>
        isWanted(each),
      )) {
        const page = camera.watch(await context.newPage());
        if (api) await takeApi(page, api);
        await page.goto(`${program.url}${path}`, { waitUntil: 'load' });
        if (api !== 'slow') await loaded(page);
        await camera.take(page, `${state}${screen.replaceAll(/[/:]+/g, '-')}`, settle);
        await page.close();
      }
      await context.close();
    }
  } finally {
    await program.stop();
  }
}

function sceneOf(state: StateName): {
  screens: readonly string[];
  person: Person | null;
  api?: ScreenState['api'];
} {
  if (state === 'demo') return { screens: DEMO_SCREENS, person: null };
  if (state === 'console') return { screens: CONSOLE_SCREENS, person: 'operator' };
  const { person, api }: ScreenState = SCREEN_STATES[state];
  return { screens: ACCOUNT_SCREENS, person, ...(api ? { api } : {}) };
}

async function open(browser: Browser, program: OwnedProgram, person: Person | null): Promise<BrowserContext> {
  return browser.newContext({
    reducedMotion: 'reduce',
    ...(person ? { storageState: await browserOf(program, person) } : {}),
  });
}

/** Where the lists of these screens lead to. */
async function linksOf(page: Page, url: string, screens: readonly string[]): Promise<string[]> {
  const links = new Set<string>();
  if (lists(screens).length === screens.length) return [];
  for (const screen of lists(screens)) {
    await page.goto(`${url}${screen}`, { waitUntil: 'load' });
    await page
      .locator('main a[href]')
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => undefined);
    await page.waitForTimeout(500);
    const hrefs = await page
      .locator('main a[href]')
      .evaluateAll((nodes) => nodes.map((node) => new URL((node as HTMLAnchorElement).href).pathname));
    for (const href of hrefs) links.add(href);
  }
  return [...links];
}

/** What failed is asked twice more before it is said. */
async function loaded(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ timeout: 15_000 });
  await page
    .waitForFunction(() => !document.querySelector('main')?.innerText.includes('Loading...'), null, {
      timeout: 15_000,
    })
    .catch(() => undefined);
}

/** The account area keeps a stream open: it never falls silent. Charts follow a new width within a frame or two. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(120);
}
