import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { newcomer } from './newcomer.ts';
import { expect, test } from './owned-database.ts';

const COUNT = 1_200;

const rows = (page: Page) => page.locator('[data-row-link]');

test('a new workspace is told the next step', async ({ page, owned: program }) => {
  await newcomer(page, program, 'new@desk.example');
  await page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing on the wire yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the trial run' }).click();
  await expect(page.getByRole('button', { name: 'Start Trial Run' })).toBeVisible();
});

test('the list is filtered, searched, scrolled to its end and kept as a view', async ({
  page,
  owned: program,
}) => {
  const workspaceId = await newcomer(page, program, 'full@desk.example');
  await fillWithAlerts(program.owner, { workspaceId, count: COUNT, until: new Date(Date.now() - 60_000) });
  await page.goto(`${program.url}/dashboard/alerts`);
  await expect(rows(page).first()).toBeVisible();

  // Only the rows in sight are drawn, to the very end.
  for (
    let turn = 0;
    turn < 40 && !(await page.getByText(`All ${COUNT.toLocaleString('en-US')} alerts`).isVisible());
    turn += 1
  ) {
    await page.keyboard.press('End');
    await page.waitForTimeout(100);
  }
  await expect(page.getByText('All 1,200 alerts are shown.')).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(100);

  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Failed', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByText('All 12 alerts are shown.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Status: Failed' })).toBeFocused();

  // A name keeps it, also over a reload; Undo brings a deleted one back.
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Give the view a name.')).toBeVisible();
  await page.getByLabel('Keep this filter as').fill('Failures');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'View: Failures' })).toBeVisible();
  await page.goto(`${program.url}/dashboard/alerts`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Delete the view Failures' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Failures' }).click();
  await expect(page.getByText('All 12 alerts are shown.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/dashboard\/alerts$/);

  // The keyboard: / searches, j and k walk, Enter opens; Back has the search again.
  await page.keyboard.press('/');
  await page.keyboard.type('halted');
  await expect(page.getByText('All 2 alerts are shown.')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /is halted/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search alerts' })).toHaveValue('halted');

  await page.getByRole('searchbox', { name: 'Search alerts' }).fill('zebra');
  await expect(page.getByRole('heading', { name: 'No alert fits this filter' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all alerts' }).click();
  await expect(rows(page).first()).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('one alert shows what was sent, to whom and how it came to that, and can be taken along', async ({
  page,
  owned: program,
}) => {
  await newcomer(page, program, 'one@desk.example');
  await program.owner.query(`update users set email_confirmed_at = now() where email = 'one@desk.example'`);
  await page.reload();
  await page.getByRole('button', { name: 'Start Trial Run' }).first().click();
  await page
    .getByRole('row', { name: /S&P 500/ })
    .getByRole('link')
    .click();

  const mail = page.locator('iframe[title="The mail as sent"]');
  await expect(mail).toHaveAttribute('srcdoc', /S&amp;P 500 \(SPX\) closed at 2,663\.68/);
  await expect(mail).toHaveAttribute('sandbox', '');
  await page.getByRole('button', { name: 'Text' }).click();
  await expect(page.getByText('S&P 500 (SPX) closed at 2,663.68')).toBeVisible();
  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  await expect(deliveries).toContainText('one@desk.example');
  await expect(deliveries).toContainText('1 sent');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem')).toContainText([
    /Being written.*Detection: found by a trial run/,
    /Approved.*a trial run goes only to the one who started it/,
    /Sending/,
    /Sent/,
  ]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^SPX-2020-04-06-[0-9a-f]{6}\.json$/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('rows that come in wait while somebody reads further down', async ({ page, owned: program }) => {
  const workspaceId = await newcomer(page, program, 'live@desk.example');
  await fillWithAlerts(program.owner, { workspaceId, count: 300, until: new Date(Date.now() - 60_000) });
  await page.goto(`${program.url}/dashboard/alerts`);
  await expect(rows(page).first()).toBeVisible();
  await page.mouse.wheel(0, 4_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
  const before = await page.evaluate(() => window.scrollY);

  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}').access_token as string,
  );
  await fetch(`${program.url}/api/v1/trial-runs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  const pill = page.getByRole('button', { name: '1 new alert' });
  await expect(pill).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await pill.click();
  await expect(rows(page).first()).toContainText('S&P 500');
});

// A page of its own: the refusal stands in the browser's console, which fails every other page.
test('a refusal is told, and the list can be asked for again', async ({ browser, owned: program }) => {
  const page = await (await browser.newContext()).newPage();
  // Nothing asks again by itself: only the button does.
  await page.route('**/api/v1/stream', (route) => route.abort());
  const workspaceId = await newcomer(page, program, 'error@desk.example');
  await fillWithAlerts(program.owner, { workspaceId, count: 30, until: new Date(Date.now() - 60_000) });
  const problem = { title: 'Your role does not allow this.', code: 'forbidden' };
  await page.route('**/api/v1/alerts?**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    }),
  );
  await page.goto(`${program.url}/dashboard/alerts`);
  await expect(page.getByRole('heading', { name: 'Your alerts could not be loaded' })).toBeVisible();
  await expect(page.getByText(problem.title)).toBeVisible();
  await page.unroute('**/api/v1/alerts?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.context().close();
});
