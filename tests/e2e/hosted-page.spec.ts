import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from './journey.ts';
import { openedAt } from './signed-in.ts';

test('an alert goes to a public page, which anyone reads in a browser or a feed reader', async ({
  page,
  program,
  browser,
}) => {
  test.setTimeout(200_000);
  await openedAt(page, program, { email: 'hosted-page@desk.example', confirmed: true }, '/channels');
  await page.getByRole('button', { name: 'Connect Hosted page' }).click();
  const form = page.getByRole('form', { name: 'Connect Hosted page' });
  await form.getByLabel('Address of the page').fill('journey-desk');
  await form.getByRole('button', { name: 'Check and connect' }).click();
  const places = page.getByRole('list', { name: 'Places of Hosted page' });
  await expect(places.getByRole('link', { name: '/p/journey-desk of Hosted page' })).toHaveAttribute(
    'href',
    `${program.url}/p/journey-desk`,
  );
  await expect(places.getByRole('link', { name: 'RSS' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Rules' }).first().click();
  await page.getByRole('link', { name: 'Webhooks and news' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Desk signals');
  await page.getByRole('button', { name: 'Add a route' }).click();
  await page.getByRole('checkbox', { name: 'Hosted page' }).check();
  await page.getByRole('button', { name: 'Create rule' }).click();
  const sheet = page.getByRole('region', { name: 'Address of Desk signals' });
  const address = (await sheet.locator('code.select-all').textContent()) ?? '';
  const data = '{"ticker":"BINANCE:BTCUSDT","close":25012.50,"action":"sell"}';
  await page.request.post(address, { data, headers: { 'Content-Type': 'text/plain' } });

  // Someone without an account, and without script.
  const anyone = await browser.newContext({ javaScriptEnabled: false });
  const reader = await anyone.newPage();
  const alert = reader.getByRole('link', { name: 'BINANCE:BTCUSDT: sell at 25012.50' });
  // Browsers keep the page for a minute, so it's first opened when the alert is there.
  const feed = async () => page.request.get(`${program.url}/p/journey-desk/feed.xml`);
  await expect
    .poll(async () => (await feed()).text(), { timeout: 30_000 })
    .toContain('<title>BINANCE:BTCUSDT: sell at 25012.50</title>');
  expect((await feed()).headers()['content-type']).toBe('application/rss+xml; charset=utf-8');
  await reader.goto(`${program.url}/p/journey-desk`);
  await alert.click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('BINANCE:BTCUSDT: sell at 25012.50');
  const one = new URL(reader.url()).pathname;
  await reader.getByRole('link', { name: /^All alerts from / }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Alerts');
  await anyone.close();

  // On a trading desktop, the widget on another site announces the instrument of an alert that is opened.
  // A site elsewhere may load scripts from this machine only with a permission.
  const desktop = await browser.newContext({ permissions: ['local-network-access'] });
  await desktop.route('http://desk.localhost/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Desk</title><body><script src="${program.url}/p/journey-desk/widget.js" async></script>`,
    }),
  );
  const site = await desktop.newPage();
  await site.addInitScript(() => {
    const announced: object[] = [];
    Object.assign(window, {
      announced,
      fdc3: { broadcast: async (context: object) => void announced.push(context) },
    });
  });
  await site.goto('http://desk.localhost/');
  const widget = site.frameLocator('iframe[title="Alerts"]');
  const opened = site.waitForEvent('popup');
  await widget.getByRole('link', { name: 'BINANCE:BTCUSDT: sell at 25012.50' }).click();
  expect(new URL((await opened).url()).pathname).toBe(one);
  expect(await site.evaluate(() => Reflect.get(window, 'announced'))).toEqual([
    { type: 'fdc3.instrument', name: 'BTCUSDT', id: { ticker: 'BTCUSDT' }, market: { name: 'BINANCE' } },
  ]);
  await desktop.close();

  // And as it is drawn, by the rules for everyone's eyes.
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['/p/journey-desk', one]) {
    await page.goto(`${program.url}${path}`);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
