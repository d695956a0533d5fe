import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import type { OwnedProgram } from '#tests/support/owned-program.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { expect, test } from './journey.ts';
import { entered, signedIn } from './signed-in.ts';
import { writerTried } from './writer-tried.ts';

const COUNT = 1_200;

const rows = (page: Page) => page.locator('[data-row-link]');

test('a new workspace is told the next step', async ({ page, program }) => {
  await entered(page, program, { email: 'new@desk.example' });
  await page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing on the wire yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the trial run' }).click();
  await expect(page.getByRole('button', { name: 'Start Trial Run' })).toBeVisible();
});

test('the list is filtered, searched, scrolled to its end and kept as a view', async ({ page, program }) => {
  const workspaceId = await signedIn(page, program, { email: 'full@desk.example' });
  await fillWithAlerts(program.owner, { workspaceId, count: COUNT, until: new Date(Date.now() - 60_000) });
  await page.goto(`${program.url}/dashboard/alerts`);
  await expect(rows(page).first()).toBeVisible();

  // Only the rows in sight are drawn, to the very end.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText(`All ${COUNT.toLocaleString('en-US')} alerts`)).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [0] });
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
  // Until the deleted one is gone and the new one is there, the list may hold both.
  await expect(page.getByRole('link', { name: 'Failures' })).toHaveCount(1);
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
  await expectAccessible(page);
});

/** An entry that is old enough to be pruned, once it's signed. */
async function oldEntry({ owner }: OwnedProgram, workspaceId: string): Promise<void> {
  await owner.query(
    `select set_config('app.workspace_id', $1, false),
            append_to_ledger('retention', 'ledger', '2019-01-10', '{"by":null,"held":false,"years":6}')`,
    [workspaceId],
  );
  const signed = () => owner.query('select 1 from ledger_heads where workspace_id = $1', [workspaceId]);
  await expect.poll(async () => (await signed()).rowCount).toBe(1);
}

