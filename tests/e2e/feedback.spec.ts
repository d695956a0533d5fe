import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { openedAt } from './signed-in.ts';
import type { RunningProgram } from '#tests/support/program.ts';
import { siteConfig } from '#src/shared/site-config.ts';

async function atFeedback(page: Page, program: OwnedProgram, email: string): Promise<void> {
  await openedAt(page, program, { email }, '/feedback');
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible();
}

/** What the team was told as feedback; other journeys write to the team as well. */
const team = async (program: RunningProgram) =>
  (await mailsTo(program, siteConfig.email.support)).filter(({ subject }) => subject.startsWith('Feedback:'));

test('feedback is sent, answered to the letter, cleared, and reaches the team', async ({ page, program }) => {
  await atFeedback(page, program, 'ada@desk.example');
  const text = page.getByLabel('Your feedback');
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page.getByText('Feedback is required')).toBeVisible();
  await expect(text).toBeFocused();

  await text.fill('The charts are good.\nMore of them, please.');
  const from = Date.now();
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await expect(page.getByText('Feedback Submitted', { exact: true })).toBeVisible();
  expect(Date.now() - from).toBeGreaterThanOrEqual(1000);
  await expect(
    page.getByText('Thank you for your feedback! We appreciate your input.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(text).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Send Feedback' })).toBeEnabled();

  await expect.poll(async () => (await team(program)).length, { timeout: 15_000 }).toBe(1);
  const [mail] = await team(program);
  expect(mail?.subject).toBe('Feedback: The charts are good. More of them, please.');
  const { text: words, source } = await readMail(program, mail?.id ?? '');
  expect(words).toContain('More of them, please.');
  expect(words).toContain('Name: Ada Byron');
  expect(source).toContain('Reply-To: ada@desk.example');

  const support = page.getByRole('region', { name: 'Contact Support' });
  await expect(support.getByRole('link', { name: siteConfig.email.support })).toHaveAttribute(
    'href',
    `mailto:${siteConfig.email.support}`,
  );
  await expect(support.getByText('Monday to Friday, 9am to 6pm ET')).toBeVisible();
  await expectAccessible(page);
});

test('what could not be sent stays in the form', async ({ page, program }) => {
  await atFeedback(page, program, 'eve@desk.example');
  const text = page.getByLabel('Your feedback');
  await text.fill('  Nobody hears this yet. ');
  await page.route('**/api/v1/feedback', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"status":"lost"}' }),
  );
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page.getByText('Something went wrong!', { exact: true })).toBeVisible();
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible();
  await expect(text).toHaveValue('  Nobody hears this yet. ');
  await expectAccessible(page);

  await page.unroute('**/api/v1/feedback');
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page.getByText('Feedback Submitted', { exact: true })).toBeVisible();
  await expect(text).toHaveValue('');
});
