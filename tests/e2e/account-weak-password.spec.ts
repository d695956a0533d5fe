import { AxeBuilder } from '@axe-core/playwright';
import { createHasher } from '#src/accounts/index.ts';
import { startOwnedProgram, type OwnedProgram } from '#tests/support/owned-program.ts';
import { signOut, signUp } from './account-people.ts';
import { expect, test as base } from './journey.ts';

/** A program whose database this walk may write to. */
const test = base.extend<object, { owned: OwnedProgram }>({
  owned: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const program = await startOwnedProgram({});
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('whoever signs in with a password that everybody tries is told in the account area, and led to the change', async ({
  owned: program,
  page,
}) => {
  const email = 'sofya@harbour.example';
  await signUp(page, program, { name: 'Sofya Kovalevskaya', email });
  const notice = page.getByRole('complementary', { name: 'Your password' });
  await expect(notice).toBeHidden();
  await signOut(page, program);

  // Chosen before the list of common passwords held it.
  const weak = 'password1';
  await program.owner.query('update users set password_hash = $1', [await createHasher().hash(weak)]);
  const signInWeakly = async () => {
    await page.goto(`${program.url}/signin`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(weak);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await signInWeakly();
  await page.waitForURL('**/dashboard');
  // The toast is what it always is.
  await expect(page.getByText('Signed in successfully', { exact: true })).toBeVisible();
  await expect(notice).toContainText('Your password is easy to guess.');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Remind me at the next sign-in' }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Sofya' })).toBeVisible();
  await expect(notice).toBeHidden();

  await signOut(page, program);
  await signInWeakly();
  await notice.getByRole('link', { name: 'Change Password' }).click();
  const current = page.getByLabel('Current password', { exact: true });
  await expect(current).toBeFocused();
  await expect(current).toBeInViewport();
  await expect(notice).toBeHidden();
  await expect(page.getByText('Easy to guess')).toBeVisible();
  await current.fill(weak);
  await page.getByLabel('New password', { exact: true }).fill('battery staple 2?');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password updated', { exact: true })).toBeVisible();
  await expect(page.getByText('Easy to guess')).toBeHidden();
  await page.goto(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Welcome, Sofya' })).toBeVisible();
  await expect(notice).toBeHidden();
});
