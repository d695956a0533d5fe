import type { Page } from '@playwright/test';
import { fillIntake, LEAD } from '../intake-fill.ts';
import { expect, siteTest as test } from '../journey.ts';
import { entered } from '../signed-in.ts';

// Pages that are drawn ahead of the click, and pages that the browser keeps for going back to. The browser of the
// journeys does neither, so it is told what such a browser tells: that a page is drawn ahead and then shown, and that a
// page is shown again as it was left.
const drawAhead = (page: Page) =>
  page.addInitScript(() => {
    let ahead = true;
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => ahead });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (ahead ? 'hidden' : 'visible'),
    });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ahead });
    Reflect.set(window, 'show', () => {
      ahead = false;
      document.dispatchEvent(new Event('prerenderingchange'));
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  });
const show = (page: Page) => page.evaluate(() => (Reflect.get(window, 'show') as () => void)());
const showAgain = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

const header = (page: Page) => page.getByRole('banner');
const signedIn = (page: Page) => header(page).getByRole('link', { name: 'Dashboard' });
const signedOut = (page: Page) => header(page).getByRole('link', { name: 'Contact Us' });
const keepSession = (page: Page, kept: boolean) =>
  page.evaluate((now) => {
    if (now) localStorage.setItem('bellwire.auth', '{}');
    else localStorage.removeItem('bellwire.auth');
  }, kept);

test('a page drawn ahead says and shows nothing of its own until it is seen', async ({ page, program }) => {
  await drawAhead(page);
  await page.clock.install();
  await page.goto(`${program.url}/`, { waitUntil: 'networkidle' });
  // Its scripts are there, and nothing plays that nobody sees.
  const drawn = () => page.locator('[data-hero="chart"]').evaluate((chart) => chart.outerHTML);
  const before = await drawn();
  await page.clock.runFor(600);
  expect(await drawn()).toBe(before);

  // Meanwhile, on the page that is still seen, somebody signs in and a toast is left for the next.
  await keepSession(page, true);
  await page.evaluate(() => sessionStorage.setItem('bellwire.toast', '{"title":"Signed in successfully"}'));
  await page.clock.runFor(200);
  await expect(page.getByText('Signed in successfully')).toHaveCount(0);
  await expect(signedOut(page)).toBeVisible();
  await show(page);
  await expect(page.getByText('Signed in successfully', { exact: true })).toBeVisible();
  await expect(signedIn(page)).toBeVisible();
  await expect(signedOut(page)).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem('bellwire.toast'))).toBeNull();
  // The animation starts once it is visible.
  await expect.poll(drawn).not.toBe(before);
  await keepSession(page, false);
});

test('a page that is gone back to knows who has signed in or out since', async ({ page, program }) => {
  await page.goto(`${program.url}/about`);
  await expect(signedOut(page)).toBeVisible();
  for (const kept of [true, false]) {
    await keepSession(page, kept);
    await showAgain(page);
    await expect(kept ? signedIn(page) : signedOut(page)).toBeVisible();
    await expect(kept ? signedOut(page) : signedIn(page)).toBeHidden();
  }
});

test('the account area that was left by signing out, or by another page, does not stand there again', async ({
  page,
  program,
}) => {
  await entered(page, program, { name: 'Jocelyn Bell', email: 'jocelyn@going-back.example' });
  // What it asked for after the person is gone would be refused, and complained of.
  await expect(page.getByRole('region', { name: 'System notifications' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);
  // As it was: nothing is loaded anew.
  const left: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()));
  await showAgain(page);
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect(left).toEqual([]);
  // Signed out elsewhere while it was kept. A frozen page hears of nothing, so both happen in one step: the client,
  // which comes behind the first view, would otherwise notice in between and leave for the landing page.
  await page.evaluate(() => {
    localStorage.removeItem('bellwire.auth');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.waitForURL('**/signin');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
});

for (const [name, form] of Object.entries({
  intake: {
    path: '/#intake',
    island: 'form[data-form="intake"][data-live]',
    call: '**/rest/v1/leads',
    type: (page: Page) => fillIntake(page),
    busy: 'Submitting...',
    send: 'Request a Plan',
    typed: [
      ['Company name', 'Delta Desk'],
      ['Contact email', LEAD.email],
    ],
  },
  contact: {
    path: '/contact',
    island: 'form[data-form="contact"][data-live]',
    call: '**/api/v1/contact',
    type: async (page: Page) => {
      for (const [label, text] of [
        ['Name', 'Ada Byron'],
        ['Email', 'ada@going-back.example'],
        ['Subject', 'A question'],
        ['Message', 'Going back.'],
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(text);
    },
    busy: 'Sending...',
    send: 'Send Message',
    typed: [
      ['Name', 'Ada Byron'],
      ['Message', 'Going back.'],
    ],
  },
} as const))
  test(`the ${name} form that was left while it was sent can be sent when one comes back`, async ({
    page,
    program,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Never answered.
    await page.route(form.call, () => undefined);
    await page.goto(`${program.url}${form.path}`);
    await expect(page.locator(form.island)).toHaveCount(1);
    await form.type(page);
    await page.getByRole('button', { name: form.send }).click();
    await expect(page.getByRole('button', { name: form.busy })).toBeDisabled();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.waitForURL('**/terms');
    await page.goBack();
    await expect(page.locator(form.island)).toHaveCount(1);
    await expect(page.getByRole('button', { name: form.send })).toBeEnabled();
    await expect(page.getByRole('button', { name: form.busy })).toHaveCount(0);
    for (const [label, text] of form.typed)
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  });
