import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { startFakeNews } from '#tests/fakes/news.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, test as base } from './journey.ts';
import { openedAt, signedIn } from './signed-in.ts';

let binance: FakeExchange;

/** A program that may use the simulated market and a fake Binance on loopback. */
const test = base.extend({
  program: async ({ programs }, use) =>
    use(
      await programs.getAs(`feeds of ${binance.socketUrl}`, {
        env: {
          DEMO: 'off',
          FEEDS: 'simulated,binance',
          PRIVATE_ADDRESSES: 'on',
          FEED_ADDRESSES: `binance ${binance.socketUrl} ${binance.restUrl}`,
        },
      }),
    ),
});
test.beforeAll(async () => {
  binance = await startFakeExchange('binance');
});
test.afterAll(() => binance.stop());

const watched = (page: Page, symbol: string) =>
  page.getByRole('region', { name: 'Watched symbols' }).getByRole('listitem').filter({ hasText: symbol });
const health = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Health' }).getByRole('listitem').filter({ hasText: title });

async function watch(page: Page, feed: string, symbol: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Watch a symbol' });
  await form.getByLabel('Feed').selectOption({ label: feed });
  await form.getByLabel('Symbol').fill(symbol);
  await form.getByRole('button', { name: 'Watch' }).click();
}

/** A page whose console nobody judges: Chromium calls every refusal of the server an error there. */
const ownPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ reducedMotion: 'reduce' })).newPage();

