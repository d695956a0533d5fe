import { expect, test } from './journey.ts';

test('an address that asks for the sign-up form shows no sign-in form before it', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // As long as the scripts are on their way.
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${program.url}/signin?action=signup`, { waitUntil: 'commit' });
  const signIn = page.getByRole('heading', { name: 'Welcome Back', includeHidden: true });
  await expect(signIn).toHaveCount(1);
  await expect(signIn).toBeHidden();
  go();
  await expect(page.getByRole('heading', { name: 'Create Your Free Trial Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await context.close();
});

test('and without it the sign-in form stands there at once', async ({ browser, program }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/*.js', () => undefined);
  await page.goto(`${program.url}/signin`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await context.close();
});
