import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, mailsTo, test } from './journey.ts';
import { entered } from './signed-in.ts';

test.use({ configuration: 'demo' });

const rows = (page: Page) => page.locator('[data-row-link]');
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name });
const stored = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));

test('VIEW DEMO opens a workspace that is alive, and can only be looked at', async ({ page, program }) => {
  await page.goto(`${program.url}/signup`);
  await page.getByRole('link', { name: 'VIEW DEMO' }).click();
  await page.waitForURL('**/demo');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Dana' })).toBeVisible();
  const about = page.getByRole('complementary', { name: 'About this demo' });
  await expect(about).toContainText('Nothing can be changed');
  await expect(about.getByRole('link', { name: 'Start your free trial' })).toHaveAttribute('href', '/signup');
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  const run = page.getByRole('button', { name: 'Start Trial Run' });
  await expect(run).toBeDisabled();
  await expect(run).toHaveAccessibleDescription('This is a demo: nothing can be changed in it.');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expectAccessible(page);

  await menu(page, 'Alerts').click();
  await expect(page).toHaveURL(/\/demo\/alerts$/);
  await expect(rows(page).first()).toBeVisible();
  const before = (await rows(page).first().getAttribute('href')) ?? '';
  await expect(rows(page).first()).not.toHaveAttribute('href', before, { timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByText('This is a demo: nothing can be changed in it.')).toBeVisible();
});

test('every screen of it says what it is, or why it is not there', async ({ page, program }) => {
  await page.goto(`${program.url}/demo/alerts`);
  await rows(page).nth(3).click({ timeout: 60_000 });
  await expect(page.locator('iframe[title="The message as sent"]')).toHaveAttribute(
    'srcdoc',
    /S&amp;P 500 \(SPX\.REC\)/,
  );
  await expect(page.getByRole('region', { name: 'Deliveries' })).toContainText('2 recorded');
  await expect(page.getByRole('region', { name: 'Deliveries' })).toContainText('traders@demo.example');
  await expectAccessible(page);

  await menu(page, 'Analytics').click();
  const totals = page.getByLabel('Totals');
  await expect(totals).toContainText('Recorded');
  await expect(totals).not.toContainText(/0\.0 s|\d{4,}%/);
  await expectAccessible(page);
  // What a brand has can be read, and nothing in it changed.
  await menu(page, 'Brands').click();
  await page.getByRole('list', { name: 'Brands' }).getByRole('link', { name: 'Hafen Invest' }).click();
  await expect(page.getByRole('region', { name: 'Words', exact: true })).toContainText('Europe/Berlin');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  // Templates and the writer show what they make of an alert, and keep nothing.
  await menu(page, 'Templates').click();
  await page.getByRole('link', { name: 'Preview Rich' }).click();
  await expect(page.locator('iframe[title^="Preview of"]')).toHaveAttribute('srcdoc', /S&amp;P 500/);
  await expect(page.getByRole('button', { name: 'Send a test to me' })).toHaveCount(0);
  await expectAccessible(page);
  await menu(page, 'Writer').click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Built-in writer' })).toContainText('S&P 500');
  await expectAccessible(page);
  await menu(page, 'Settings').click();
  await expect(page.getByText('Settings isn’t part of the demo')).toBeVisible();
  await expectAccessible(page);

  expect(await mailsTo(program, '@demo.example')).toEqual([]);
  await page.getByRole('button', { name: 'Leave the demo' }).click();
  await page.waitForURL(`${program.url}/`);
  expect(await stored(page)).toBe('[]');
});

test('the palette finds alerts and screens of the demo, and nothing that is refused there', async ({
  page,
  program,
}) => {
  await page.goto(`${program.url}/demo/alerts`);
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  await field.fill('s&p');
  await expect(palette.getByRole('group', { name: 'Alerts' }).getByRole('option').first()).toBeVisible();
  await expect(palette.getByRole('group', { name: 'Rules' })).toHaveCount(0);
  await field.fill('calendar');
  await expect(palette.getByText('No results.')).toBeVisible();
  expect(refused).toEqual([]);
});

test('a signed-in visitor’s session stays unchanged', async ({ page, program }) => {
  await entered(page, program, { name: 'Grace Hopper', email: 'grace@harbor.example' });
  // The current workspace is stored once the server has returned it.
  await expect.poll(() => stored(page)).toContain('bellwire.workspace');
  const before = await stored(page);
  expect(before).toContain('bellwire.auth');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/')) asked.push(request.url());
  });
  await page.goto(`${program.url}/demo/alerts`);
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Bellwire, dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Dana' })).toBeVisible();
  expect(asked).toEqual([]);
  expect(await stored(page)).toBe(before);
  await page.goto(`${program.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Grace' })).toBeVisible();
});

test('what is asked by hand is refused as well', async ({ page, program }) => {
  const asking = page.waitForRequest('**/api/v1/me');
  await page.goto(`${program.url}/demo`);
  const { authorization = '' } = (await asking).headers();
  expect(authorization).toMatch(/^Bearer demo_/);
  const refused = async (method: string, path: string) => {
    const answer = await fetch(`${program.url}${path}`, {
      method,
      headers: { authorization, apikey: 'x', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await refused('POST', '/api/v1/trial-runs')).toEqual([403, 'demo_read_only']);
  expect(await refused('POST', '/api/v1/notifications/read')).toEqual([403, 'demo_read_only']);
  expect(await refused('DELETE', '/api/v1/views/01900000-0000-7000-8000-000000000001')).toEqual([
    403,
    'demo_read_only',
  ]);
  expect(await refused('GET', '/api/v1/security/sessions')).toEqual([403, 'demo_read_only']);
  // Nor is it a session anywhere else.
  for (const path of ['/auth/v1/user', '/rest/v1/subscriptions?select=*'])
    expect((await refused('GET', path))[0]).toBeGreaterThanOrEqual(400);
});

test('a server without a demo says so, and where to go instead', async ({ browser, programs }) => {
  const program = await programs.get('usual');
  // A page of its own: the refusal stands in the browser's console.
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${program.url}/demo`);
  await expect(page.getByRole('heading', { name: 'The demo is switched off here' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See how it works' }).click();
  await expect(page).toHaveURL(`${program.url}/#how-it-works`);
  await page.context().close();
});
