import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { mailedLink } from './account-mail.ts';
import { expect, test } from './journey.ts';

const person = { email: 'grace@harbour.example', password: 'correct horse 1!', next: 'battery staple 2?' };

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('confirm by the mailed link, forget the password, choose another, sign in with it', async ({
  page,
  program,
}) => {
  await page.goto(`${program.url}/signup`);
  await page.evaluate(() =>
    localStorage.setItem(
      'bellwire.lead',
      JSON.stringify({ name: 'Grace Brewster Hopper', email: 'grace@harbour.example' }),
    ),
  );
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Grace Brewster Hopper');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Terms Agreement Required', { exact: true })).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Account created!', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('bellwire.lead'))).toBeNull();

  await page.goto(await mailedLink(program, person.email, { subject: /^Confirm/, page: '/confirm' }));
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Open your dashboard' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${program.url}/`);
  await expect(page.getByText("You've been successfully signed out.", { exact: true })).toBeVisible();

  await page.goto(`${program.url}/dashboard/settings?from=mail`);
  await page.waitForURL('**/signin?next=*');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const reset = await mailedLink(program, person.email, { subject: /password/i, page: '/reset-password' });
  await page.goto(reset);
  await expectAccessible(page);
  await page.getByLabel('New password', { exact: true }).fill(person.next);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible();
  await page.getByRole('link', { name: 'Open your dashboard' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${program.url}/`);

  await page.goto(`${program.url}/dashboard/settings?from=mail`);
  await page.waitForURL('**/signin?next=*');
  await signIn(page, person.next);
  await page.waitForURL('**/dashboard/settings?from=mail');
  await expect(page.getByText("Welcome back! You've successfully signed in.", { exact: true })).toBeVisible();

  // A second tab and a reload keep the session; signing out in one tab signs out the other.
  const other = await page.context().newPage();
  await other.goto(`${program.url}/dashboard`);
  await expect(other.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.bringToFront();
  // What the client looks at its session again for, and says SIGNED_IN once more.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page).toHaveURL(/\/dashboard\/settings\?from=mail$/);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(other).toHaveURL(`${program.url}/`);
  await other.close();
});
