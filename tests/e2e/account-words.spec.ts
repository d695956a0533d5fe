import type { Page, Route } from '@playwright/test';
import { PASSWORD, signUp } from './account-people.ts';
import { expect, test } from './journey.ts';

/** The words of the account pages, to the letter: what is asked for, what is refused, what is done. */

/** One toast at a time: the newest stands alone. */
async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(description);
}

const says = (status: number, code: string, msg: string) => (route: Route) =>
  route.fulfill({ status, json: { code: status, error_code: code, msg } });
/** Holds a request until `go` is called. */
function held(): { wait: (route: Route) => Promise<void>; go: () => void } {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  return { wait: async (route) => gate.then(() => route.continue()), go: () => go() };
}

test('the sign-in page asks for what is missing, and says what is wrong', async ({ program, context }) => {
  // Refusals are part of this walk, so this page's console may tell of them.
  const page = await context.newPage();
  await page.goto(`${program.url}/signin`);
  const send = page.getByRole('button', { name: 'Sign In', exact: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign Up', exact: true })).toHaveAttribute('href', '/signup');
  await send.click();
  await expectToast(page, 'Email Required', 'Please provide your email to continue.');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.getByLabel('Email', { exact: true }).fill('nobody@desk.example');
  await send.click();
  await expectToast(page, 'Password Required', 'Please provide your password to continue.');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  // No rule of length here: whatever was typed is sent, and the server's own words come back.
  await page.getByLabel('Password', { exact: true }).fill('x');
  await send.click();
  await expectToast(page, 'Sign in failed', 'Invalid login credentials');
  await page.route('**/auth/v1/token*', (route) => route.abort());
  await send.click();
  await expectToast(
    page,
    'Sign in failed',
    'The server couldn’t be reached. Check your connection and try again.',
  );
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('x');
});

test('the sign-in form is there before its script: what is typed stays, and Enter is kept until then', async ({
  program,
  context,
}) => {
  // The refusal is part of this walk, so this page's console may tell of it.
  const page = await context.newPage();
  const scripts = held();
  await page.route('**/_assets/*.js', scripts.wait);
  await page.goto(`${program.url}/signin`, { waitUntil: 'commit' });
  const [email, password] = [
    page.getByLabel('Email', { exact: true }),
    page.getByLabel('Password', { exact: true }),
  ];
  const send = page.getByRole('button', { name: 'Sign In', exact: true });
  await email.fill('before-script@desk.example');
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page.locator('form[data-asked]')).toBeVisible();
  expect(page.url()).toBe(`${program.url}/signin`);
  scripts.go();
  await expectToast(page, 'Sign in failed', 'Invalid login credentials');
  await expect(send).toBeEnabled();
  await expect(email).toHaveValue('before-script@desk.example');
  await expect(password).toHaveValue(PASSWORD);

  // Signed-in people wait for the account area without seeing a form meanwhile.
  await page.unroute('**/_assets/*.js');
  await page.route('**/_assets/*.js', held().wait);
  await page.addInitScript(() => localStorage.setItem('bellwire.auth', '{}'));
  await page.goto(`${program.url}/signin`, { waitUntil: 'commit' });
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(email).toBeHidden();
});

test('the sign-in page in its other mode, asked for by the address', async ({ program, context }) => {
  const page = await context.newPage();
  await page.goto(`${program.url}/signin?action=signup`);
  const send = page.getByRole('button', { name: 'Create Account' });
  await expect(page.getByRole('heading', { level: 1, name: 'Create Your Free Trial Account' })).toBeVisible();
  await expect(page.getByText('14-day free trial')).toBeVisible();
  for (const [field, title, description, value] of [
    ['First name', 'First Name Required', 'Please provide your first name to continue.', 'Emmy'],
    ['Last name', 'Last Name Required', 'Please provide your last name to continue.', 'Noether'],
    ['Email', 'Email Required', 'Please provide your email to continue.', 'emmy@rings.example'],
    ['Password', 'Password Required', 'Please provide your password to continue.', PASSWORD],
  ] as const) {
    await send.click();
    await expectToast(page, title, description);
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
    await page.getByLabel(field, { exact: true }).fill(value);
  }
  await page.route(
    '**/auth/v1/signup*',
    says(422, 'signup_disabled', 'Signups not allowed for this instance'),
  );
  await send.click();
  await expectToast(page, 'Sign up failed', 'Signups not allowed for this instance');
  await page.unroute('**/auth/v1/signup*');

  const signUpHeld = held();
  await page.route('**/auth/v1/signup*', signUpHeld.wait);
  await send.click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  signUpHeld.go();
  await page.waitForURL('**/dashboard');
  await expectToast(
    page,
    'Account created!',
    'Your account has been created successfully. Please check your email for verification.',
  );

  // Back to the other mode by its toggle.
  const other = await (await context.browser()!.newContext()).newPage();
  await other.goto(`${program.url}/signin?action=signup`);
  await other.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
  await other.context().close();
});

test('the sign-up page: the terms, the checklist that only informs, and what the server refuses', async ({
  program,
  context,
}) => {
  const page = await context.newPage();
  await page.goto(`${program.url}/signup`);
  const send = page.getByRole('button', { name: 'Create Account' });
  await page.getByLabel('Full name').fill('Sophie Germain');
  await page.getByLabel('Email', { exact: true }).fill('sophie@primes.example');
  await page.getByLabel('Password', { exact: true }).fill('Aa!');
  const met = (label: string) => page.getByRole('listitem').filter({ hasText: label });
  await expect(met('Mixed case letters')).toContainText(': yes');
  await expect(met('Special characters')).toContainText(': yes');
  await expect(met('At least 8 characters')).toContainText(': not yet');
  await send.click();
  await expectToast(
    page,
    'Terms Agreement Required',
    'Please agree to the terms of service and privacy policy to continue.',
  );
  await page.getByLabel(/^Company/).check();
  await page.getByRole('checkbox').check();
  await send.click();
  await expect(page.getByText('Please provide the name of your company.')).toBeVisible();
  await expect(page.getByLabel('Company name')).toBeFocused();
  await page.getByLabel(/^Personal/).check();
  await expect(page.getByLabel('Company name')).toBeHidden();

  // Sent as it is: how strong a password must be is the server's to say.
  await send.click();
  await expectToast(page, 'Signup Failed', 'Password should be at least 6 characters');
  await page.route('**/auth/v1/signup*', says(422, 'user_already_exists', 'User already registered'));
  await send.click();
  await expectToast(page, 'Signup Failed', 'User already registered');
  // Where the answer has no words of the server.
  await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status: 429, body: '<h1>Not now</h1>' }));
  await send.click();
  await expectToast(page, 'Signup Failed', 'There was a problem creating your account.');
  await expect(page.getByLabel('Full name')).toHaveValue('Sophie Germain');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('sophie@primes.example');
});

test('signing in and out says so; where the server does not hear of it, that is said', async ({
  page,
  program,
  context,
}) => {
  await signUp(page, program, { name: 'Mary Somerville', email: 'mary@mechanism.example' });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${program.url}/`);
  await expectToast(page, 'Signed out', "You've been successfully signed out.");

  const again = await context.newPage();
  await again.goto(`${program.url}/signin`);
  await again.getByLabel('Email', { exact: true }).fill('mary@mechanism.example');
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const token = held();
  await again.route('**/auth/v1/token*', token.wait);
  await again.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(again.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  token.go();
  await again.waitForURL('**/dashboard');
  await expectToast(again, 'Signed in successfully', "Welcome back! You've successfully signed in.");

  await again.route('**/auth/v1/logout*', says(500, 'unexpected_failure', 'The disk is full.'));
  await again.getByRole('button', { name: 'Sign out', exact: true }).click();
  await again.waitForURL(`${program.url}/`);
  await expectToast(again, 'Error signing out', 'The disk is full.');
});
