import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { RunningProgram } from '#tests/support/program.ts';
import { signUp } from './account-people.ts';
import { expect, test } from './journey.ts';

const BUDGET = 150_000;

/** What a browser that takes gzip transfers of these scripts. */
async function weights(urls: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const url of urls) {
    // `fetch` unpacks what it gets, and the server has its copies packed with the best there is.
    const body = Buffer.from(await (await fetch(url)).arrayBuffer());
    sizes.set(url, gzipSync(body, { level: 9 }).length);
  }
  return sizes;
}

/** A browser that has never been here and is signed in as the person of `page`, at Home with everything on it. */
async function coldHome(page: Page, program: RunningProgram): Promise<{ before: string[]; after: string[] }> {
  const browser = page.context().browser();
  const context = await browser!.newContext({ storageState: await page.context().storageState() });
  const cold = await context.newPage();
  await cold.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const drawn = document.querySelector('main h1')?.textContent?.startsWith('Welcome');
      if (!drawn || document.documentElement.dataset['drawn']) return;
      document.documentElement.dataset['drawn'] = String(performance.now());
    });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
  });
  await cold.goto(`${program.url}/dashboard`);
  await expect(cold.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  const scripts = () =>
    cold.evaluate(() => {
      const drawn = Number(document.documentElement.dataset['drawn']);
      const all = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      const of = (early: boolean) =>
        all.filter(({ startTime }) => startTime < drawn === early).map(({ name }) => name);
      return { before: of(true), after: of(false) };
    });
  // What comes behind the first view: the auth client, and what listens to the live stream.
  await expect.poll(async () => (await scripts()).after.length).toBeGreaterThan(1);
  const found = await scripts();
  await context.close();
  return found;
}

test('a cold Home is drawn with 150 kB of script', async ({ page, program }) => {
  await signUp(page, program, { name: 'Vera Rubin', email: 'vera@rotation.example' });
  await expect(page.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  const { before, after } = await coldHome(page, program);
  const sizes = await weights(before);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const list = [...sizes].map(([url, size]) => `${size} ${url}`).join('\n');
  expect(before.length, list).toBeGreaterThan(5);
  expect(total, list).toBeLessThanOrEqual(BUDGET);
  test
    .info()
    .annotations.push({ type: 'first load', description: `${total} bytes in ${before.length} files` });
  // The auth client is among what came later: nothing of this is a promise that is kept by loading nothing.
  const late = [...(await weights(after)).values()];
  expect(Math.max(...late)).toBeGreaterThan(15_000);
});

test('a session that was ended elsewhere meanwhile is found out, and the page is left', async ({
  page,
  program,
  browser,
}) => {
  const email = 'jocelyn@pulsar.example';
  await signUp(page, program, { name: 'Jocelyn Bell', email });
  const state = await page.context().storageState();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${program.url}/`);

  const context = await browser.newContext({ storageState: state });
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${program.url}/dashboard`);
  await elsewhere.waitForURL(`${program.url}/`);
  await expect(
    elsewhere.getByText('Your session has ended. Please sign in again.', { exact: true }),
  ).toBeVisible();
  expect(await elsewhere.evaluate(() => localStorage.getItem('bellwire.auth'))).toBeNull();
  await context.close();
});

test('a token that has run out is renewed before anything is shown', async ({ page, program }) => {
  await signUp(page, program, { name: 'Cecilia Payne', email: 'cecilia@stellar.example' });
  const before = await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}');
    localStorage.setItem('bellwire.auth', JSON.stringify({ ...kept, expires_at: 1 }));
    return String(kept.access_token);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Cecilia' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}').access_token))
    .not.toBe(before);
});

test('signing out at once works, before the client has come by itself', async ({ page, program }) => {
  await signUp(page, program, { name: 'Annie Cannon', email: 'annie@spectra.example' });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${program.url}/`);
  await expect(page.getByText("You've been successfully signed out.", { exact: true })).toBeVisible();
  await page.goto(`${program.url}/dashboard/alerts?state=sent#list`);
  await expect(page).toHaveURL(/\/signin\?next=/);
});

test('going back, one is where one was; another screen begins at its top; a load of the page stays', async ({
  page,
  program,
}) => {
  await page.setViewportSize({ width: 900, height: 400 });
  await signUp(page, program, { name: 'Henrietta Leavitt', email: 'henrietta@cepheid.example' });
  const at = () => page.evaluate(() => Math.round(scrollY));
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  await link('Plans').click();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(at).toBe(300);
  // Without the pointer: Playwright moves the page where a toast lies over what it wants to press.
  await link('Settings').dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  expect(await at()).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await expect.poll(at).toBe(300);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await expect.poll(at).toBe(300);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect.poll(at).toBe(0);
});

test('a screen whose file cannot be had says so in its place; the others are there, and a load of the page helps', async ({
  program,
  browser,
  page: signedUp,
}) => {
  await signUp(signedUp, program, { name: 'Maria Mitchell', email: 'maria@comet.example' });
  const state = await signedUp.context().storageState();
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Welcome, Maria' })).toBeVisible();
  const files = /\/_assets\/(team|activity|members)[^/]*\.js$/;
  await page.route(files, (route) => route.abort());
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Welcome, Maria' })).toBeVisible();
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await page.unroute(files);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await context.close();
});
