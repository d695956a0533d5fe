import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from './journey.ts';
import { openedAt } from './signed-in.ts';

test('an alert goes to a Telegram channel that somebody practices with', async ({ page, program }) => {
  test.setTimeout(200_000);
  await openedAt(page, program, { email: 'chat-practice@desk.example', confirmed: true }, '/channels');
  await page.getByRole('button', { name: 'Try it here: Telegram, with a practice account' }).click();
  const places = page.getByRole('list', { name: 'Places of Telegram (practice)' });
  await expect(places.getByText('@practice_channel')).toBeVisible();
  // There is one of each.
  await expect(
    page.getByRole('button', { name: 'Try it here: Telegram, with a practice account' }),
  ).toHaveCount(0);
  await expectAccessible(page);
  await places.getByRole('button', { name: 'Send test to Practice channel' }).click();
  await expect(page.getByText('Test sent', { exact: true })).toBeVisible();

  await places.getByRole('button', { name: 'Grouping of Practice channel' }).click();
  const grouping = places.getByRole('form', { name: 'Grouping of Practice channel' });
  await grouping.getByLabel('Group for (minutes)').fill('0');
  await grouping.getByRole('button', { name: 'Save grouping' }).click();
  await expect(grouping.getByText('Enter a whole number of minutes')).toBeVisible();
  await grouping.getByLabel('Group for (minutes)').fill('15');
  await expectAccessible(page);
  await grouping.getByRole('button', { name: 'Save grouping' }).click();
  await expect(places.getByText('Groups alerts about the same move for 15 minutes')).toBeVisible();

  await page.getByRole('button', { name: 'Change Telegram (practice)' }).click();
  const change = page.getByRole('form', { name: 'Change Telegram (practice)' });
  await change.getByLabel('If no response comes').selectOption('Send it again');
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Check and save' }).click();
  await expect(change).toHaveCount(0);
  await page.getByRole('button', { name: 'Change Telegram (practice)' }).click();
  await expect(change.getByLabel('If no response comes')).toHaveValue('resend');
  await change.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Rules' }).first().click();
  await page.getByRole('link', { name: 'Webhooks and news' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Desk signals');
  await page.getByRole('button', { name: 'Add a route' }).click();
  await page.getByRole('checkbox', { name: 'Practice channel' }).check();
  await page.getByRole('button', { name: 'Create rule' }).click();
  const sheet = page.getByRole('region', { name: 'Address of Desk signals' });
  const address = (await sheet.locator('code.select-all').textContent()) ?? '';
  const data = '{"ticker":"BINANCE:BTCUSDT","close":25012.50,"action":"sell"}';
  await page.request.post(address, { data, headers: { 'Content-Type': 'text/plain' } });

  // The conversation shows what came, by itself.
  await page.goto(`${program.url}/dev/outbox/messages/telegram`);
  await expect(page.getByText('BINANCE:BTCUSDT: sell at 25012.50')).toBeVisible({ timeout: 30_000 });
  expect(await (await fetch(`${program.url}/dev/outbox`)).text()).toContain('Telegram, @practice_channel');
  await page.goto(`${program.url}/dashboard`);
  const menu = page.getByRole('navigation', { name: 'Account area' });
  await menu.getByRole('link', { name: 'Channels' }).click();
  await expect(page.getByText('No one gets what it sends.')).toBeVisible();
  await menu.getByRole('link', { name: 'Alerts' }).click();
  await page.getByRole('link', { name: 'BINANCE:BTCUSDT: sell at 25012.50' }).first().click();
  await expect(page.getByText('Practice channel').first()).toBeVisible();
});
