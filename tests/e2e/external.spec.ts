import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from './journey.ts';
import { entered } from './signed-in.ts';

test('a webhook is made, called from outside, its alert reviewed and sent, given a new address and deleted', async ({
  page,
  program,
}) => {
  test.slow();
  await entered(page, program, { email: 'outside@desk.example', confirmed: true });
  await page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('link', { name: 'Webhooks and news' }).click();
  await expect(page.getByText('Nothing is listened to yet')).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByText('Please give it a name.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('My chart');
  await page.getByLabel('Approval').selectOption({ label: 'Human review' });
  // A route starts with the choice, and is then where it's made: a second field would decide nothing.
  await page.getByRole('button', { name: 'Add a route' }).click();
  await expect(page.getByText('Each route below has its own')).toBeVisible();
  await expect(page.getByLabel('Approval')).toHaveCount(1);
  await expect(page.getByRole('group', { name: 'Route 1' }).getByLabel('Approval')).toHaveValue('human');
  await page.getByRole('button', { name: 'Remove route 1' }).click();
  await page.getByRole('button', { name: 'Create rule' }).click();
  const sheet = page.getByRole('region', { name: 'Address of My chart' });
  const address = (await sheet.locator('code.select-all').textContent()) ?? '';
  expect(address).toMatch(new RegExp(`^${program.url}/hooks/rules/[\\w-]{43}$`));
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'I have saved it' }).click();
  await expect(sheet).toBeHidden();

  const call = (to: string, data: string) =>
    page.request.post(to, { data, headers: { 'Content-Type': 'text/plain' } });
  expect((await call(address, '{"ticker":"BINANCE:BTCUSDT","close":25012.50,"action":"buy"}')).status()).toBe(
    202,
  );
  await page.getByRole('link', { name: 'My chart' }).click();
  const calls = page.getByRole('list', { name: 'Calls' });
  await expect(calls.getByRole('listitem')).toHaveCount(1);
  // What comes while somebody looks on stands there by itself.
  expect((await call(address, '{"ticker":')).status()).toBe(400);
  await expect(calls.getByText('The body isn’t valid JSON.')).toBeVisible();
  await expect(calls.getByRole('listitem')).toHaveCount(2);

  await calls.getByRole('link', { name: 'Triggered an alert' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BINANCE:BTCUSDT: buy at 25012.50', {
    timeout: 20_000,
  });
  await expect(page.getByText('From “My chart”, not checked against market data.')).toBeVisible();

  const waiting = page.getByRole('region', { name: 'Waiting for your review' });
  await waiting.getByRole('button', { name: 'Reject' }).click();
  await waiting.getByRole('button', { name: 'Reject' }).click();
  await expect(waiting.getByText('Say why you reject it.')).toBeVisible();
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await waiting.getByRole('button', { name: 'Approve and send' }).click();
  await expect(waiting).toBeHidden();
  await expect(
    page.getByRole('region', { name: 'Timeline' }).getByText('approved after a review'),
  ).toBeVisible();

  await page.goBack();
  await page.getByRole('button', { name: 'Create new address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new address' }).click();
  const renewed = page.getByRole('region', { name: 'Address of My chart' }).locator('code.select-all');
  await expect(renewed).toBeVisible();
  expect((await call(address, 'the old one')).status()).toBe(404);
  const now = (await renewed.textContent()) ?? '';
  expect((await call(now, 'the new one')).status()).toBe(202);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing is listened to yet')).toBeVisible();
  expect((await call(now, 'to a deleted one')).status()).toBe(404);

  await page.getByRole('link', { name: 'Deleted' }).click();
  await page.getByRole('link', { name: 'My chart' }).click();
  await expect(calls.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect((await call(now, 'to one that is back')).status()).toBe(202);
  await expect(calls.getByRole('listitem')).toHaveCount(4);

  // It is found by its name from everywhere.
  await page.goto(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a screen, an action or an alert' }).fill('my cha');
  await page
    .getByRole('dialog', { name: 'Command palette' })
    .getByRole('option', { name: 'My chart' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'My chart' })).toBeVisible();
});
