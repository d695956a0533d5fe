import type { Page } from '@playwright/test';
import { findDetector } from '#src/engine/detectors/registry.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import { expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, siteTest as test } from '../journey.ts';

const FILES: Record<string, string> = {
  sp500: 'node_modules/vega-datasets/data/sp500-2000.csv',
  apple: 'node_modules/@observablehq/sample-datasets/aapl.csv',
};

const section = (page: Page) => page.locator('#try');
const verdict = (page: Page) => section(page).locator('[data-try="verdict"]');
const error = (page: Page) => section(page).locator('[data-try="error"]');
const threshold = (page: Page) => section(page).getByRole('textbox');

/** One tap on what it is called by. */
const choose = (page: Page, group: string, name: string) =>
  section(page).getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();
const NAMES: Record<string, string> = { sp500: 'S&P 500', apple: 'Apple' };

/** What the engine's own detector finds in the file: date, value and close, latest first. */
async function facts(record: string, detector: string, minPct: number) {
  const configured = findDetector(detector)?.configure({ min_pct: minPct });
  if (!configured?.ok) throw new Error('The rule does not hold.');
  const feed = configured.detector.start();
  const found = [];
  for await (const bar of replayFile(FILES[record]!).bars) {
    const detection = feed(bar);
    if (detection)
      found.push({
        day: new Date(detection.time).toISOString().slice(0, 10),
        value: `${detection.value < 0 ? '−' : '+'}${Math.abs(detection.value).toFixed(2)}%`,
        close: bar.close.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
      });
  }
  return found.toReversed();
}

const listed = (page: Page) =>
  section(page)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => ({
        day: row.querySelector('time')?.dateTime,
        value: row.querySelector('td')?.textContent,
        close: row.querySelector('td:last-child')?.textContent,
      })),
    );

test('nothing of it is asked for before it is used, and it shows a real result all the same', async ({
  page,
  program,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(program.url, { waitUntil: 'networkidle' });
  await section(page).scrollIntoViewIfNeeded();
  await expect(verdict(page)).toHaveText('This rule would have sent 35 alerts in 20 years, most in 2008.');
  expect(await listed(page)).toEqual(await facts('sp500', 'big_move', 5));
  await page.waitForLoadState('networkidle');
  const heavy = (paths: string[]) =>
    paths.filter((path) => /\.json$|\/(live|client|react|lightweight)[^/]*\.js$/.test(path));
  expect(heavy(asked)).toEqual([]);

  await threshold(page).fill('7');
  await expect(verdict(page)).toContainText(' 13 alerts');
  const charts = () => asked.filter((path) => path.includes('live-chart'));
  expect(heavy(asked)).toContain('/market/sp500.json');
  expect(heavy(asked).some((path) => path.endsWith('.js'))).toBe(true);
  expect(asked.filter((path) => path.endsWith('apple.json'))).toEqual([]);
  expect(charts()).toEqual([]);

  await section(page).locator('[data-try="still"]').hover();
  await expect(section(page).locator('canvas').first()).toBeVisible();
  expect(charts()).not.toEqual([]);
});

test('it says exactly what the engine finds, for every setting', async ({ page, program }) => {
  await page.goto(program.url);
  const settings = [
    ['sp500', 'big_move', 7],
    ['sp500', 'gap', 2.5],
    ['apple', 'big_move', 4],
    ['apple', 'gap', 3],
  ] as const;
  for (const [record, detector, minPct] of settings) {
    await choose(page, 'Symbol', NAMES[record]!);
    await choose(page, 'Condition', findDetector(detector)!.title);
    await threshold(page).fill(String(minPct));
    const expected = await facts(record, detector, minPct);
    await expect(verdict(page)).toHaveText(new RegExp(`would have sent ${expected.length} alerts in `));
    expect(await listed(page)).toEqual(expected);
  }
});

test('a figure it cannot use is told, and the last answer stays', async ({ page, program }) => {
  await page.goto(program.url);
  await threshold(page).fill('a lot');
  await expect(error(page)).toHaveText('“At least, %” must be a number, such as 5.');
  await expect(threshold(page)).toHaveAttribute('aria-invalid', 'true');
  await threshold(page).fill('0');
  await expect(error(page)).toHaveText('“At least, %” must be more than 0.');
  await expect(verdict(page)).toHaveText('This rule would have sent 35 alerts in 20 years, most in 2008.');
  await threshold(page).fill('11,9');
  await expect(error(page)).toHaveText('');
  await expect(threshold(page)).not.toHaveAttribute('aria-invalid');
  await expect(verdict(page)).toHaveText('This rule would have sent 1 alert in 20 years, on 16 Mar 2020.');
});

test('none and too many', async ({ page, program }) => {
  await page.goto(program.url);
  await threshold(page).fill('60');
  await expect(verdict(page)).toHaveText('This rule would have sent no alert in 20 years.');
  await expect(section(page).getByText('Nothing to list.')).toBeVisible();
  await threshold(page).fill('0.2');
  const all = await facts('sp500', 'big_move', 0.2);
  await expect(verdict(page)).toContainText(`${all.length.toLocaleString('en-US')} alerts`);
  await expect(section(page).getByText(/^The latest 100 of 3,905 are listed/)).toBeVisible();
  expect(await listed(page)).toEqual(all.slice(0, 100));
});

test('a record that does not come is told, and the next use tries again', async ({ page, program }) => {
  await page.route('**/market/apple.json', (route) => route.fulfill({ status: 200, body: 'cut off' }));
  await page.goto(program.url);
  await choose(page, 'Symbol', 'Apple');
  await expect(error(page)).toHaveText(
    'The record couldn’t be loaded. Check the connection and change something to try again.',
  );
  await page.unroute('**/market/apple.json');
  await threshold(page).fill('4');
  await expect(verdict(page)).toContainText('in 5 years');
  await expect(error(page)).toHaveText('');
});

test('without script there is the result, and nothing to press', async ({ browser, program }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(program.url);
  await expect(verdict(page)).toBeVisible();
  await expect(section(page).getByRole('radio').first()).toBeHidden();
  await context.close();
});

// As it comes it is looked at with the whole page (site-quality.spec.ts).
for (const width of [320, 1280])
  test(`tried, it has nothing for axe to find, and nothing scrolls sideways: ${width} px`, async ({
    page,
    program,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(program.url);
    await threshold(page).fill('3');
    await expect(verdict(page)).not.toContainText(' 35 alerts');
    await section(page).locator('[data-try="still"]').hover();
    await expect(section(page).locator('canvas').first()).toBeVisible();
    await expectAccessibleInBothThemes(page, { include: '#try' });
    await expectFits(page);
  });
