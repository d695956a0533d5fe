import { expectAccessible } from '#tests/support/axe.ts';
import { expect, mailsTo, readMail, test } from './journey.ts';

const person = { name: 'Ada Byron', email: 'ada@harbour.example', password: 'correct horse 1!' };

test('from an empty machine to a branded alert in the inbox, and back to the dashboard', async ({
  page,
  program,
}) => {
  await page.goto(`${program.url}/signup`);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email', { exact: false }).first().fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('radio', { name: /company/i }).check();
  await page.getByLabel('Company name').fill('Harbour & Sons');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /create|sign up/i }).click();

  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: /Ada/ })).toBeVisible();
  await expect(page.getByText('Pro Plan')).toBeVisible();
  await page.getByRole('button', { name: 'Start Trial Run' }).first().click();
  await expect(page.getByText('Trial run initiated', { exact: true })).toBeVisible();
  await expect(
    page.getByText('A one-time run of your automation has started. Results will arrive shortly.', {
      exact: true,
    }),
  ).toBeVisible();

  const row = page.getByRole('row', { name: /S&P 500/ });
  await expect(row).toContainText('Waiting for your confirmation');
  expect(await mailsTo(program, person.email)).toMatchObject([{ subject: 'Confirm your email address' }]);

  const [confirm] = await mailsTo(program, person.email);
  const { text } = await readMail(program, confirm!.id);
  const link = /https?:\/\/\S+\/confirm\S+/.exec(text)?.[0];
  await page.goto(link!);
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(page.getByText('Email confirmed').first()).toBeVisible();
  await page.goto(`${program.url}/dashboard`);

  // Nothing is reloaded from here on: the row becomes 'Sent' by the live stream or was already.
  await expect(row).toContainText('Sent');
  await expect(row).toContainText('Trial run');
  await expect.poll(async () => (await mailsTo(program, person.email)).length).toBe(2);
  const alert = (await mailsTo(program, person.email)).find((mail) => mail.subject.startsWith('Trial run'));
  const mail = await readMail(program, alert!.id);
  expect(mail.text).toContain('S&P 500 (SPX)');
  expect(mail.text).toContain('Harbour & Sons');
  expect(mail.html).toContain('Harbour &amp; Sons');
  // The last move of 5 % or more in the recorded series, computed by hand: 2,488.65 to 2,663.68.
  expect(mail.text).toContain('+7.03%');
  expect(JSON.stringify(mail.from)).toContain('Harbour & Sons');

  await expectAccessible(page);
});
