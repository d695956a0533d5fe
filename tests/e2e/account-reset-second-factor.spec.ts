import { mailedLink } from './account-mail.ts';
import { addApp, codeOf, confirmAddress, signOut } from './account-people.ts';
import { expect, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

const email = 'karen@harbour.example';
const NEXT_PASSWORD = 'battery staple 2?';

test('a new password by mail is set only with the second factor', async ({ page, program }) => {
  await signedIn(page, program, { name: 'Karen Jones', email });
  await confirmAddress(page, program, email);
  const secret = await addApp(page, program);
  await signOut(page, program);
  await page.goto(`${program.url}/forgot-password`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.goto(await mailedLink(program, email, { subject: /new password/, page: '/reset-password' }));
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  // Half a session is none: the account area asks for the same.
  await page.goto(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.goto(`${program.url}/reset-password`);
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.getByLabel('Code').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible();
  await page.getByRole('link', { name: 'Open your dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Karen' })).toBeVisible();
});
