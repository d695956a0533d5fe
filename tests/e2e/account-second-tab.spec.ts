import { signOut } from './account-people.ts';
import { expect, test } from './journey.ts';
import { entered } from './signed-in.ts';

test('signing out in one tab signs out the others, and keeps forms that need no session', async ({
  page,
  program,
  context,
}) => {
  const email = 'swan@cepheid.example';
  await entered(page, program, { name: 'Swan Leavitt', email });
  const [settings, forgot, reset, magic] = [
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
  ];
  await settings.goto(`${program.url}/dashboard/settings`);
  await expect(settings.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await forgot.goto(`${program.url}/forgot-password`);
  // Prefilled with the signed-in address; another one is typed over it.
  await expect(forgot.getByLabel('Email', { exact: true })).toHaveValue(email);
  await forgot.getByLabel('Email', { exact: true }).fill('leavitt@cepheid.example');
  const link = `${program.url}/reset-password?token_hash=of-a-mail`;
  await reset.goto(link);
  await reset.getByLabel('New password', { exact: true }).fill('battery staple 2?');
  await magic.goto(`${program.url}/confirm?type=magiclink&token_hash=of-a-mail`);
  await expect(magic.getByRole('main')).toContainText(`Here you are signed in as ${email}.`);

  await signOut(page, program);
  await settings.waitForURL(`${program.url}/`);
  for (const tab of [forgot, reset]) await expect(tab.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(forgot).toHaveURL(`${program.url}/forgot-password`);
  await expect(forgot.getByLabel('Email', { exact: true })).toHaveValue('leavitt@cepheid.example');
  await expect(reset).toHaveURL(link);
  await expect(reset.getByLabel('New password', { exact: true })).toHaveValue('battery staple 2?');
  await expect(magic.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(magic.getByRole('main')).not.toContainText('Here you are signed in');
});
