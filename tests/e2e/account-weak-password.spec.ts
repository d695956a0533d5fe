import { createHasher } from '#src/accounts/passwords.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { signOut } from './account-people.ts';
import { expect, test } from './journey.ts';
import { entered } from './signed-in.ts';

test('signing in with a common password shows a warning in the account area that leads to the change', async ({
  program,
  page,
}) => {
  const email = 'sofya@harbour.example';
  await entered(page, program, { name: 'Sofya Kovalevskaya', email });
  const notice = page.getByRole('complementary', { name: 'Your password' });
  await expect(notice).toBeHidden();
  await signOut(page, program);

  // Chosen before the list of common passwords held it.
  const weak = 'password1';
  await program.owner.query('update users set password_hash = $1 where email = $2', [
    await createHasher().hash(weak),
    email,
  ]);
  const signInWeakly = async () => {
    await page.goto(`${program.url}/signin`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(weak);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await signInWeakly();
  await page.waitForURL('**/dashboard');
  // The toast is what it always is.
  await expect(page.getByText('Signed in successfully', { exact: true })).toBeVisible();
  await expect(notice).toContainText('Your password is easy to guess.');
  await expectAccessible(page);
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
