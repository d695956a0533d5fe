import type { Page } from '@playwright/test';
import { signUp } from '../account-people.ts';
import { expect, test } from '../journey.ts';

// Pages that the browser keeps for going back to. The browser of the journeys keeps none, so it is told what such a
// browser tells: that a page is shown again as it was left.
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
  await signUp(page, program, { name: 'Jocelyn Bell', email: 'jocelyn@going-back.example' });
  await expect(page.getByRole('heading', { name: 'Welcome, Jocelyn' })).toBeVisible();
  // As it was: nothing is loaded anew.
  await page.evaluate(() => Reflect.set(window, 'same', true));
  await showAgain(page);
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => Reflect.get(window, 'same'))).toBe(true);
  // Signed out elsewhere while it was kept: a frozen page hears of nothing.
  await page.evaluate(() => Storage.prototype.removeItem.call(localStorage, 'bellwire.auth'));
  await showAgain(page);
  await page.waitForURL('**/signin');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
});

test('the contact form that was left while it was sent can be sent when one comes back', async ({
  page,
  program,
}) => {
  // Never answered.
  await page.route('**/api/v1/contact', () => undefined);
  await page.goto(`${program.url}/contact`);
  const island = page.locator('astro-island:not([ssr]):has([data-form="contact"])');
  await expect(island).toHaveCount(1);
  const typed = {
    Name: 'Ada Byron',
    Email: 'ada@going-back.example',
    Subject: 'A question',
    Message: 'Going back.',
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.waitForURL('**/terms');
  await page.goBack();
  await expect(island).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Sending...' })).toHaveCount(0);
  for (const [label, text] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
});
