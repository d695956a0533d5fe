import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from './journey.ts';
import { entered } from './signed-in.ts';

test('an endpoint is connected by the fields of its payload, and gets an alert as signed JSON', async ({
  page,
  program,
}) => {
  const workspaceId = await entered(page, program, { email: 'webhook@desk.example', confirmed: true });
  await program.owner.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    workspaceId,
  ]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: program.url });
  await page.goto(`${program.url}/dashboard/channels`);
  await page.getByRole('button', { name: 'Connect Trading platforms and webhooks' }).click();
  const form = page.getByRole('form', { name: 'Connect Trading platforms and webhooks' });

  // The form generates a secret, and copies it.
  await form.getByRole('button', { name: 'Generate: Signing secret' }).click();
  await expect(page.getByText('Secret copied.')).toBeVisible();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(form.getByLabel('Signing secret (optional)', { exact: true })).toHaveValue(secret);

  // Only what the payload needs is asked for, and nothing is chosen.
  await expect(form.getByLabel('When an alert goes up (optional)')).toHaveCount(0);
  await form.getByLabel('Payload').selectOption('A body of your own');
  await expect(form.getByLabel('When an alert goes up (optional)')).toHaveValue('none');
  await form.getByLabel('URL').fill('https://localhost/hook');
  await form.getByLabel('Body (optional)').fill('{"symbol": "{{tickr}}"}');
  await form.getByRole('button', { name: 'Check and connect' }).click();
  await expect(form.getByText("Line 1, column 13: there is no placeholder {{tickr}}. Did you mean 'ticker'?")).toBeVisible();
  await form.getByLabel('Body (optional)').fill('{"symbol": "{{ticker}}"}');
  await form.getByRole('button', { name: 'Check and connect' }).click();
  await expect(form.getByText('This doesn’t work yet.')).toBeVisible();
  await expectAccessible(page);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/form.png`, fullPage: true });

  await page.getByRole('button', { name: 'Try Trading platforms and webhooks with a practice account' }).click();
  await expect(page.getByRole('list', { name: /^Places of Trading platforms and webhooks/ })).toContainText('Practice endpoint');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/connected.png`, fullPage: true });
  await page.goto(`${program.url}/dashboard/rules`);
  await page.getByRole('link', { name: 'From outside' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Desk signals');
  await page.getByRole('button', { name: 'Add a route' }).click();
  await page.getByRole('checkbox', { name: 'Practice endpoint' }).check();
  await page.getByRole('button', { name: 'Make it' }).click();
  const sheet = page.getByRole('region', { name: 'Address of Desk signals' });
  const address = (await sheet.locator('code.select-all').textContent()) ?? '';
  const data = '{"ticker":"BINANCE:BTCUSDT","close":25012.50,"action":"sell"}';
  await page.request.post(address, { data, headers: { 'Content-Type': 'text/plain' } });
  await page.goto(`${program.url}/dev/outbox/messages/webhook`);
  await expect(page.getByText('signature verified')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('"BINANCE:BTCUSDT: sell at 25012.50"')).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/log.png`, fullPage: true });
});
