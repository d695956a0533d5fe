import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { newcomer } from './newcomer.ts';
import { expect, test } from './owned-database.ts';

const expectNoAxeFaults = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
};
/** More than any page or list of choices shows: `WIDE:0001` to `WIDE:0620`. */
const MANY = `insert into instruments (id, symbol, name, currency, time_zone, created_at, exchange, tick_size)
  select gen_random_uuid(), 'WIDE:' || lpad(n::text, 4, '0'), 'Company ' || n, 'EUR', 'UTC', now(), 'Wide', '0.01'
    from generate_series(1, 620) n on conflict do nothing`;

const BARS = `insert into bars (instrument_id, timeframe, ts, open, high, low, close)
  select id, '1d', day, 1, 2, 1, 2 from instruments, (values ('2024-01-02'::timestamptz), ('2024-02-05')) as d (day)
   where symbol = 'WIDE:0007'`;

test('instruments are looked through page by page, found, and each has its page', async ({
  page,
  owned: program,
}) => {
  await program.owner.query(MANY);
  await program.owner.query(BARS);
  await newcomer(page, program, 'instruments@desk.example');
  await page.goto(`${program.url}/dashboard/rules`);
  await page.getByRole('main').getByRole('link', { name: 'Instruments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Instruments' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Instruments' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(100);
  await expectNoAxeFaults(page);

  // Found, which the address keeps; nothing found is said.
  await page.keyboard.press('/');
  await page.keyboard.type('spx');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('S&P 500');
  await expect(rows.first()).toContainText('9:30 to 16:00, New York');
  await expect(page).toHaveURL(/\/instruments\?q=spx$/);
  await page.getByLabel('Search instruments').fill('no such thing');
  await expect(page.getByRole('heading', { name: 'No instrument is called that' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(rows).toHaveCount(100);
  await page.getByLabel('Search instruments').fill('company 613');
  await expect(rows).toHaveCount(1);

  // One whose name has a sign in it that addresses know, from the keyboard.
  await page.getByLabel('Search instruments').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'WIDE:0613' })).toBeVisible();
  await expect(page.getByText('None stored yet: rules on it speak once bars come.')).toBeVisible();
  await expect(page.getByText('None: no rule is set on it')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'WIDE:0613' })).toBeVisible();
  await page.goto(`${program.url}/dashboard/instruments/WIDE:0007`);
  await expect(page.getByRole('region', { name: 'Stored bars' })).toContainText('1 day');
  await expect(page.getByRole('region', { name: 'Stored bars' })).toContainText('2 Jan 2024 to 5 Feb 2024');
  await page.goto(`${program.url}/dashboard/instruments/spx`);
  await expect(page.getByRole('heading', { level: 1, name: 'SPX' })).toBeVisible();
  await expectNoAxeFaults(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('region', { name: 'Rules that look at it' })
    .getByRole('link', { name: 'S&P 500 moves 5% or more in a day' })
    .click();
  await expect(page.getByLabel('What it watches')).toHaveValue('SPX');
  await page.goto(`${program.url}/dashboard/instruments/NOPE`);
  await expect(page.getByRole('heading', { name: 'There is no such instrument' })).toBeVisible();
  await page.goto(`${program.url}/dashboard/feeds`);
  await page.getByRole('main').getByRole('link', { name: 'Instruments' }).click();
  await expect(rows).toHaveCount(50);
});

test('the demo shows its instruments, and nothing that could be changed', async ({
  page,
  owned: program,
}) => {
  await page.goto(`${program.url}/demo/instruments`);
  await page.getByRole('link', { name: 'SPX', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'SPX' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Stored bars' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New rule on it' })).toHaveCount(0);
  await expectNoAxeFaults(page);
});
