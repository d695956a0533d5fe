import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { PASSWORD, signedIn } from './signed-in.ts';

const section = (page: Page) => page.getByRole('region', { name: 'API keys' });
const rows = (page: Page) => page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
const ask = (program: OwnedProgram, key: string) =>
  fetch(`${program.url}/api/v1/alerts?limit=1`, { headers: { Authorization: `Bearer ${key}` } });

async function makeKey(page: Page, name: string): Promise<string> {
  await section(page).getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('form', { name: 'Create API key' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('heading', { name: `Your key for “${name}”` })).toBeVisible();
  return (await section(page).locator('code').textContent()) ?? '';
}

test('make a key, use it, see its use, revoke it', async ({ page, program }) => {
  await signedIn(page, program, { name: 'Grace Hopper', email: 'grace@keys.example', confirmed: true });
  await page.goto(`${program.url}/dashboard/settings`);
  await expect(section(page).getByText('No keys yet.')).toBeVisible();

  // What is missing is said at its field, and the first of them has the focus.
  await section(page).getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('form', { name: 'Create API key' });
  await expect(form.getByLabel('Name')).toBeFocused();
  // Reading is chosen, whatever changes something is not.
  await expect(form.getByRole('checkbox', { name: /^Start/ })).not.toBeChecked();
  for (const box of await form.getByRole('checkbox').all()) await box.uncheck();
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Please give the key a name.')).toBeVisible();
  await expect(form.getByText('Please choose what the key may do.')).toBeVisible();
  await expect(form.getByText('Please provide your password.')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Cancel' }).click();

  const key = await makeKey(page, 'Nightly report');
  expect(key).toMatch(/^bw_live_[0-9A-Za-z]{38}$/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await section(page).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Key copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expectAccessible(page);
  await section(page).getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(rows(page)).toContainText('Nightly report');
  await expect(rows(page)).toContainText('never');

  expect((await ask(program, key)).status).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(rows(page)).not.toContainText('never', { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(key)).toHaveCount(0);
  await expectAccessible(page);

  await rows(page).getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await ask(program, key)).status).toBe(200);
  await rows(page).getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByText('Key revoked', { exact: true })).toBeVisible();
  await expect(section(page).getByText('No keys yet.')).toBeVisible();
  expect(await (await ask(program, key)).json()).toMatchObject({ status: 401, code: 'api_key_revoked' });
});

test('a plan without API access, too many keys, and a role that makes none', async ({ page, program }) => {
  const email = 'ken@harbour.example';
  await signedIn(page, program, { name: 'Ken Thompson', email, confirmed: true });
  await page.goto(`${program.url}/dashboard/settings`);
  const key = await makeKey(page, 'Portal');
  const { rows: mine } = await program.owner.query<{ workspace_id: string; user_id: string }>(
    'select m.workspace_id, m.user_id from members m join users u on u.id = m.user_id where u.email = $1',
    [email],
  );
  const { workspace_id: workspaceId, user_id: userId } = mine[0]!;

  await program.owner.query(`update subscriptions set plan_id = 'starter' where workspace_id = $1`, [
    workspaceId,
  ]);
  await page.reload();
  await expect(section(page).getByText('API access is included in Professional.')).toBeVisible();
  await expect(rows(page)).toContainText('Paused');
  await expect(section(page).getByRole('button', { name: 'Create API key' })).toHaveCount(0);
  await expectAccessible(page);
  await expect
    .poll(async () => (await (await ask(program, key)).json()).code, { timeout: 10_000 })
    .toBe('api_not_in_plan');

  await program.owner.query(`update subscriptions set plan_id = 'pro' where workspace_id = $1`, [
    workspaceId,
  ]);
  await program.owner.query(
    `insert into api_keys (workspace_id, id, name, hint, key_hash, scopes, created_by_name, created_at, expires_at)
     select $1, gen_random_uuid(), 'Key ' || g, 'bw_live_Ab1' || (g % 10), sha256(('k' || g)::bytea), '{alerts:read}', 'Ada Byron',
            now() - g * interval '1 day', case when g = 1 then now() - interval '1 hour' end
       from generate_series(1, 19) g`,
    [workspaceId],
  );
  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).filter({ hasText: 'Expired' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'who has left' })).toHaveCount(19);
  await expect(section(page).getByRole('button', { name: 'Create API key' })).toBeDisabled();
  await expect(section(page).getByText('You have all 20 keys.')).toBeVisible();
  await expectAccessible(page);

  await program.owner.query(`update members set role = 'viewer' where workspace_id = $1 and user_id = $2`, [
    workspaceId,
    userId,
  ]);
  await page.reload();
  await expect(section(page).getByText('Owners and admins of the workspace make its keys.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});
