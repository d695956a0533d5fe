import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from './journey.ts';

const person = { name: 'Ida Rhodes', email: 'ida@harbour.example', password: 'correct horse 1!' };
const NEXT_PASSWORD = 'battery staple 2?';

/** The code of a key; `ahead` in steps of 30 s, as no code is taken twice and one step of clock drift is allowed. */
function codeOf(secret: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });
}

async function signIn(page: Page, url: string, password: string): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a password changed elsewhere ends this session; a second factor is asked for wherever one enters', async ({
  page,
  program,
  browser,
}) => {
  await page.goto(`${program.url}/signin?action=signup`);
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Rhodes');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');

  // Another browser, whose console may complain: it is refused on purpose.
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, program.url, person.password);
  await elsewhere.waitForURL('**/dashboard');
  await expect(elsewhere.getByText('Signed in successfully', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByLabel('First name').fill('Augusta');
  await page.getByLabel('Company').fill('Bureau of Standards');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password updated', { exact: true })).toBeVisible();

  // Its stream ends with the session, and so it leaves by itself.
  await expect(elsewhere).toHaveURL(`${program.url}/`);
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
  await expect(page.getByLabel('Company')).toHaveValue('Bureau of Standards');

  await page.getByRole('button', { name: 'Two-Factor Authentication' }).click();
  const qr = page.getByAltText('QR code of the key below');
  await expect(qr).toBeVisible();
  expect(await qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await page.locator('[data-secret]').getAttribute('data-secret')) ?? '';
  await expectAccessible(page);
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Two-factor authentication is on', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();

  await signIn(elsewhere, program.url, NEXT_PASSWORD);
  await expect(elsewhere.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  // The account area asks for the same; nothing of it is shown before.
  await elsewhere.goto(`${program.url}/dashboard/settings`);
  await expect(elsewhere.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(elsewhere.getByRole('heading', { name: 'Settings' })).toBeHidden();
  await elsewhere.getByLabel('Code').fill('12345');
  await elsewhere.getByRole('button', { name: 'Verify' }).click();
  await expect(elsewhere.getByText('Enter the six digits that your authenticator app shows.')).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Use another account' }).click();
  await elsewhere.waitForURL('**/signin?next=*');
  await elsewhere.getByLabel('Email', { exact: true }).fill(person.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(NEXT_PASSWORD);
  await elsewhere.getByRole('button', { name: 'Sign In' }).click();
  await elsewhere.getByLabel('Code').fill(codeOf(secret, 1));
  await elsewhere.getByRole('button', { name: 'Verify' }).click();
  await elsewhere.waitForURL('**/dashboard/settings');
  await expect(elsewhere.getByText('Signed in successfully', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor authentication is off', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Two-Factor Authentication' })).toBeVisible();
  await elsewhere.context().close();
});
