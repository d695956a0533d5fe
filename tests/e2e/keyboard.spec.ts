import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { expect, test } from './journey.ts';
import { entered, signedIn } from './signed-in.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Find a screen, an action or an alert' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
test('the palette finds screens, actions, views and alerts, and remembers', async ({ page, program }) => {
  const workspaceId = await signedIn(page, program, { email: 'keyboard@desk.example', confirmed: true });
  await fillWithAlerts(program.owner, { workspaceId, count: 60, until: new Date(Date.now() - 60_000) });
  await page.goto(`${program.url}/dashboard`);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await expect(page.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  expect(loaded.filter((path) => path.includes('palette'))).toEqual([]);

  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(option(page, /^Dashboard/)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.type('anal');
  await expect(option(page, /^Analytics/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/analytics$/);
  await expect(palette(page)).toHaveCount(0);

  // What was chosen last comes first the next time.
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(
    /^Analytics/,
  );
  await page.keyboard.type('no such thing');
  await expect(palette(page).getByText('No results.')).toBeVisible();
  await expectAccessible(page);
  await field(page).fill('halted');
  const found = palette(page).getByRole('group', { name: 'Alerts' });
  await expect(found.getByRole('option').first()).toContainText('halted');
  await page.keyboard.press('ArrowUp');
  await expect(option(page, 'All alerts with “halted”')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/alerts\?q=halted$/);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Keep this filter as').fill('Halts');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'View: Halts' })).toBeVisible();
  await page.goto(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill('halt');
  await option(page, 'Halts').click();
  await expect(page).toHaveURL(/q=halted/);

  await page.keyboard.press('Control+k');
  await field(page).fill('theme night');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await expect(page.getByRole('button', { name: /^Theme: night/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);

  // What people do most, from anywhere.
  for (const [typed, path] of [
    ['new rule', '/rules/new'],
    ['send test', '/channels'],
    ['invite', '/team#invite'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field(page).fill(typed);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${program.url}/dashboard${path}`);
  }
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();

  await page.keyboard.press('Control+k');
  await field(page).fill('start trial');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Trial run initiated', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill('sign out');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${program.url}/`);
});

test('every key is in the help, and none works in a field', async ({ page, program }) => {
  await entered(page, program, { email: 'help@desk.example', confirmed: true });
  await expect(page.getByRole('heading', { name: 'Recent alerts' })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const line of ['Find a screen, an action or an alert', 'Next row', 'Search the list', 'Analytics'])
    await expect(help.getByText(line, { exact: true })).toBeVisible();
  await expectAccessible(page);
  // What is below an open dialog does not listen.
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/dashboard\/feedback$/);
  const words = page.getByRole('main').getByRole('textbox').first();
  await words.click();
  await page.keyboard.type('g?a');
  await expect(words).toHaveValue('g?a');
  await expect(help).toHaveCount(0);
  // The palette alone opens from a field, and gives the focus back.
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(words).toBeFocused();
});

test('a phone has them in its menu', async ({ page, program }) => {
  await entered(page, program, { email: 'phone@desk.example', confirmed: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Find' }).click();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
  await option(page, /^Alerts/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectFits(page);
});
