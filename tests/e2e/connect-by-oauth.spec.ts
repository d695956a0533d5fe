import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

/** Someone whose plan has every channel, on Channels. */
async function onChannels(page: Page, program: OwnedProgram, email: string): Promise<void> {
  const workspaceId = await signedIn(page, program, { email, confirmed: true });
  await program.owner.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    workspaceId,
  ]);
  await page.goto(`${program.url}/dashboard/channels`);
  await page.getByRole('button', { name: 'Connect X (Twitter)' }).click();
}

test('an account is connected by allowing it at the provider', async ({ page, program }) => {
  test.setTimeout(120_000);
  await onChannels(page, program, 'connects-at-x@desk.example');
  // Keys are there for who has them.
  await expect(page.getByLabel('Access token')).toHaveCount(0);
  await page.getByRole('button', { name: 'Enter keys instead' }).click();
  await expect(page.getByLabel('Access token')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Connect with X (Twitter)' }).click();
  await expect(page.getByText('You’re signed in as @practice_desk')).toBeVisible();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'You didn’t allow it at X (Twitter), so nothing was connected.',
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Connect X (Twitter)' }).click();
  await page.getByRole('button', { name: 'Connect with X (Twitter)' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  const name = '@practice_desk (practice)';
  await expect(page.getByRole('status').filter({ hasText: `${name} is connected` })).toBeVisible();
  await expect(page.getByRole('list', { name: `Places of ${name}` }).getByText('@practice_desk')).toHaveCount(
    1,
  );
  await expect(page).toHaveURL(/\/dashboard\/channels\?authorization=[\w-]+$/);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/dashboard\/channels$/);
});

test('a page is chosen of those a person manages', async ({ page, program }) => {
  await onChannels(page, program, 'connects-a-page@desk.example');
  await page.getByRole('button', { name: 'Connect Facebook Page' }).click();
  await page.getByRole('button', { name: 'Connect with Facebook Page' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  const choice = page.getByRole('region', { name: 'Choose an account of Facebook Page' });
  await choice.getByLabel('Which account should post?').selectOption('Practice desk');
  await expectAccessible(page);
  await choice.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('list', { name: 'Places of Practice desk (practice)' })).toBeVisible();
  await filtersAndReplays(page, program);
});

/** An endpoint with a filter gets what it lost once more. */
async function filtersAndReplays(page: Page, program: OwnedProgram): Promise<void> {
  const name = 'Trading platforms and webhooks (practice)';
  await page
    .getByRole('button', { name: 'Try it here: Trading platforms and webhooks, with a practice account' })
    .click();
  await page.getByRole('button', { name: `Change ${name}` }).click();
  const form = page.getByRole('form', { name: `Change ${name}` });
  await form.getByLabel('Filter (optional)').fill('kind == "webhook" and ticker != "ETHUSDT"');
  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(form).toHaveCount(0);

  const session = await page.evaluate(() => localStorage.getItem('bellwire.auth') ?? '');
  const { access_token: token } = JSON.parse(session) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const api = `${program.url}/api/v1`;
  const { items } = (await (await page.request.get(`${api}/connections`, { headers })).json()) as {
    items: { name: string; destinations: { id: string }[] }[];
  };
  const places = items.find((each) => each.name === name)?.destinations.map(({ id }) => id) ?? [];
  const routes = [{ destinationIds: places, approval: 'auto' }];
  const data = { name: 'Desk signals', outside: { kind: 'webhook' }, approval: 'auto', routes };
  const rule = await page.request.post(`${api}/outside-rules`, { headers, data });
  const { address } = (await rule.json()) as { address: string };
  for (const ticker of ['ETHUSDT', 'BTCUSDT'])
    await page.request.post(address, { data: { ticker: `BINANCE:${ticker}`, close: 25, action: 'sell' } });
  const outbox = async () => (await fetch(`${program.url}/dev/outbox/messages/webhook`)).text();
  await expect.poll(outbox, { timeout: 30_000 }).toContain('BINANCE:BTCUSDT');
  expect(await outbox()).not.toContain('BINANCE:ETHUSDT');

  await page.getByRole('button', { name: `Replay to ${name}` }).click();
  const panel = page.getByRole('region', { name: `Replay to ${name}` });
  await panel.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
  await panel.getByRole('button', { name: 'Count messages' }).click();
  await expect(panel.getByText('Choose an end after the start')).toBeVisible();
  await panel.getByLabel('To', { exact: true }).fill('2099-01-01T00:00');
  await panel.getByRole('button', { name: 'Count messages' }).click();
  await expect(panel.getByText('1 message, the first from')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Replay 1 message' }).click();
  const replays = panel.getByRole('list', { name: `Replays to ${name}` });
  await expect(replays.getByText('1 of 1 message sent')).toBeVisible({ timeout: 30_000 });
  await expect(replays.getByText('Done')).toBeVisible();
  expect(await outbox()).toContain('webhook-replay');
}

test('an account that broke is connected again', async ({ page, program }) => {
  await onChannels(page, program, 'reconnects-at-x@desk.example');
  await page.getByRole('button', { name: 'Try it here: X (Twitter), with a practice account' }).click();
  const name = 'X (Twitter) (practice)';
  await expect(page.getByRole('button', { name: `Check ${name}` })).toBeVisible();
  // Its first tokens are renewed at once, which would mend it. Who renews them has five minutes for it.
  const isRenewed = async () => {
    const { rows } = await program.owner.query<{ is: boolean }>(
      `select refresh_at > now() + interval '10 minutes' as is from connections where name = $1`,
      [name],
    );
    return rows[0]?.is;
  };
  await expect.poll(isRenewed, { timeout: 30_000 }).toBe(true);
  await program.owner.query(
    `update connections set state = 'failing', problem = 'Reconnect: X answered: Unauthorized.' where name = $1`,
    [name],
  );
  await page.reload();
  await page.getByRole('button', { name: `Reconnect ${name}` }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${name} is connected` })).toBeVisible();
  await expect(page.getByText('Unauthorized')).toHaveCount(0);
});
