import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { entered } from './signed-in.ts';

async function asProgram(page: Page, program: OwnedProgram, path: string, data: object) {
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}') as { access_token: string }).access_token,
  );
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.post(`${program.url}/api/v1${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { id: string; address: string };
}

test('a practice chat’s button approves an alert, and the message says so', async ({ page, program }) => {
  await entered(page, program, { email: 'chat-approver@desk.example', confirmed: true });
  await asProgram(page, program, '/connections/practice', { channel: 'telegram' });
  await page.goto(`${program.url}/dashboard/approval`);
  const chat = page
    .getByRole('list', { name: 'Chats' })
    .getByRole('listitem', { name: 'Telegram (practice)' });
  await chat.getByRole('button', { name: /^Turn on/ }).click();
  await chat.getByLabel('Review channel').selectOption('Practice channel');
  await chat.getByRole('button', { name: /^Link my account/ }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);

  const opened = page.waitForEvent('popup');
  await chat.getByRole('link', { name: 'Open the chat' }).click();
  const app = await opened;
  await app.getByRole('button', { name: 'Enter it in Telegram' }).click();
  await expect(app.getByRole('status')).toContainText('You’re linked as Ada Byron.');
  await page.reload();
  await expect(chat.getByLabel('Send me requests there')).toBeChecked();

  const { address } = await asProgram(page, program, '/outside-rules', {
    name: 'Desk signals',
    approval: 'human',
    outside: { kind: 'webhook' },
  });
  const data = JSON.stringify({ ticker: 'NVDA', close: 25012.5, action: 'buy' });
  await page.request.post(address, { headers: { 'Content-Type': 'text/plain' }, data });
  // The one in the channel and the one to the person: the first decides for both.
  const at = `${program.url}/dev/outbox/messages/telegram`;
  const approve = app.getByRole('button', { name: 'Approve' });
  await expect
    .poll(async () => {
      await app.goto(at);
      return approve.count();
    })
    .toBe(2);
  await app.setViewportSize({ width: 390, height: 844 });
  await approve.first().click();
  await expect(app.getByRole('status')).toContainText('Approved. It’s on its way.');
  await expect
    .poll(async () => {
      await app.goto(at);
      return app.getByText('✓ Approved by Ada Byron').count();
    })
    .toBe(2);
  expect(await approve.count()).toBe(0);
  await page.goto(`${program.url}/dashboard/alerts`);
  await page.getByRole('link', { name: /NVDA/ }).first().click();
  await expect(page.getByText('Ada Byron').first()).toBeVisible();
});
