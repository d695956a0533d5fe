import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { isDrawn } from '#tests/support/drawn.ts';
import { expectFits } from '#tests/support/fits.ts';
import { browserOf, type Person } from '#tests/support/screens/people.ts';
import { ACCOUNT_SCREENS, addressesOf, lists } from '#tests/support/screens/screens.ts';
import { type ApiState, takeApi } from '#tests/support/screens/states.ts';
import { expect, type OwnedProgram, test } from './journey.ts';

/**
 * Every screen of the registry in every state it can be in: it says so in a sentence, offers the way on, and nothing
 * breaks. A new screen is covered by its line in the registry. With everything in them all are looked at in each run;
 * the other states come from parts that screens share, so of each half the screens are drawn.
 */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

type Screen = { screen: string; path: string };
/** What the full workspace showed: the addresses, and each screen's words. */
let screens: Screen[] = [];
const words = new Map<string, string>();

/** Those that a run looks at in one of the other states. */
const drawn = (state: string) => screens.filter(({ screen }) => isDrawn(`${screen} ${state}`, 2));

/** A small phone, where nothing may be wider than it. */
const PHONE = { width: 320, height: 700 };
const DESK = { width: 1280, height: 900 };
/** So many tabs: while a screen of one waits, another tab works. */
const TABS = 3;
/** More than so much of the page moved when its data came is a jump, as Lighthouse counts it. */
const JUMP = 0.15;
/** Home is put together from the answers of many: there nothing moves at all. */
const STILL = 0.001;

const main = (page: Page) => page.getByRole('main');
const RETRY = { name: 'Try again' };
const retries = (page: Page) => main(page).getByRole('button', RETRY);

type Tab = {
  page: Page;
  /** What the console has said since the last screen. */
  complaints: string[];
  api: (state: ApiState) => void;
};

test.use({ configuration: 'people' });

/**
 * Goes through the screens in a few tabs, from one to the next as the account area itself does. What is wrong with one
 * is told with its name, and the others go on. The tabs share one clock and two cores, and can disturb each other: a
 * screen with a fault is looked at again alone, and what is wrong then is wrong with the screen.
 */
async function walk(
  {
    browser,
    program,
    person,
    api = 'well',
    clock = false,
    forgets = false,
  }: {
    browser: Browser;
    program: OwnedProgram;
    person: Person;
    api?: ApiState;
    /** The page's time can be moved on. */
    clock?: boolean;
    /** Nothing that another screen has loaded is left for the next one. */
    forgets?: boolean;
  },
  of: readonly Screen[],
  look: (tab: Tab, screen: Screen) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: DESK,
    storageState: await browserOf(program, person),
  });
  // One clock for all its pages, before the first of them.
  if (clock) await context.clock.install();
  type Faults = Map<Screen, string>;
  const work = async (left: Screen[], faults: Faults) => {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const isOfFrames = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
      if (message.type() === 'error' && !isOfFrames)
        complaints.push(`${message.text()} ${message.location().url}`);
    });
    const setApi = await takeApi(page, 'well');
    // A page that is none of them, for the frame to come with who asks.
    const arrive = async () => {
      setApi('well');
      await page.goto(`${program.url}/dashboard/none`);
      await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    };
    await arrive();
    for (let each = left.shift(); each; each = left.shift()) {
      try {
        if (forgets) await arrive();
        complaints.length = 0;
        setApi(api);
        await page.evaluate((path) => {
          // The screen before stays until the next one's script is there. Two of one component keep the heading's element.
          const heading = document.querySelector('main h1');
          heading?.setAttribute('data-before', heading.textContent);
          history.pushState(null, '', path);
          dispatchEvent(new PopStateEvent('popstate'));
        }, each.path);
        await page.waitForFunction(() => {
          const heading = document.querySelector('[data-before]');
          return heading === null || heading.getAttribute('data-before') !== heading.textContent;
        });
        await look({ page, complaints, api: setApi }, each);
        expect(complaints, 'the browser console').toEqual([]);
      } catch (error) {
        faults.set(each, error instanceof Error ? error.message : String(error));
      }
    }
    await page.close();
  };
  const left = [...of];
  const disturbed: Faults = new Map();
  await Promise.all(Array.from({ length: TABS }, () => work(left, disturbed)));
  for (const [{ screen }, fault] of disturbed) console.warn(`Looked at again: ${screen}: ${fault}`);
  const faults: Faults = new Map();
  if (disturbed.size > 0) await work([...disturbed.keys()], faults);
  await context.close();
  expect([...faults].map(([{ screen }, fault]) => `${screen}: ${fault}`).join('\n\n')).toBe('');
}