test('symbols are chosen, prices come by themselves, what cannot be believed stands there with its reason', async ({
  browser,
  program,
}) => {
  test.slow();
  const page = await ownPage(browser);
  await openedAt(page, program, { email: 'feeds-owner@desk.example', confirmed: true }, '/feeds');
  await expect(page.getByRole('heading', { name: 'Feeds', level: 1 })).toBeVisible();
  await expect(page.getByText('You’re not watching any symbols yet')).toBeVisible();
  await expect(health(page, 'Binance')).toContainText('Idle');
  await expect(health(page, 'Simulated')).toContainText('Not a real market.');
  await expectAccessible(page);

  // What is wrong is said where it was typed.
  await watch(page, 'Binance', 'NOSUCHCOIN');
  await expect(page.getByText('Binance doesn’t list NOSUCHCOIN.')).toBeVisible();
  await expect(
    page.getByRole('form', { name: 'Watch a symbol' }).getByRole('textbox', { name: 'Symbol' }),
  ).toBeFocused();
  await watch(page, 'Binance', 'x');
  await expect(page.getByText(/isn’t a symbol of Binance: they look like BTCUSDT/)).toBeVisible();

  // Found by its name, and chosen with the keyboard.
  const find = page.getByRole('combobox', { name: 'Find a symbol' });
  await find.fill('bitcoin');
  await expect(
    page.getByRole('option', { name: /^BTCUSDT\s*Bitcoin · Crypto · USDT · Binance/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await find.fill('alder');
  await expect(page.getByRole('option', { name: /^SIM-ALDER/ })).toBeVisible();
  await find.press('Enter');
  await expect(watched(page, 'SIM-ALDER')).toContainText('Simulated');
  await expect(watched(page, 'SIM-ALDER')).toContainText(/\d+\.\d\d USD/, { timeout: 20_000 });
  await expect(health(page, 'Simulated')).toContainText('Live', { timeout: 20_000 });

  await watch(page, 'Binance', 'BTCUSDT');
  await expect(watched(page, 'BTCUSDT')).toContainText('No price yet');
  await expect.poll(() => binance.subscribed(), { timeout: 20_000 }).toEqual(['BTCUSDT']);
  binance.trade('BTCUSDT', '60759.50');
  await expect(watched(page, 'BTCUSDT')).toContainText('60,759.50 USDT', { timeout: 20_000 });
  binance.trade('BTCUSDT', '60800.10');
  await expect(watched(page, 'BTCUSDT')).toContainText('60,800.10 USDT', { timeout: 20_000 });

  // A hundredfold price, and one of nothing.
  binance.trade('BTCUSDT', '6080010.00');
  binance.trade('BTCUSDT', '0');
  const aside = page.getByRole('region', { name: 'Quarantine' });
  await expect(aside).toContainText('Price in another unit', { timeout: 20_000 });
  await expect(aside).toContainText(
    'A price of 6080010.00 beside a last one of 60800.10 is in another unit.',
  );
  await expect(aside).toContainText('Price 0 is not above zero.');
  await expect(watched(page, 'BTCUSDT')).toContainText('60,800.10 USDT');
  await expectAccessible(page);

  // The exchange goes away, and comes back.
  binance.refuse.socket = 503;
  binance.cut();
  await expect(health(page, 'Binance')).toContainText('Maintenance', { timeout: 20_000 });
  await expect(watched(page, 'BTCUSDT')).toContainText('not live');
  await expectAccessible(page);
  binance.refuse.socket = null;
  await expect(async () => {
    binance.beat();
    await expect(health(page, 'Binance')).toContainText('Live', { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'What happened lately' })).toContainText(
    'Binance is live again',
  );

  await page.getByRole('button', { name: 'Leave BTCUSDT' }).click();
  await expect(watched(page, 'BTCUSDT')).toHaveCount(0);
  await expect.poll(() => binance.subscribed(), { timeout: 20_000 }).toEqual([]);
  await expect(health(page, 'Binance')).toContainText('Idle', { timeout: 20_000 });

  // A list, as one pastes it: what there is is watched, what there is not stays to be mended.
  await watch(page, 'Binance', 'ethusdt, nosuchcoin; BTCUSDT');
  await expect(page.getByText('Watching 2 symbols', { exact: true })).toBeVisible();
  const form = page.getByRole('form', { name: 'Watch a symbol' });
  await expect(form).toContainText('Binance doesn’t list NOSUCHCOIN.');
  await expect(form.getByRole('textbox', { name: 'Symbols' })).toHaveValue('NOSUCHCOIN');
  await expect.poll(() => binance.subscribed(), { timeout: 20_000 }).toEqual(['BTCUSDT', 'ETHUSDT']);
});

test('a viewer sees all and changes nothing; a failure is said and can be tried again', async ({
  browser,
  program,
}) => {
  const page = await ownPage(browser);
  const workspaceId = await signedIn(page, program, { email: 'feeds-viewer@desk.example', confirmed: true });
  await program.owner.query(`update members set role = 'viewer' where workspace_id = $1`, [workspaceId]);
  await page.goto(`${program.url}/dashboard/feeds`);
  await expect(page.getByText('An owner, admin or editor can choose symbols to watch.')).toBeVisible();
  await expect(page.getByRole('form', { name: 'Watch a symbol' })).toHaveCount(0);
  await expectAccessible(page);

  await page.route('**/api/v1/feeds', (route) => route.abort('connectionrefused'));
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'The feeds couldn’t be loaded' });
  await expect(alert).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.unroute('**/api/v1/feeds');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(health(page, 'Binance')).toBeVisible();
});

test('fits windows of every width', async ({ page, program }) => {
  await signedIn(page, program, { email: 'feeds-widths@desk.example', confirmed: true });
  await page.goto(`${program.url}/dashboard/feeds`);
  await watch(page, 'Simulated', 'SIM-CEDAR');
  await expect(watched(page, 'SIM-CEDAR')).toContainText(/\d+\.\d\d USD/, { timeout: 20_000 });
  for (const width of [320, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
  }
});

test('news: a source is added, a rule listens, the source says how it is', async ({ page, program }) => {
  test.slow();
  const publisher = await startFakeNews();
  publisher.feed('/rss', ['The bank keeps its rate', 'Another day']);
  await openedAt(page, program, { email: 'news@desk.example', confirmed: true }, '/feeds');
  const form = page.getByRole('form', { name: 'Add a news source' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('Please give the source a name.')).toBeVisible();
  await form.getByLabel('Common sources').selectOption('Central banks · European Central Bank');
  await expect(form.getByText('Please give the source a name.')).toBeHidden();
  await expect(form.getByLabel('Name')).toHaveValue('European Central Bank');
  await expect(form.getByLabel('RSS or Atom address')).toHaveValue(
    'https://www.ecb.europa.eu/rss/press.html',
  );
  await form.getByLabel('Name').fill('Desk');
  await form.getByLabel('RSS or Atom address').fill(`${publisher.url}/rss`);
  await expect(form.getByLabel('Common sources')).toHaveValue('');
  await form.getByRole('button', { name: 'Add' }).click();
  const source = page.getByRole('list', { name: 'News sources' }).getByRole('listitem').first();
  await expect(source.getByText('Not read yet')).toBeVisible();

  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByRole('link', { name: 'Webhooks and news' }).click();
  await page.getByRole('button', { name: 'New news rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Rates');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByText('Please name one keyword at least that must be there.')).toBeVisible();
  await page.getByLabel('Any of these words').fill('rate, rate cut');
  await page.getByLabel('None of these').fill('denied');
  await expect(page.getByRole('checkbox', { name: 'Desk' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create rule' }).click();
  await expect(
    page.getByText('News of all sources that mentions one of “rate”, “rate cut”, but none of “denied”.'),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Feeds' }).click();
  await expect(source.getByText('2 items')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);

  // Another name and address; the rule goes on listening to it.
  publisher.feed('/moved', ['A third day']);
  await source.getByRole('button', { name: 'Change Desk' }).click();
  const change = page.getByRole('form', { name: 'Change Desk' });
  await change.getByLabel('Name').fill('');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText('Please give the source a name.')).toBeVisible();
  await change.getByLabel('Name').fill('Bank');
  await change.getByLabel('RSS or Atom address').fill(`${publisher.url}/moved`);
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  await expect(source.getByText(`${publisher.url}/moved`)).toBeVisible();
  await expect(source.getByText('3 items')).toBeVisible({ timeout: 20_000 });
  await source.getByRole('button', { name: 'Remove Bank' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('There is no source of news yet.')).toBeVisible();
  await publisher.stop();
});

test('a file of bars is imported: what became of it is said, what was put aside stands there, a rule finds the symbol', async ({
  browser,
  program,
}) => {
  test.slow();
  const page = await ownPage(browser);
  await signedIn(page, program, { email: 'importer@desk.example', confirmed: true });
  const other = await page.context().newPage();
  await other.goto(`${program.url}/dashboard/feeds`);
  await expect(other.getByText('Nothing is quarantined.')).toBeVisible();
  await page.goto(`${program.url}/dashboard/feeds`);
  const form = page.getByRole('form', { name: 'Import bars' });
  await form.getByRole('button', { name: 'Import bars' }).click();
  await expect(form.getByText('Name a symbol')).toBeVisible();
  await expect(form.getByText('Choose a file.')).toBeVisible();
  await expect(form.getByLabel('Symbol', { exact: true })).toBeFocused();
  await expectAccessible(page);

  const file = (content: string) => ({ name: 'gme.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const rows =
    'date,open,high,low,close\n2021-01-26,88.56,150,80.2,147.98\n2021-01-27,354.83,380,249,347.51\n';
  await form.getByLabel('Symbol', { exact: true }).fill('gme');
  await form.getByLabel('Trading hours (new symbols)').selectOption('us-equity');
  await form.getByLabel('File').setInputFiles(file('date,open\n2021-01-26,88.56\n'));
  await form.getByRole('button', { name: 'Import bars' }).click();
  await expect(page.getByText(/Nothing was imported\. gme\.csv, line 1: the header lacks/)).toBeVisible();

  await form
    .getByLabel('File')
    .setInputFiles(file(`${rows}2021-01-28,265,483,112.25,19360\n2021-01-29,379.71,413.98,250,325\n`));
  await form.getByRole('button', { name: 'Import bars' }).click();
  const region = page.getByRole('region', { name: 'Import bars' });
  await expect(region.getByText('were imported as')).toBeVisible();
  await expect(region.getByRole('term').filter({ hasText: 'Stored' }).locator('..')).toContainText('3');
  await expect(region.getByRole('list', { name: 'Why rows were quarantined' })).toContainText(
    'Open or close outside low to high: 1 (line 4)',
  );
  await expectAccessible(page);
  // Also on a screen that was open before.
  for (const each of [page, other])
    await expect(each.getByRole('region', { name: 'Quarantine' })).toContainText('gme.csv, line 4', {
      timeout: 20_000,
    });

  await form.getByRole('button', { name: 'Import bars' }).click();
  await expect(region.getByRole('term').filter({ hasText: 'Unchanged' }).locator('..')).toContainText('3');

  // It is listed, its splits can be said, and it can be taken back.
  const owns = page.getByRole('region', { name: 'Imported symbols' });
  await expect(owns.getByText('1 day: 26 Jan 2021 to 29 Jan 2021')).toBeVisible();
  await owns.getByRole('button', { name: 'Splits of GME' }).click();
  const splits = page.getByRole('form', { name: 'Splits of GME' });
  await splits.getByLabel('First day').fill('yesterday');
  await splits.getByRole('button', { name: 'Add' }).click();
  await expect(splits.getByText('A date looks like 2022-07-22.')).toBeVisible();
  await expect(splits.getByText('Say how many new ones there are')).toBeVisible();
  await expect(splits.getByLabel('First day')).toBeFocused();
  await expectAccessible(page);
  await splits.getByLabel('First day').fill('2022-07-22');
  await splits.getByLabel('New shares per old share').fill('4');
  await splits.getByRole('button', { name: 'Add' }).click();
  await expect(owns.getByText('Splits: 4 for 1 on 22 Jul 2022')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await splits.getByRole('button', { name: 'Remove 4 for 1 on 22 Jul 2022' }).click();
  await expect(splits.getByRole('list', { name: 'Known splits' })).toBeHidden();
  await splits.getByRole('button', { name: 'Close' }).click();

  // A jump that looks like a split is put aside, and confirmed with one click.
  const days = Array.from({ length: 40 }, (_, day) => {
    const level = day < 20 ? 400 : 100;
    const date = new Date(Date.UTC(2022, 5, 11 + day)).toISOString().slice(0, 10);
    return `${date},${level},${level + 4},${level - 4},${level + (day % 3)}`;
  });
  await form.getByLabel('File').setInputFiles(file(`date,open,high,low,close\n${days.join('\n')}\n`));
  await form.getByRole('button', { name: 'Import bars' }).click();
  const aside = page.getByRole('region', { name: 'Quarantine' });
  await expect(aside.getByText('Suspected split: 4 for 1 on 1 Jul 2022')).toBeVisible();
  await expectAccessible(page);
  await owns.getByRole('button', { name: 'Confirm split of GME, 4 for 1 on 1 Jul 2022' }).click();
  await expect(owns.getByText('Splits: 4 for 1 on 1 Jul 2022')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Confirm split/ })).toHaveCount(0);

  // Too many rows lost: refused, and imported all the same when told so.
  await form
    .getByLabel('File')
    .setInputFiles(
      file(`date,open,high,low,close\n${days.join('\n').replaceAll(/^(2022-06-1.),/gm, '$1,x')}\n`),
    );
  await form.getByRole('button', { name: 'Import bars' }).click();
  await expect(page.getByText(/9 of its 40 rows cannot be believed/)).toBeVisible();
  await region.getByRole('button', { name: 'Import Anyway' }).click();
  await expect(region.getByRole('term').filter({ hasText: 'Quarantined' }).locator('..')).toContainText('9');

  await owns.getByRole('button', { name: 'Remove GME' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  for (const each of [page, other])
    await expect(each.getByRole('region', { name: 'Imported symbols' })).toBeHidden({ timeout: 20_000 });
});
