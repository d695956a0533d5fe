import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#tests/support/axe.ts';
import { addApp, codeOf, PASSWORD, signIn } from './account-people.ts';
import { expect, mailsTo, readMail, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

const email = 'joan@harbour.example';

test('the device is lost: ten codes are saved, one signs in, the app is set up anew', async ({
  page,
  program,
  browser,
}) => {
  await signedIn(page, program, { name: 'Joan Clarke', email });
  const secret = await addApp(page, program);
  const sheet = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(sheet).toHaveCount(10);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const codes = await sheet.allTextContents();
  expect(file).toContain(`recovery codes for ${email}`);
  for (const code of codes) expect(file).toContain(code);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Codes copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file);
  // On paper there is the sheet, and nothing beside it.
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await page.reload();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await expect(sheet).toHaveCount(0);

  // Another browser, whose console may complain: it is refused on purpose.
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, program, email);
  await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Enter a saved code' })).toBeVisible();
  await expectAccessible(elsewhere);
  const field = elsewhere.getByLabel('Recovery code');
  const verify = elsewhere.getByRole('button', { name: 'Verify' });
  await field.fill('abcd-efgh');
  await verify.click();
  await expect(
    elsewhere.getByText('Enter all sixteen letters and digits of one of your codes.'),
  ).toBeVisible();
  await field.fill('0000-0000-0000-0000');
  await verify.click();
  await expect(elsewhere.getByText('This recovery code is wrong or was already used.')).toBeVisible();
  await field.fill(codes[0]!.toUpperCase().replaceAll('-', ' '));
  await verify.click();
  await elsewhere.waitForURL('**/dashboard');
  await expect(elsewhere.getByText('Signed in successfully', { exact: true })).toBeVisible();
  await elsewhere.goto(`${program.url}/dashboard/settings`);
  await expect(elsewhere.getByText('9 codes left')).toBeVisible();
  await expect(elsewhere.getByText('Recovery code used', { exact: true })).toBeVisible();
  const told = async () =>
    (await mailsTo(program, email)).find(({ subject }) => subject === 'A recovery code was used');
  await expect.poll(told).toBeDefined();
  expect((await readMail(program, (await told())!.id)).text).toContain('Codes left: 9');

  // What was made anew makes the old ones worthless.
  await elsewhere.getByRole('button', { name: 'Create new codes' }).click();
  await expect(elsewhere.getByText('Your current codes stop working at once.')).toBeVisible();
  const confirm = elsewhere.getByRole('button', { name: 'Create new codes' });
  await elsewhere.getByLabel('Your password').fill('not this one');
  await confirm.click();
  await expect(elsewhere.getByText('The password is wrong.')).toBeVisible();
  await elsewhere.getByLabel('Your password').fill(PASSWORD);
  await confirm.click();
  const next = elsewhere.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(next).toHaveCount(10);
  expect(await next.allTextContents()).not.toEqual(expect.arrayContaining([codes[1]]));
  await elsewhere.getByRole('button', { name: 'I have saved them' }).click();
  await expect(elsewhere.getByText('10 codes left')).toBeVisible();

  // The lost app is taken away, and the codes with it. A new app signs every other device out.
  await page.goto('about:blank');
  await elsewhere.getByRole('button', { name: 'Turn off' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(elsewhere.getByRole('button', { name: 'Two-Factor Authentication' })).toBeVisible();
  await expect(elsewhere.getByText('Recovery codes', { exact: true })).toBeHidden();
  const again = await addApp(elsewhere, program);
  expect(again).not.toBe(secret);
  expect(codeOf(again)).toMatch(/^\d{6}$/);
  await elsewhere.context().close();
});
