import { expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { choose } from './choose.ts';
import { expect, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

/** More than any page or list of choices shows: `WIDE:0001` to `WIDE:0620`. */
const MANY = `insert into instruments (id, symbol, name, currency, time_zone, created_at, exchange, tick_size)
  select gen_random_uuid(), 'WIDE:' || lpad(n::text, 4, '0'), 'Company ' || n, 'EUR', 'UTC', now(), 'Wide', '0.01'
    from generate_series(1, 620) n on conflict do nothing`;

const BARS = `insert into bars (instrument_id, timeframe, ts, open, high, low, close)
  select id, '1d', day, 1, 2, 1, 2 from instruments, (values ('2024-01-02T00:00Z'::timestamptz), ('2024-02-05T00:00Z')) as d (day)
   where symbol = 'WIDE:0007'`;

test('instruments are looked through page by page, found, and each has its page', async ({
  page,
  program,
}) => {
  await program.owner.query(MANY);
  await program.owner.query(BARS);
  await signedIn(page, program, { email: 'instruments@desk.example' });
  await page.goto(`${program.url}/dashboard/rules`);
  await page.getByRole('main').getByRole('link', { name: 'Instruments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Instruments' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Instruments' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(100);
  await expectAccessibleInBothThemes(page);

  // On a phone a row is two or three lines high, and says the same.
  const row = rows.filter({ hasText: 'WIDE:0001' });
  const currency = row.getByText('EUR', { exact: true }).filter({ visible: true });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(currency).toHaveCount(1);
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(90);
  }

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
  await expect(page.getByText('None stored yet. Rules on it can trigger once there are bars.')).toBeVisible();
  await expect(page.getByText('No rules use this symbol')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'WIDE:0613' })).toBeVisible();
  await page.goto(`${program.url}/dashboard/instruments/WIDE:0007`);
  await expect(page.getByRole('region', { name: 'Stored bars' })).toContainText('1 day');
  await expect(page.getByRole('region', { name: 'Stored bars' })).toContainText('2 Jan 2024 to 5 Feb 2024');
  await page.goto(`${program.url}/dashboard/instruments/spx`);
  await expect(page.getByRole('heading', { level: 1, name: 'SPX' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('region', { name: 'Rules that look at it' })
    .getByRole('link', { name: 'S&P 500 moves 5% or more in a day' })
    .click();
  await expect(page.getByRole('combobox', { name: 'Symbol or watchlist' })).toHaveValue('SPX · S&P 500');
  await page.goto(`${program.url}/dashboard/feeds`);
  await page.getByRole('main').getByRole('link', { name: 'Instruments' }).click();
  await expect(rows).toHaveCount(50);
});

test('a chart is read, moved by keys, and leads to a rule at a price', async ({ page, program }) => {
  await signedIn(page, program, { email: 'chart@desk.example' });
  await page.goto(`${program.url}/dashboard/instruments/SPX`);
  const section = page.getByRole('region', { name: 'Chart', exact: true });
  const chart = section.locator('figure');
  await expect(chart.locator('canvas').first()).toBeVisible({ timeout: 20_000 });
  await expect(section.getByRole('link', { name: '1d' })).toHaveAttribute('aria-current', 'true');
  const legend = section.locator('p[aria-live]');
  const newest = await legend.textContent();
  expect(newest).toMatch(/O [\d,.]+H [\d,.]+L [\d,.]+C [\d,.]+/);
  await expect(page.getByRole('region', { name: 'Data quality' })).toContainText('None in 30 days');
  await expect(page.getByRole('region', { name: 'Events' })).not.toContainText('Loading');
  await expectAccessibleInBothThemes(page);

  // By keys: to the newest bar, three back, and its price into a rule.
  await chart.focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', '-', '+'])
    await page.keyboard.press(key);
  await expect(legend).not.toHaveText(newest ?? '');
  await page.keyboard.press('Enter');
  const menu = section.getByRole('region', { name: /^At / });
  await expect(menu.getByRole('link', { name: /^Alert me here/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(chart).toBeFocused();

  await chart.click({ button: 'right', position: { x: 200, y: 120 } });
  const level = (await menu.getAttribute('aria-label'))?.replace('At ', '') ?? '';
  await menu.getByRole('link', { name: /^Alert me here/ }).click();
  await expect(page.getByRole('combobox', { name: 'Symbol or watchlist' })).toHaveValue('SPX · S&P 500');
  await expect(page.locator('[data-reading]')).toContainText(`The close crosses ${level}`);

  await page.goBack();
  await section.getByLabel('Alert me at').fill('none');
  await section.getByRole('button', { name: 'Create rule' }).click();
  await expect(section.getByText('Enter a price above 0, such as 118.5.')).toBeVisible();
  await section.getByLabel('Alert me at').fill('2500.5');
  await section.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.locator('[data-reading]')).toContainText('The close crosses 2500.5');
});

test('a rule and a watchlist take any instrument there is, and keep what they have', async ({
  page,
  program,
}) => {
  await program.owner.query(MANY);
  await signedIn(page, program, { email: 'chooses@desk.example' });
  await page.goto(`${program.url}/dashboard/instruments/WIDE%3A0601`);
  await page.getByRole('link', { name: 'New rule' }).click();
  const target = page.getByRole('combobox', { name: 'Symbol or watchlist' });
  await expect(target).toHaveValue('WIDE:0601 · Company 601');
  await expect(target).toHaveAccessibleDescription(/Wide · EUR · step 0\.01/);

  // By keyboard: what is typed is looked for, arrows move, Enter chooses, Escape leaves all as it was.
  await target.focus();
  await page.keyboard.press('ArrowDown');
  const choices = page.getByRole('listbox', { name: 'Choices' });
  await expect(choices.getByRole('option')).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(choices).toHaveCount(0);
  await expect(target).toHaveValue('WIDE:0601 · Company 601');
  await page.keyboard.type('wide:06');
  await expect(choices.getByRole('option').first()).toContainText('WIDE:0600');
  await expect(page.getByText('There are more. Type part of the name.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(choices.locator('[data-active]')).toContainText('WIDE:0602');
  await page.keyboard.press('Enter');
  await expect(target).toHaveValue('WIDE:0602 · Company 602');
  await expect(target).toBeFocused();
  // Left in the midst of it: nothing has changed; a whole name is meant.
  await target.fill('spx');
  await expect(choices.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(target).toHaveValue('SPX · S&P 500');
  await target.fill('company 6');
  await expect(choices.getByRole('option').first()).toContainText('WIDE:');
  await page.keyboard.press('Tab');
  await expect(target).toHaveValue('SPX · S&P 500');
  await target.fill('nothing is called that');
  await expect(page.getByText('No results.')).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'Symbol or watchlist', 'company 619', 'WIDE:0619');
  await choose(page, 'Symbol compared with in row 1', '0618', 'WIDE:0618');
  await expect(page.getByRole('combobox', { name: 'Symbol compared with in row 1' })).toHaveValue(
    'of WIDE:0618',
  );
  await page.setViewportSize({ width: 320, height: 800 });
  await target.click();
  await expect(choices.getByRole('option').first()).toBeVisible();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Name', { exact: true }).fill('Far down the list');
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Far down the list' })).toBeVisible();
  await page.reload();
  await expect(target).toHaveValue('WIDE:0619 · Company 619');

  // A list that is pasted, and one that is found and added; the one that is there stays once.
  await page.goto(`${program.url}/dashboard/rules/watchlists`);
  await page.getByRole('button', { name: 'New watchlist' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Wide');
  await page.getByLabel('Symbols').fill('wide:0001, WIDE:0002;spx');
  await choose(page, 'Find one to add', 'company 603', 'WIDE:0603');
  await expect(page.getByText('WIDE:0603 is added.')).toBeVisible();
  await choose(page, 'Find one to add', 'spx', 'SPX');
  await expect(page.getByText('SPX is in the list already.')).toBeVisible();
  await expect(page.getByLabel('Symbols')).toHaveValue('wide:0001, WIDE:0002;spx WIDE:0603');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Watchlists' })).toContainText(
    'SPX WIDE:0001 WIDE:0002 WIDE:0603',
  );
  await page.goto(`${program.url}/dashboard/rules/new`);
  await choose(page, 'Symbol or watchlist', 'wide', 'Watchlist Wide (4)');
  await expect(target).toHaveValue('Watchlist Wide (4)');
});
