import { expectAccessible } from '#tests/support/axe.ts';
import { mailedLink } from './account-mail.ts';
import { expect, test } from './journey.ts';

test.use({ configuration: 'confirmed first' });

const PASSWORD = 'correct horse 1!';

test('must confirm first: by the email, whose recipient can also remove an account they didn’t open', async ({
  program,
  context,
}) => {
  // Refusals are part of this walk, so this page's console may tell of them.
  const page = await context.newPage();
  const signUp = async (name: string, email: string) => {
    await page.goto(`${program.url}/signup`);
    await page.getByLabel('Full name').fill(name);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(page.getByText('Account created!', { exact: true })).toBeVisible();
    // Whether a mail goes out would tell who has an account.
    await expect(page.getByRole('main')).toContainText(`If ${email} isn’t confirmed yet, we’re sending`);
  };
  const signIn = async (email: string) => {
    await page.goto(`${program.url}/signin`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };

  await signUp('Mary Somerville', 'mary@harbour.example');
  await expectAccessible(page);
  // A job opens the account, so that the answer to a sign-up tells nobody who has one.
  await mailedLink(program, 'mary@harbour.example', { subject: /^Confirm/, page: '/confirm' });
  await signIn('mary@harbour.example');
  await expect(page.getByText('Sign in failed', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('mary@harbour.example isn’t confirmed yet. Open');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  // Too soon after the first: it says so, and when.
  await expect(page.getByText(/only request this after \d+ seconds\.$/).first()).toBeVisible();

  const link = await mailedLink(program, 'mary@harbour.example', { subject: /^Confirm/, page: '/confirm' });
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Open your dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Mary' })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(page.getByRole('heading', { name: 'This link has expired or was used before' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email me a new link' })).toBeVisible();
  await page.goto(`${program.url}/dashboard`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${program.url}/`);

  await signUp('Not Me', 'stranger@harbour.example');
  await page.goto(
    await mailedLink(program, 'stranger@harbour.example', { subject: /^Confirm/, page: '/not-me' }),
  );
  await page.getByRole('button', { name: 'Remove this account' }).click();
  await expect(page.getByRole('heading', { name: 'The account is gone' })).toBeVisible();
  await signIn('stranger@harbour.example');
  await expect(page.getByText('Invalid login credentials', { exact: true })).toBeVisible();
});
