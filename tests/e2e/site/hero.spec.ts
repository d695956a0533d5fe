import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, siteTest as test } from '../journey.ts';

const stage = (page: Page) => page.locator('[data-hero="stage"]');
const part = (page: Page, name: string) => stage(page).locator(`[data-hero="${name}"]`);
/** A click and no `check`: a series that can't be loaded gives the choice back at once. */
const choose = (page: Page, name: RegExp) => stage(page).getByRole('radio', { name }).click({ force: true });

/** The page's time moves only when the test moves it. */
const standStill = async (page: Page): Promise<void> => {
  await page.clock.install({ time: '2026-01-05T10:00:00Z' });
  await page.clock.pauseAt('2026-01-05T10:00:01Z');
};

/** What the page shows of the event, as text; and its chart. */
const shown = async (page: Page) => ({
  headline: await part(page, 'headline').textContent(),
  change: await part(page, 'change').textContent(),
  lead: await part(page, 'lead').textContent(),
  rule: await part(page, 'rule').textContent(),
  chart: await part(page, 'wide').innerHTML(),
});

test.describe('without motion', () => {
  test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  test('it is a still, and another series changes the event at once', async ({ page, program }) => {
    await page.goto(program.url);
    await expect(part(page, 'headline')).toHaveText('S&P 500 falls 11.98% in one session');
    await expect(part(page, 'change')).toHaveText('−11.98%');
    await expect(part(page, 'status')).toHaveText('30 of 30 bars checked');
    await expect(part(page, 'button')).toBeHidden();
    await expect(stage(page).locator('[data-waiting]')).toHaveCount(0);
    const first = await shown(page);
    const markup = await stage(page).innerHTML();

    await choose(page, /Oct 2008/);
    await expect(part(page, 'headline')).toHaveText('S&P 500 rises 11.58% in one session');
    await expect(part(page, 'said')).toHaveText(/^S&P 500 rises 11\.58%/);
    await expect(stage(page).locator('[data-waiting]')).toHaveCount(0);
    expect((await shown(page)).chart).not.toBe(first.chart);
    await expect(part(page, 'wide')).toContainText('11.58%');

    await choose(page, /Apple/);
    await expect(part(page, 'headline')).toHaveText('Apple opens 8.28% higher');
    await expect(part(page, 'lead')).toContainText('It closed at 81.11.');
    await expect(part(page, 'rule')).toContainText('gaps of 5% or more');

    // Back again the script has written what the build had: one view, drawn twice.
    await choose(page, /Mar 2020/);
    await expect(part(page, 'headline')).toHaveText('S&P 500 falls 11.98% in one session');
    expect(await shown(page)).toEqual(first);
    const plain = (html: string) =>
      html.replace(/<p[^>]*data-hero="said".*?<\/p>/, '').replaceAll(/style="[^"]*"/g, '');
    expect(plain(await stage(page).innerHTML())).toBe(plain(markup));
  });

  test('the keys choose a series', async ({ page, program }) => {
    await page.goto(program.url);
    await stage(page)
      .getByRole('radio', { name: /Mar 2020/ })
      .focus();
    await page.keyboard.press('ArrowRight');
    await expect(part(page, 'headline')).toHaveText('S&P 500 rises 11.58% in one session');
  });

  test('a series that does not come leaves what was there, and says so', async ({ page, program }) => {
    await page.route('**/market/*.json', (route) => route.fulfill({ status: 200, body: 'cut off' }));
    await page.goto(program.url);
    await choose(page, /Apple/);
    await expect(part(page, 'status')).toHaveText(
      'That series couldn’t be loaded. Check the connection and choose it again.',
    );
    await expect(stage(page).getByRole('radio', { name: /Mar 2020/ })).toBeChecked();
    await expect(part(page, 'headline')).toHaveText('S&P 500 falls 11.98% in one session');
    await page.unroute('**/market/*.json');
    await choose(page, /Apple/);
    await expect(part(page, 'headline')).toHaveText('Apple opens 8.28% higher');
  });
});

test.describe('with motion', () => {
  test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

  test('it plays once, can be paused, and is played again', async ({ page, program }) => {
    await standStill(page);
    await page.goto(program.url);
    const button = part(page, 'button');
    await expect(button).toHaveAccessibleName('Pause');
    await expect(button).toHaveAttribute('data-state', 'playing');
    await page.clock.runFor(800);
    await expect(part(page, 'status')).toHaveText(/^1\d of 30 bars checked$/);
    await expect(part(page, 'headline')).toHaveAttribute('data-waiting');
    // The chart is seen as far as the bars that have closed.
    const drawn = () =>
      part(page, 'chart').evaluate((chart) =>
        Math.min(30, Math.round(Number(chart.style.getPropertyValue('--closed')) * 30)),
      );
    const closed = async () => Number.parseInt((await part(page, 'status').textContent()) ?? '', 10);
    expect(await drawn()).toBe(await closed());

    await button.click();
    await expect(button).toHaveAttribute('data-state', 'paused');
    const stopped = await part(page, 'status').textContent();
    await page.clock.runFor(3000);
    await expect(part(page, 'status')).toHaveText(stopped ?? '');

    await button.click();
    await page.clock.runFor(5000);
    await expect(button).toHaveAttribute('data-state', 'ended');
    await expect(stage(page).locator('[data-waiting]')).toHaveCount(0);
    expect(await drawn()).toBe(30);
    await page.clock.runFor(10_000);
    await expect(button).toHaveAttribute('data-state', 'ended');

    await button.click();
    await page.clock.runFor(100);
    await expect(stage(page).locator('[data-waiting]')).not.toHaveCount(0);
    await page.clock.runFor(5000);
    await expect(part(page, 'status')).toHaveText('30 of 30 bars checked');
  });

  test('it stands still out of view', async ({ page, program }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await standStill(page);
    await page.goto(program.url);
    await part(page, 'chart').scrollIntoViewIfNeeded();
    await expect(part(page, 'button')).toHaveAttribute('data-state', 'playing');
    await page.clock.runFor(1000);
    await page.locator('footer').last().scrollIntoViewIfNeeded();
    // The observer reports with a frame of the real browser; then the page's own clock moves nothing.
    await expect
      .poll(async () => {
        const before = await part(page, 'status').textContent();
        await page.clock.runFor(200);
        return (await part(page, 'status').textContent()) === before;
      })
      .toBe(true);
    await part(page, 'chart').scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return part(page, 'button').getAttribute('data-state');
      })
      .toBe('ended');
  });

  test('nothing moves its place while it plays', async ({ page, program }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry.startTime > ((window as never as { from?: number }).from ?? Infinity))
            shifts.push((entry as never as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(program.url);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => Object.assign(window, { from: performance.now() }));
    await expect(part(page, 'button')).toHaveAttribute('data-state', 'playing');
    await expect(part(page, 'button')).toHaveAttribute('data-state', 'ended');
    expect(await page.evaluate(() => (window as never as { shifts: number[] }).shifts)).toEqual([]);
  });
});

