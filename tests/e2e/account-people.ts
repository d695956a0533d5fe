import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { RunningProgram } from '#tests/support/program.ts';
import { mailedLink } from './account-mail.ts';
import { expect } from './journey.ts';

import { PASSWORD } from './signed-in.ts';

export { PASSWORD };

/** Opens an account on /signup and arrives in the account area. */
export async function signUp(
  page: Page,
  program: RunningProgram,
  person: { name: string; email: string },
): Promise<void> {
  await page.goto(`${program.url}/signup`);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible();
}

/** Presses the button that the confirmation mail leads to, and goes on to the account area. */
export async function confirmAddress(page: Page, program: RunningProgram, email: string): Promise<void> {
  await page.goto(await mailedLink(program, email, { subject: /^Confirm/, page: '/confirm' }));
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.goto(`${program.url}/dashboard`);
}

/** Fills the sign-in form in and sends it; what comes then is the test's. */
export async function signIn(page: Page, program: RunningProgram, email: string): Promise<void> {
  await page.goto(`${program.url}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function signOut(page: Page, program: RunningProgram): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${program.url}/`);
}

/** Turns two-factor authentication on in the settings. @returns the app's key */
export async function addApp(page: Page, program: RunningProgram): Promise<string> {
  await page.goto(`${program.url}/dashboard/settings`);
  await page.getByRole('button', { name: 'Two-Factor Authentication' }).click();
  const secret = (await page.locator('[data-secret]').getAttribute('data-secret')) ?? '';
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Two-factor authentication is on', { exact: true })).toBeVisible();
  return secret;
}

/** The code of a key; `ahead` in steps of 30 s, as no code is taken twice and one step of clock drift is allowed. */
export function codeOf(secret: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });
}
