import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from './journey.ts';

const PASSWORD = 'correct horse 1!';
const email = 'hedy@harbour.example';

test('see the devices, sign one out, take the data along, delete the account', async ({
  page,
  program,
  browser,
}) => {
  await page.goto(`${program.url}/signup`);
  await page.getByLabel('Full name').fill('Hedy');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${program.url}/signin`);
  await elsewhere.getByLabel('Email', { exact: true }).fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Sign In' }).click();
  await elsewhere.waitForURL('**/dashboard');

  await page.goto(`${program.url}/dashboard/settings`);
  const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(page.getByText('Account opened')).toBeVisible();
  await expectAccessible(page);
  await devices.getByRole('button', { name: /^Sign out / }).click();
  await expect(devices).toHaveCount(1);
  // Its stream ends with the session, and so it leaves by itself.
  await expect(elsewhere).toHaveURL(`${program.url}/`);
  await elsewhere.context().close();

  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ user: { email } });

  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL(`${program.url}/`);
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible();
});