/** Has its heading, and nothing wider than a small phone. */
async function fits(page: Page): Promise<void> {
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectFits(page);
  await page.setViewportSize(DESK);
  // It has the new width when the page says so: what is measured next must not be the way there.
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(DESK.width);
}

/** Fits, and axe finds nothing. */
async function stands(page: Page): Promise<void> {
  await fits(page);
  // The frame around it is checked with every journey. A mail as it was sent is in a frame without scripts.
  await expectAccessible(page, { include: 'main' });
}

/** It has come to rest: nothing loads. */
async function settled(page: Page): Promise<void> {
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main(page).getByText('Loading...', { exact: true })).toHaveCount(0);
}

/** It says so; or it shows what it shows otherwise, as it needs nothing of the server. */
async function saysOr(
  page: Page,
  screen: string,
  says: Locator,
  meanwhile = async (): Promise<void> => undefined,
): Promise<void> {
  const read = async () => {
    await meanwhile();
    return (await says.count()) > 0 ? words.get(screen) : main(page).innerText();
  };
  await expect.poll(read, { message: 'it says what is wrong', intervals: [50] }).toBe(words.get(screen));
}

/** Its list is walked with j and k, its search is reached with /, and the help gives the focus back. */
async function obeysKeys(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const rows = main(page).locator('[data-row-link]');
  if ((await rows.count()) > 1) {
    await page.keyboard.press('j');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows.first()).toBeFocused();
  }
  const search = main(page).getByRole('searchbox');
  if ((await search.count()) === 0) return;
  await page.keyboard.press('/');
  await expect(search.first()).toBeFocused();
}

type Shifts = { sum: number; parts: string[] };

/** Runs in the page: adds up how much of it moves from here on, and notes which parts. */
async function watchShifts(): Promise<void> {
  // What was drawn for another width is none of it.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
  const shifts: Shifts = { sum: 0, parts: [] };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      shifts.sum += value;
      shifts.parts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? 'text'));
    }
  }).observe({ type: 'layout-shift' });
}

/** Runs in the page, once what has come is drawn. */
async function readShifts(): Promise<Shifts> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return (window as unknown as { shifts: Shifts }).shifts;
}

/** How long a screen that asks for data may take to say so. One that says nothing is looked at again, below. */
const SAYS_SO_MS = 2_500;
/** Screens that seemed to need nothing of the server, and showed something else when it had answered. */
const silent: Screen[] = [];

test('with everything in it: each has its shape while it loads, and stays where it is when its data comes', async ({
  browser,
  program,
}) => {
  const links = new Set<string>();
  const look = async ({ page, api }: Tab, each: Screen) => {
    const waits = await loading(page)
      .first()
      .waitFor({ timeout: SAYS_SO_MS })
      .then(
        () => true,
        () => false,
      );
    const before = waits ? null : await main(page).innerText();
    if (waits) await staysInPlace({ page, api }, each);
    api('well');
    await settled(page);
    await expect(main(page).getByRole('alert')).toHaveCount(0);
    const text = await main(page).innerText();
    words.set(each.screen, text);
    if (!waits && before !== text) silent.push(each);
    const hrefs = await main(page)
      .locator('a[href]')
      .evaluateAll((nodes) => nodes.map((node) => new URL((node as HTMLAnchorElement).href).pathname));
    for (const href of hrefs) links.add(href);
    await stands(page);
    await obeysKeys(page);
  };
  const who = { browser, program, person: 'full', api: 'slow' } as const;
  const first = addressesOf(lists(ACCOUNT_SCREENS), []);
  await walk(who, first, look);
  screens = addressesOf(ACCOUNT_SCREENS, [...links]);
  const ones = screens.filter(({ screen }) => !first.some((each) => each.screen === screen));
  await walk(who, ones, look);
  // Slow machines may say it late, and what another screen has loaded needn't load. What never says it fails here.
  await walk({ ...who, forgets: true }, silent, async (tab, each) => {
    await expect(loading(tab.page).first()).toBeVisible();
    await staysInPlace(tab, each);
  });
});