/** What an examiner does with it: finds it, holds it, takes it along. */
async function examined(page: Page, program: OwnedProgram): Promise<void> {
  await page.goto(`${program.url}/dashboard/ledger`);
  await page.getByRole('searchbox', { name: 'Words' }).fill('S&P 500');
  await expect(page).toHaveURL(/q=S%26P\+500/);
  const found = page.getByRole('list', { name: 'Alerts on the ledger' });
  await expect(found.getByText('by the policy “trial run”')).toHaveCount(1);
  await found.getByRole('button', { name: /^Show 1 text, figures and recipients of / }).click();
  await expect(found.getByRole('region', { name: 'What it said' })).toContainText('Email, English');
  await expect(found.getByRole('region', { name: 'Figures' })).toContainText('2663.679932 USD');
  await expect(found.getByRole('region', { name: 'Recipients' })).toContainText('one@desk.example');
  await expectAccessible(page);
  const taken = async (name: string): Promise<Buffer> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFile((await file.path())!);
  };
  expect((await taken('Export CSV')).toString()).toMatch(/^\uFEFFalert,[^]*one@desk\.example/);
  expect(JSON.stringify(JSON.parse((await taken('Export JSON')).toString()))).toContain('one@desk.example');
  expect((await taken('Case file of this search')).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

  await found.getByRole('link', { name: /^Place a hold on / }).click();
  await page.getByRole('combobox', { name: 'Hold' }).selectOption('The whole ledger');
  await page.getByRole('button', { name: 'Place the hold' }).click();
  await expect(page.getByText('Say why.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Inquiry 26-114');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place the hold' }).click();
  const holds = page.getByRole('list', { name: 'Legal holds' });
  await expect(holds).toContainText('Inquiry 26-114');
  const prune = async () => {
    await page.getByRole('button', { name: 'Prune now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Prune now' }).click();
  };
  await prune();
  const held = 'A legal hold covers all entries old enough to prune. Nothing was pruned.';
  await expect(page.getByText(held, { exact: true })).toBeVisible();
  await holds.getByRole('button', { name: 'Lift the hold on the whole ledger' }).click();
  await page.getByRole('textbox', { name: 'Why is it lifted?' }).fill('The inquiry was closed');
  await page.getByRole('button', { name: 'Lift the hold', exact: true }).click();
  await expect(holds).toContainText('Lifted by Ada Byron');
  await prune();
  const retention = page.getByRole('region', { name: 'Retention' });
  await expect(retention).toContainText('Up to entry 1,');

  // Nothing changes until the dialog is confirmed.
  const dialog = page.getByRole('dialog', { name: 'Keep the ledger for 3 years?' });
  const threeYears = retention.getByRole('radio', { name: '3 years' });
  await threeYears.click();
  await expect(dialog).toContainText('Entries older than 3 years are deleted within a day.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(retention).toContainText('6 years, then deleted once a day');
  await threeYears.click();
  await dialog.getByRole('button', { name: 'Keep 3 years' }).click();
  await expect(retention).toContainText('3 years, then deleted once a day');
}

test('one alert shows what was sent, to whom and how it came to that, and can be taken along', async ({
  page,
  program,
}) => {
  await oldEntry(program, await entered(page, program, { email: 'one@desk.example', confirmed: true }));
  await page.getByRole('button', { name: 'Start Trial Run' }).first().click();
  await page
    .getByRole('row', { name: /S&P 500/ })
    .getByRole('link')
    .click();

  const mail = page.locator('iframe[title="The message as sent"]');
  await expect(mail).toHaveAttribute('srcdoc', /S&amp;P 500[^]*2,663\.68/);
  // Its height is measured from outside; nothing in it runs.
  await expect(mail).toHaveAttribute('sandbox', 'allow-same-origin');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  // In whichever of the writer's shapes: not each names the symbol.
  await expect(mail).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'As sent' })).toContainText(/S&P 500[^]*2,663\.68/);
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
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures.scrollIntoViewIfNeeded();
  await expect(pictures.getByRole('img')).toHaveCount(5);
  await expect(pictures.getByRole('img').first()).toHaveAttribute('alt', /S&P 500/);
  await pictures.getByRole('button', { name: 'Dark' }).click();
  const [card] = await Promise.all([
    page.waitForEvent('download'),
    pictures.getByRole('button', { name: 'Download Square' }).click(),
  ]);
  expect(card.suggestedFilename()).toBe('spx-2020-04-06-square-dark.png');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^SPX-2020-04-06-[0-9a-f]{6}\.json$/);
  const exported = await readFile((await download.path())!, 'utf8');
  expect(Object.keys(JSON.parse(exported))).toContain('paragraphs');
  expect(exported).not.toMatch(/one@desk\.example|\/dashboard|unsubscribe|"steps"|"deliveries"/i);

  // As if no answer had come, and the connection's setting left it.
  await program.owner.query(
    `update deliveries set state = 'unknown', decided_by = 'leave' where alert_id = $1`,
    [new URL(page.url()).pathname.split('/').at(-1)],
  );
  await page.reload();
  await expect(deliveries).toContainText('1 unknown');
  await expectAccessible(page);
  await deliveries.getByRole('button', { name: 'It arrived: one@desk.example' }).click();
  await expect(page.getByText('Marked as sent', { exact: true })).toBeVisible();
  await expect(deliveries).toContainText('1 sent');
  await deliveries.getByText('2 attempts').click();
  await expect(deliveries).toContainText('confirmed that it arrived');
  await writerTried(page, program);
  // In a tab whose console nobody judges: Chromium calls every refusal an error there.
  await examined(await page.context().newPage(), program);
});

test('rows that come in wait while somebody reads further down', async ({ page, program }) => {
  const workspaceId = await signedIn(page, program, { email: 'live@desk.example' });
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
test('a refusal is told, and the list can be asked for again', async ({ browser, program }) => {
  const page = await (await browser.newContext()).newPage();
  // Nothing asks again by itself: only the button does.
  await page.route('**/api/v1/stream', (route) => route.abort());
  const workspaceId = await signedIn(page, program, { email: 'error@desk.example' });
  await fillWithAlerts(program.owner, { workspaceId, count: 30, until: new Date(Date.now() - 60_000) });
  const problem = { title: 'Your role doesn’t allow this.', code: 'forbidden' };
  await page.route('**/api/v1/alerts?**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    }),
  );
  await page.goto(`${program.url}/dashboard/alerts`);
  await expect(page.getByRole('heading', { name: 'Your alerts couldn’t be loaded' })).toBeVisible();
  await expect(page.getByText(problem.title)).toBeVisible();
  await page.unroute('**/api/v1/alerts?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.context().close();
});
