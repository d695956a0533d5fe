import { expectAccessible } from '#tests/support/axe.ts';
import { mailedLink } from './account-mail.ts';
import { confirmAddress, signIn, signOut } from './account-people.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { SERVICE_KEY } from './programs.ts';
import { signedIn } from './signed-in.ts';

const ask = (program: OwnedProgram, path: string, body: object, key = 'anybody') =>
  fetch(`${program.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });

test('a change of address is made when the links in both mails have been used', async ({ page, program }) => {
  const before = 'rosa@harbour.example';
  const after = 'rosa@quay.example';
  await signedIn(page, program, { name: 'Rosa Peters', email: before });
  await confirmAddress(page, program, before);
  await page.goto(`${program.url}/dashboard/settings`);
  await page.getByLabel('Email', { exact: true }).fill(after);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();
  await expect(page.getByText(`Changing to ${after}`)).toBeVisible();

  await page.goto(await mailedLink(program, after, { subject: /new email address/, page: '/confirm' }));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'One email to go' })).toBeVisible();
  await page.goto(`${program.url}/dashboard/settings`);
  await expect(page.getByText(`Changing to ${after}`)).toBeVisible();

  await page.goto(await mailedLink(program, before, { subject: /change of your email/, page: '/confirm' }));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Open your dashboard' }).click();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(after);
  await expect(page.getByText('Changing to')).toBeHidden();
  await signOut(page, program);
  await signIn(page, program, after);
  await page.waitForURL('**/dashboard');
});

test('an address that was never confirmed is not asked', async ({ page, program }) => {
  const after = 'vera@quay.example';
  await signedIn(page, program, { name: 'Vera Rubin', email: 'vera@harbor.example' });
  await page.goto(`${program.url}/dashboard/settings`);
  await page.getByLabel('Email', { exact: true }).fill(after);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('open the link in the email to it.')).toBeVisible();
  await page.goto(await mailedLink(program, after, { subject: /new email address/, page: '/confirm' }));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.goto(`${program.url}/dashboard/settings`);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(after);
});

test('a mailed sign-in link signs in once, when its button is pressed', async ({
  page,
  program,
  browser,
}) => {
  const email = 'lise@harbour.example';
  await signedIn(page, program, { name: 'Lise Meitner', email });
  await confirmAddress(page, program, email);
  await signOut(page, program);
  expect((await ask(program, '/otp', { email, create_user: false })).status).toBe(200);
  const link = await mailedLink(program, email, { subject: /sign-in link/, page: '/confirm' });
  // A scanner opens it: nothing is spent.
  await (await fetch(link)).text();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Sign in by email' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Signed in successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Lise' })).toBeVisible();

  // Somewhere else, where the console may tell of the refusal.
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(
    elsewhere.getByRole('heading', { name: 'This link has expired or was used before' }),
  ).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Sign In', exact: true }).click();
  await elsewhere.waitForURL('**/signin');
  await elsewhere.context().close();
});

test('an invited person accepts, chooses a password, and is signed in', async ({ page, program }) => {
  const email = 'emmy@harbour.example';
  expect((await ask(program, '/invite', { email, data: { first_name: 'Emmy' } }, SERVICE_KEY)).status).toBe(
    200,
  );
  await page.goto(await mailedLink(program, email, { subject: /invited/, page: '/confirm' }));
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL('**/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('correct horse 1!');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.getByRole('link', { name: 'Open your dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Emmy' })).toBeVisible();
  await signOut(page, program);
  await signIn(page, program, email);
  await page.waitForURL('**/dashboard');
});