const loading = (page: Page) => main(page).getByRole('status').filter({ hasText: 'Loading...' });

/** A screen that waits for its data is accessible, and hardly moves when it comes. */
async function staysInPlace({ page, api }: Pick<Tab, 'page' | 'api'>, { screen }: Screen): Promise<void> {
  await (isDrawn(`${screen} loading`, 2) ? stands(page) : fits(page));
  await page.evaluate(watchShifts);
  api('well');
  await settled(page);
  const { sum, parts } = await page.evaluate(readShifts);
  expect(sum, `what jumped: ${parts.join('; ')}`).toBeLessThan(screen === '/dashboard' ? STILL : JUMP);
}

const FAILING = /Something went wrong on our side/;
const AWAY = /The server couldn’t be reached/;
test('while the API fails, and then is away: each says so, and is mended by a button', async ({
  browser,
  program,
}) => {
  const who = { browser, program, person: 'full', api: 'failing', clock: true, forgets: true } as const;
  await walk(who, drawn('failing'), async (tab, { screen }) => {
    const { page, complaints } = tab;
    const told = (says: RegExp) =>
      main(page)
        .getByRole('alert')
        .filter({ hasText: says, has: page.getByRole('button', RETRY) });
    // What fails is tried again twice, seconds later, before it counts as failed. The date stays: all tabs share the
    // clock, and on a slow machine it would soon be past the session's end.
    const later = async () => {
      await page.clock.runFor(1_000);
      await page.clock.setSystemTime(new Date());
    };
    await saysOr(page, screen, told(FAILING), later);
    await stands(page);
    if ((await told(FAILING).count()) > 0) {
      tab.api('away');
      await retries(page).first().click();
      await saysOr(page, screen, told(AWAY), later);
    }
    tab.api('well');
    // One button may mend what another offers as well. Pressed again it asks anew: a slow answer needs its time.
    await expect(async () => {
      for (const button of await retries(page).all())
        await button.click({ timeout: 500 }).catch(() => undefined);
      await expect(main(page).getByRole('alert')).toHaveCount(0, { timeout: 8_000 });
    }).toPass({ timeout: 40_000 });
    await settled(page);
    const others = complaints.filter((text) => !text.startsWith('Failed to load resource'));
    complaints.splice(0, complaints.length, ...others);
  });
});

/** Keeps what a page asks until it is let go, one by one, that one of the waiting paths which `next` names. */
async function holdAnswers(page: Page) {
  const held = new Map<string, () => void>();
  await page.route('**/api/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.endsWith('/stream')) await new Promise<void>((resolve) => held.set(pathname, resolve));
    await route.continue();
  });
  return async (next: (paths: string[]) => string | undefined): Promise<boolean> => {
    const path = next([...held.keys()].sort());
    if (path === undefined) return false;
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
    held.get(path)?.();
    held.delete(path);
    await answered;
    return true;
  };
}

const ORDERS = {
  'from first to last': (paths: string[]) => paths[0],
  'from last to first': (paths: string[]) => paths.at(-1),
};
/** Each has other parts. Whether one waits for another doesn't depend on whose they are: of most the worse order is enough. */
const HOMES: [person: Person, orders: (keyof typeof ORDERS)[]][] = [
  ['full', ['from first to last', 'from last to first']],
  ['empty', ['from last to first']],
  ['grace', ['from last to first']],
  ['spent', ['from last to first']],
];
for (const [person, orders] of HOMES)
  test(`Home of ${person}, in whatever order its answers come: nothing moves`, async ({
    browser,
    program,
  }) => {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: DESK,
      storageState: await browserOf(program, person),
    });
    const last = (page: Page) => page.getByRole('region', { name: 'System notifications' });
    const hasCome = async (page: Page, timeout: number) => {
      await expect(last(page)).toBeVisible({ timeout });
      await expect(main(page).getByText('Loading...', { exact: true })).toHaveCount(0, { timeout });
    };
    // What a browser knows after a first visit, such as that the plan has run out.
    const first = await context.newPage();
    await first.goto(`${program.url}/dashboard`);
    await hasCome(first, 30_000);
    await first.close();
    for (const order of orders) {
      const next = ORDERS[order];
      const page = await context.newPage();
      const release = await holdAnswers(page);
      await page.goto(`${program.url}/dashboard`);
      await expect(main(page).getByRole('heading', { name: 'Welcome' })).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(watchShifts);
      await expect(async () => {
        while (await release(next)) await page.evaluate(readShifts);
        await hasCome(page, 500);
      }).toPass();
      const { sum, parts } = await page.evaluate(readShifts);
      expect(sum, `what jumped ${order}: ${parts.join('; ')}`).toBeLessThan(STILL);
      await page.close();
    }
    await context.close();
  });

