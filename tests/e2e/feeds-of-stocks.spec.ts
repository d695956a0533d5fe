import type { Browser, Page } from '@playwright/test';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { sessionsOf } from '#src/engine/market/sessions/sessions.ts';
import { expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { FAKE_KEY, type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { expectFits } from '#tests/support/fits.ts';
import { choose } from './choose.ts';
import { expect, test as base } from './journey.ts';
import { openedAt } from './signed-in.ts';

let alpaca: FakeExchange;

const test = base.extend({
  program: async ({ programs }, use) =>
    use(
      await programs.getAs(`stocks of ${alpaca.socketUrl}`, {
        env: {
          DEMO: 'off',
          FEEDS: 'simulated',
          PRIVATE_ADDRESSES: 'on',
          FEED_ADDRESSES: `alpaca ${alpaca.socketUrl} ${alpaca.restUrl}`,
        },
      }),
    ),
});
test.beforeAll(async () => {
  alpaca = await startFakeExchange('alpaca');
});
test.afterAll(() => alpaca.stop());

const MINUTE = 60_000;
/** The open of the last session that is over: trades come from it whatever the time is now. */
function lastOpen(): number {
  const sessions = sessionsOf(CALENDARS['us-equity']);
  for (let at = Math.floor(Date.now() / (30 * MINUTE)) * 30 * MINUTE; ; at -= 30 * MINUTE) {
    const found = sessions.at(at);
    if (found && found.close < Date.now()) return found.open;
  }
}

const ownPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ reducedMotion: 'reduce' })).newPage();

test('a source of stocks is connected with a key, a rule on one of its symbols alerts, and a revoked key is said so', async ({
  browser,
  program,
}) => {
  test.slow();
  const page = await ownPage(browser);
  await openedAt(page, program, { email: 'stocks@desk.example', confirmed: true }, '/feeds');
  const sources = page.getByRole('region', { name: 'Stocks and other markets' });
  await sources.getByRole('button', { name: 'Connect Alpaca' }).click();
  const form = page.getByRole('form', { name: 'Connect Alpaca' });
  await form.getByRole('button', { name: 'Connect' }).click();
  await expect(form.getByText('Enter the key ID')).toBeVisible();
  await form.getByLabel('Key ID').fill(FAKE_KEY.keyId);
  await form.getByLabel('Secret key', { exact: true }).fill('not the secret');
  await form.getByRole('button', { name: 'Connect' }).click();
  await expect(form.getByText('Alpaca doesn’t know this key ID and secret.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
  }
  await form.getByLabel('Secret key', { exact: true }).fill(FAKE_KEY.secret);
  await form.getByRole('button', { name: 'Connect' }).click();
  await expect(sources.getByText('0 of 30')).toBeVisible();
  await expect(sources.getByText('IEX (free) · Real time')).toBeVisible();
  await sources.getByRole('button', { name: 'Check Alpaca' }).click();
  await expect(page.getByText('The key works', { exact: true })).toBeVisible();

  const watching = page.getByRole('form', { name: 'Watch a symbol' });
  await watching.getByLabel('Feed').selectOption({ label: 'Alpaca' });
  await watching.getByLabel('Symbols').fill('aapl');
  await watching.getByRole('button', { name: 'Watch' }).click();
  const watched = page.getByRole('region', { name: 'Watched symbols' }).getByRole('listitem');
  await expect(watched.filter({ hasText: 'AAPL' })).toContainText('Apple Inc. Common Stock · 9:30 to 16:00');
  await expect.poll(() => alpaca.subscribed(), { timeout: 20_000 }).toEqual(['AAPL']);
  await expect(sources.getByText('1 of 30')).toBeVisible();

  // A rule like any other.
  await page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('link', { name: 'New rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Apple above 230');
  await choose(page, 'Symbol or watchlist', 'aapl', /^ALPACA:AAPL /);
  await page.getByLabel('Timeframe', { exact: true }).selectOption('1m');
  await page.getByRole('radio', { name: 'Text' }).check();
  await page.getByLabel('Condition', { exact: true }).fill('close crosses above 230');
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Apple above 230' })).toBeVisible();

  const open = lastOpen();
  let minute = 30;
  const trade = (price: string): void =>
    void alpaca.trade('AAPL', price, { at: open + (minute += 1) * MINUTE + 5_000, size: '100' });
  const menu = page.getByRole('navigation', { name: 'Account area' });
  await menu.getByRole('link', { name: 'Alerts' }).click();
  // The engine knows of a new rule within a second or two.
  await expect(async () => {
    for (const price of ['228.10', '228.40', '231.50', '231.60']) trade(price);
    await expect(page.getByRole('main')).toContainText('ALPACA:AAPL', { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });

  // The key is revoked at Alpaca.
  await page.getByRole('link', { name: 'Feeds' }).click();
  await expect(watched.filter({ hasText: 'AAPL' })).toContainText('231.60 USD');
  alpaca.keys.clear();
  alpaca.cut();
  await expect(sources.getByText(/^Alpaca rejected the key\..* replace the key here\.$/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await sources.getByRole('button', { name: 'Remove Alpaca' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(sources.getByRole('button', { name: 'Connect Alpaca' })).toBeVisible();
  await expect(watched.filter({ hasText: 'AAPL' })).toHaveCount(0);
});
