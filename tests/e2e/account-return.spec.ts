import { createClient } from '@supabase/supabase-js';
import { mailedLink } from './account-mail.ts';
import { PASSWORD, signUp } from './account-people.ts';
import type { RunningProgram } from '#tests/support/program.ts';
import { expect, test } from './journey.ts';

// Links of the contract's own kind, as other clients mail them: the server spends them and sends back to the site.
const THANKS = 'Thank you. Alerts can reach you now.';

async function openedLink(program: RunningProgram, email: string): Promise<string> {
  const ours = new URL(await mailedLink(program, email, { subject: /^Confirm/, page: '/confirm' }));
  const link = new URL('/auth/v1/verify', program.url);
  link.searchParams.set('token', ours.searchParams.get('token_hash') ?? '');
  link.searchParams.set('type', 'signup');
  link.searchParams.set('redirect_to', `${program.url}/dashboard`);
  return link.href;
}

test('back with a code, in the browser that signed up', async ({ page, program, browser }) => {
  const email = 'maria@harbour.example';
  await signUp(page, program, { name: 'Maria Agnesi', email });
  const link = await openedLink(program, email);
  const [arrival] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/dashboard?code=')),
    page.goto(link),
  ]);
  expect(arrival.url()).toContain('code=');
  await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText(THANKS, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Welcome, Maria' })).toBeVisible();

  // Used again, somewhere else: it says so, and asks to sign in.
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await elsewhere.waitForURL('**/signin');
  await expect(
    elsewhere.getByText('This link has expired or was used before', { exact: true }),
  ).toBeVisible();
  await elsewhere.context().close();
});

test('back with a code, in another browser: the address is confirmed, and one signs in', async ({
  page,
  program,
  browser,
}) => {
  const email = 'sofia@harbour.example';
  await signUp(page, program, { name: 'Sofia Kovalevskaya', email });
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(await openedLink(program, email));
  await elsewhere.waitForURL('**/signin');
  await expect(elsewhere.getByText('Email confirmed', { exact: true })).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await elsewhere.context().close();
  const { user } = await page.evaluate(() => JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}'));
  expect(user.email).toBe(email);
});

test('back with a session in the hash, signed out', async ({ page, program }) => {
  const email = 'hypatia@harbour.example';
  const other = createClient(program.url, 'any', { auth: { flowType: 'implicit', persistSession: false } });
  const options = { data: { first_name: 'Hypatia' } };
  expect((await other.auth.signUp({ email, password: PASSWORD, options })).error).toBeNull();
  await page.goto(await openedLink(program, email));
  await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText(THANKS, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Hypatia' })).toBeVisible();
  expect(page.url()).not.toContain('access_token');
});

test('a session in the hash puts nobody into another account', async ({ page, program }) => {
  await signUp(page, program, { name: 'Dorothy Vaughan', email: 'dorothy@harbour.example' });
  const email = 'mallory@harbour.example';
  const other = createClient(program.url, 'any', { auth: { flowType: 'implicit', persistSession: false } });
  expect((await other.auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  await page.goto(await openedLink(program, email));
  await expect(page.getByRole('heading', { name: 'Welcome, Dorothy' })).toBeVisible();
  expect(page.url()).not.toContain('access_token');
});
