import { expectAccessible } from '#tests/support/axe.ts';
import { confirmAddress, PASSWORD, signIn, signOut } from './account-people.ts';
import { expect, mailsTo, readMail, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

test.use({ configuration: 'reauthenticating' });

test('a password is changed in an old session with the code that is mailed for it', async ({
  program,
  context,
}) => {
  const email = 'emilie@harbour.example';
  const next = 'battery staple 2?';
  // Refusals are part of this walk, so this page's console may tell of them.
  const page = await context.newPage();
  await signedIn(page, program, { name: 'Emilie du Chatelet', email });
  await confirmAddress(page, program, email);
  await program.owner.query(`update sessions set created_at = created_at - interval '2 days'`);

  await page.goto(`${program.url}/dashboard/settings`);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Change Password' }).click();
  const code = page.getByLabel('Code from the email');
  await expect(code).toBeFocused();
  await expect(page.getByText(`We’ve emailed a code to ${email}.`)).toBeVisible();
  await expectAccessible(page);
  // No other within the minute, and the form says which one is meant.
  await page.getByRole('button', { name: 'Email a new code' }).click();
  await expect(page.getByText('The code wasn’t sent', { exact: true })).toBeVisible();
  await expect(page.getByText('you can only request this after').first()).toBeVisible();
  await expect(page.getByText(`We can’t email a new code to ${email} yet`)).toBeVisible();

  const mailed = async () => {
    for (const { id } of await mailsTo(program, email)) {
      const { subject, text } = await readMail(program, id);
      if (/code/i.test(subject)) return /\b\d{6}\b/.exec(text)?.[0];
    }
    return undefined;
  };
  await expect.poll(mailed).toMatch(/^\d{6}$/);
  const right = (await mailed()) ?? '';
  await code.fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(right);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password updated', { exact: true })).toBeVisible();

  await signOut(page, program);
  await signIn(page, program, email);
  await expect(page.getByText('Invalid login credentials', { exact: true })).toBeVisible();
});