/** What would be refused in a read-only workspace: it is disabled, with the reason. */
const REFUSED: Record<string, string[]> = {
  '/dashboard': ['Start Trial Run'],
  '/dashboard/rules': ['Import'],
  '/dashboard/rules/new': ['Save and turn on', 'Save as paused'],
  '/dashboard/rules/watchlists': ['New watchlist'],
  '/dashboard/rules/outside': ['New webhook', 'New news rule', 'New calendar rule'],
  '/dashboard/feeds': ['Watch', 'Add'],
  '/dashboard/calendar': ['Add'],
  '/dashboard/documents': ['New folder', 'Upload'],
  '/dashboard/team': ['Send invitation'],
};
async function refuses(page: Page, screen: string): Promise<void> {
  const buttons = REFUSED[screen];
  if (!buttons) return fits(page);
  for (const name of buttons) {
    const button = main(page).getByRole('button', { name, exact: true }).first();
    await expect(button, name).toBeVisible();
    await expect(button, name).toBeDisabled();
  }
  if (screen === '/dashboard/rules')
    await expect(
      main(page)
        .getByRole('checkbox', { name: /^Select / })
        .first(),
    ).toBeDisabled();
  else await expect(main(page).getByText('Not while the workspace is read-only.').first()).toBeVisible();
  await stands(page);
}

const PEOPLE: { person: Person; check: (page: Page, screen: string) => Promise<void>; notice?: RegExp }[] = [
  { person: 'empty', check: stands },
  // What the full workspace has, without the buttons.
  { person: 'viewer', check: fits },
  // What the empty one has, with some of it disabled.
  { person: 'readonly', check: refuses, notice: /This workspace is read-only\. Nothing is sent/ },
];
for (const { person, check, notice } of PEOPLE)
  test(`for somebody whose workspace is ${person}`, async ({ browser, program }) => {
    const refusing = screens.filter(({ screen }) => person === 'readonly' && screen in REFUSED);
    const seen = new Set<string>();
    await walk(
      { browser, program, person },
      [...new Set([...drawn(person), ...refusing])],
      async ({ page, complaints }, { screen }) => {
        await settled(page);
        if (notice)
          await expect(page.getByRole('complementary', { name: 'Your plan' })).toContainText(notice);
        await check(page, screen);
        seen.add(screen);
        // What belongs to another workspace is not there, which the browser calls an error.
        const isAnothers = screen.includes(':') && person !== 'viewer';
        if (isAnothers)
          complaints.splice(0, complaints.length, ...complaints.filter((text) => !/\b404\b/.test(text)));
      },
    );
    if (person === 'readonly') expect([...seen]).toEqual(expect.arrayContaining(Object.keys(REFUSED)));
  });

test('while nobody knows who asks: the frame says so, and mends', async ({ browser, program }) => {
  const context = await browser.newContext({ storageState: await browserOf(program, 'full') });
  const page = await context.newPage();
  const api = await takeApi(page, 'failing', { all: true });
  await page.goto(`${program.url}/dashboard/checkout?plan=pro`);
  await expect(page.getByRole('heading', { name: 'Your workspace couldn’t be loaded' })).toBeVisible();
  await stands(page);
  api('well');
  await retries(page).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await context.close();
});

test('without a network: it is said, what was not loaded waits, and all goes on with it', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ storageState: await browserOf(program, 'full') });
  const page = await context.newPage();
  await page.goto(`${program.url}/dashboard/feedback`);
  await expect(page.getByRole('heading', { name: 'Feedback' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByRole('heading', { name: 'This screen needs the network' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/alerts$/);
  await context.setOffline(false);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await context.close();
});