test('without script it is the same still, with nothing that cannot be used', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(program.url);
  await expect(part(page, 'headline')).toHaveText('S&P 500 falls 11.98% in one session');
  await expect(stage(page).getByRole('radio').first()).toBeHidden();
  await expect(part(page, 'button')).toBeHidden();
  await context.close();
});

test('the page needs at most 10 kB of script before anyone uses it, and no data', async ({
  page,
  program,
}) => {
  const scripts = new Map<string, number>();
  const paths: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    paths.push(pathname);
    if (pathname.endsWith('.js')) scripts.set(pathname, gzipSync(await response.body(), { level: 9 }).length);
  });
  await page.goto(program.url, { waitUntil: 'networkidle' });
  const inline = await page
    .locator('script:not([src]):not([type="application/json"]):not([type="application/ld+json"])')
    .allTextContents();
  const sum = [...scripts.values(), ...inline.map((text) => gzipSync(text).length)].reduce(
    (a, b) => a + b,
    0,
  );
  expect(scripts.size).toBeGreaterThan(1);
  expect(sum, JSON.stringify([...scripts])).toBeLessThanOrEqual(10 * 1024);
  expect(paths.filter((path) => path.endsWith('.json'))).toEqual([]);
});

test('every series the page offers is served, each bar a line of its source', async ({ page, program }) => {
  await page.goto(program.url);
  const ids = await stage(page)
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));
  expect(ids.length).toBeGreaterThanOrEqual(3);
  const sources = ['vega-datasets/data/sp500-2000.csv', '@observablehq/sample-datasets/aapl.csv']
    .map((file) => readFileSync(`node_modules/${file}`, 'utf8'))
    .join('\n');
  for (const id of ids) {
    const answer = await fetch(`${program.url}/market/${id}.json`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const { rows } = (await answer.json()) as { rows: string[] };
    expect(rows).toHaveLength(30);
    for (const row of rows) {
      const [date, open, high, low, close] = row.split(',');
      expect(sources).toContain(`${date},${open},${high},${low},${close},`);
    }
  }
});

test('each figure of an alert leads to its candle, its rule and its calculation', async ({
  page,
  program,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(program.url);
  const section = page.locator('#trace');
  await section.scrollIntoViewIfNeeded();
  const figures = section.getByRole('button');
  const lines = section.locator('[data-trace="wires"] path');
  // One to each of the two candles, to the rule and to the calculation, before anything is done.
  await expect(lines).toHaveCount(4);
  await expect(section).toContainText('(2,386.129883 − 2,711.02002) ÷ 2,711.02002 × 100 = −11.9840552487');

  const close = figures.filter({ hasText: '2,386.13' }).first();
  await close.click();
  await expect(close).toHaveAttribute('aria-pressed', 'true');
  await expect(close).toHaveAccessibleDescription(
    /^Close\. Candle: Monday, 16 March 2020\. Rule: .*5%.* Calculation: .*2,386\.129883/,
  );
  await expect(section.getByText('2,386.129883', { exact: true })).toBeVisible();
  await expect(lines).toHaveCount(3);
  const drawn = await lines.first().getAttribute('d');

  // By keyboard the next figure is shown; leaving it goes back to the one that was chosen.
  await page.keyboard.press('Tab');
  await expect(section.getByText('2020-03-16', { exact: true })).toBeVisible();
  await close.focus();
  await expect(section.getByText('2,386.129883', { exact: true })).toBeVisible();

  // On a phone the lines go another way.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => lines.first().getAttribute('d')).not.toBe(drawn);
  for (const figure of await figures.locator('visible=true').all()) {
    await figure.focus();
    await expect(figure).toHaveAttribute('data-lit', '');
    await expect(lines).not.toHaveCount(0);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the calculations of an alert are a list', async ({ page, program }) => {
    await page.goto(program.url);
    const section = page.locator('#trace');
    for (const each of await section.getByRole('listitem').all()) await expect(each).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(6);
    await expect(section.getByRole('button')).toHaveCount(0);
  });
});
