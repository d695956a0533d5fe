import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { expect, mailsTo, readMail, test } from './journey.ts';

const button = (page: Page) => page.getByRole('button', { name: /^Send(ing\.\.\.| Test Email)$/ });
const details = (page: Page) => page.getByRole('main').locator('pre');

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/test-email`);
  await expect(button(page)).toBeEnabled();
}
async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByRole('region').getByText(description, { exact: true })).toBeVisible();
}

test('sends the default mail and shows the raw answer', async ({ page, program }) => {
  await open(page, program.url);
  await expect(page.getByLabel('Subject')).toHaveValue('Test email from Bellwire');
  await expect(page.getByLabel('Message')).not.toHaveValue('');
  await page.getByLabel('Recipient').fill('reader@desk.example');
  const asked = page.waitForRequest('**/functions/v1/send-smtp-email');
  await button(page).click();
  expect(Object.keys((await asked).postDataJSON() as object)).toEqual(['to', 'subject', 'html', 'text']);
  await expectToast(page, 'Email Sent', 'Test email was sent successfully. Check your inbox.');
  await expect(details(page)).toContainText('200 OK');
  await expect(details(page)).toContainText('"success": true');
  await expect.poll(async () => (await mailsTo(program, 'reader@desk.example')).length).toBe(1);
  const [mail] = await mailsTo(program, 'reader@desk.example');
  expect(mail?.subject).toBe('Test email from Bellwire');
  expect((await readMail(program, mail?.id ?? '')).text).toContain('This is a test email from Bellwire.');
  await expectAccessibleInBothThemes(page);
});

test('asks for a recipient', async ({ page, program }) => {
  await open(page, program.url);
  await page.getByLabel('Recipient').fill('  ');
  await button(page).click();
  await expectToast(page, 'Email Required', 'Please enter a recipient email address.');
  await expect(page.getByLabel('Recipient')).toBeFocused();
  await expect(page.getByLabel('Recipient')).toHaveAccessibleDescription(
    'Please enter a recipient email address.',
  );
  await expect(details(page)).toHaveText('Nothing has been sent yet.');
});

test('shows the function’s own message, and the default where there is none', async ({
  browser,
  program,
}) => {
  // A page of its own: the browser complains of such answers in its console.
  const page = await browser.newPage();
  await open(page, program.url);
  const cases: [Record<string, string>, string][] = [
    [{ Recipient: 'a@x.example, b@y.example' }, 'Please enter one valid email address'],
    [
      { Recipient: 'patient@desk.example', Subject: 'x'.repeat(10_000) },
      'The subject can have 150 characters at most',
    ],
    [{ Subject: 'Hello', Message: 'x'.repeat(10_000) }, 'The message can have 5000 characters at most'],
    [{ Message: ' ' }, 'Please enter a message'],
  ];
  for (const [typed, sentence] of cases) {
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
    await button(page).click();
    await expectToast(page, 'Failed to Send Email', sentence);
    await expect(details(page)).toContainText('400 Bad Request');
    await expect(details(page)).toContainText(sentence);
  }
  await page.getByLabel('Message').fill('<b>"Hello"</b> 🔔 تنبيهات');
  await page.route('**/functions/v1/send-smtp-email', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  );
  await button(page).click();
  await expectToast(page, 'Failed to Send Email', 'An error occurred while sending the email.');
  // As text: nothing of it becomes part of the page.
  await expect(details(page)).toContainText('<h1>Bad gateway</h1>');
  await page.unroute('**/functions/v1/send-smtp-email');
  await page.context().setOffline(true);
  await button(page).click();
  await expect(details(page)).toContainText('No response');
  await expectToast(page, 'Failed to Send Email', 'An error occurred while sending the email.');
  await expect(page.getByLabel('Message')).toHaveValue('<b>"Hello"</b> 🔔 تنبيهات');
  await page.context().setOffline(false);
  await button(page).dblclick();
  await expectToast(page, 'Email Sent', 'Test email was sent successfully. Check your inbox.');
  await expect.poll(async () => (await mailsTo(program, 'patient@desk.example')).length).toBe(1);
  await page.close();
});
