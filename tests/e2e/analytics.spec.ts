import { confirmEmail } from '#tests/support/confirm-email.ts';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expectAccessible } from '#tests/support/axe.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { openedAt, signedIn } from './signed-in.ts';

const DAY_MS = 86_400_000;
/** A person’s: the name of a browser without a window is a robot’s. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

/** Three days of alerts, one a minute. Half an hour of each day failed, which every rule has a part of. */
const FAILED = `(created_at at time zone 'UTC')::time >= '07:00' and (created_at at time zone 'UTC')::time < '07:30'`;
async function fill(program: OwnedProgram, workspaceId: string): Promise<void> {
  await fillWithAlerts(program.owner, {
    workspaceId,
    count: 4_000,
    until: new Date(Date.now() - 60_000),
    rules: 10,
    symbols: 12,
  });
  for (const text of [
    `update deliveries set state = 'rejected', sent_at = null
      where workspace_id = $1 and ${FAILED}`,
    `update alerts set state = 'failed' where workspace_id = $1 and ${FAILED}`,
  ])
    await program.owner.query(text, [workspaceId]);
}

/** Goes through the list on the screen to its end, and answers how many alerts it says there are. */
async function lengthOfList(page: Page): Promise<number> {
  const end = page.getByText(/^(All [\d,]+ alerts are shown|One alert)\.$/);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(end).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 30_000 });
  const text = (await end.textContent()) ?? '';
  return text.startsWith('One') ? 1 : Number(text.replaceAll(/\D/g, ''));
}

const figure = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''));
const today = () => new Date().toISOString().slice(0, 10);
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const totals = (page: Page) => page.getByLabel('Totals');

test('a new workspace is told what comes next, and finds the figures of its trial run', async ({
  page,
  program,
}) => {
  await openedAt(page, program, { email: 'new@figures.example' }, '/analytics');
  await program.owner.query(
    `update brands b set website = 'https://harbor.example/', tracking = '{"opens": true, "clicks": true}'
       from members m join users u on u.id = m.user_id
      where m.workspace_id = b.workspace_id and u.email = 'new@figures.example'`,
  );
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the trial run' }).click();
  await expect(page.getByText('Trial runs aren’t counted.', { exact: false })).toHaveCount(2);
  await confirmEmail(program.owner, 'new@figures.example');
  await page.getByRole('button', { name: 'Start Trial Run' }).first().click();
  await expect(page.getByRole('row', { name: /S&P 500.*Sent/ })).toBeVisible();
  await page.getByRole('link', { name: 'See how trial runs did' }).first().click();
  const sent = totals(page).getByRole('link', { name: '1 alerts sent in this period' });
  await expect(sent).toBeVisible();
  await sent.click();
  await expect(page.getByText('One alert.')).toBeVisible();

  // Its email is in the outbox. The link leads where it should, and the click is in the figures.
  const mails = await mailsTo(program, 'new@figures.example');
  const { text } = await readMail(program, mails.find(({ subject }) => subject.startsWith('Trial run'))!.id);
  const link = /https?:\/\/\S+\/c\/\S+/.exec(text)?.[0] ?? '';
  const followed = await fetch(link, { redirect: 'manual', headers: { 'User-Agent': BROWSER } });
  expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://harbor.example/']);
  await page.goBack();
  await expect(page.getByLabel('From event to click')).toContainText('Clicked1');
  await expectAccessible(page);
});

test('every figure leads to as many alerts as it counts', async ({ page, program }) => {
  const workspaceId = await signedIn(page, program, { email: 'full@figures.example' });
  await fill(program, workspaceId);
  // The last whole day, so that nothing comes in while it is read.
  const period = `from=${dayAgo(1)}&to=${dayAgo(1)}`;
  await page.goto(`${program.url}/dashboard/analytics?${period}`);
  await expect(totals(page)).toBeVisible();

  const { rows } = await program.owner.query<{ sent: number; failed: number }>(
    `select count(*) filter (where d.state = 'sent')::int as sent,
            count(*) filter (where d.state = 'rejected')::int as failed
       from alerts a join deliveries d on d.alert_id = a.id
      where a.workspace_id = $1 and not a.trial and a.created_at >= $2::timestamptz and a.created_at < $3::timestamptz`,
    [workspaceId, `${dayAgo(1)}T00:00:00Z`, `${today()}T00:00:00Z`],
  );
  const counted = rows[0]!;
  expect(counted.failed).toBeGreaterThan(20);
  const sentLink = totals(page).getByRole('link', { name: /alerts sent in this period/ });
  expect(figure(await sentLink.textContent())).toBe(counted.sent);

  const open = async (name: RegExp, within = page.locator('main')) => {
    const link = within.getByRole('link', { name }).first();
    const count = figure(await link.textContent());
    expect(count).toBeGreaterThan(0);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
    expect(await lengthOfList(page), String(name)).toBe(count);
    await page.goBack();
    await expect(totals(page)).toBeVisible();
    return count;
  };
  expect(await open(/alerts failed in this period/)).toBe(counted.failed);
  await open(/alerts failed, Email/);
  await open(/alerts sent, Brand 1/);
  await open(/alerts failed, Filled rule/);
  await open(/alerts, SYM/);
  await page.getByText('Show as a table').nth(1).click();
  await open(/alerts, 07:00/, page.getByRole('region', { name: 'By hour of the day' }));

  // A day's bar leads to that day; the keyboard has the table.
  await page.getByText('Show as a table').first().click();
  await open(/alerts failed, /, page.getByRole('region', { name: 'By day' }));
  await expectAccessible(page);
});

test('the figures are narrowed, compared and taken along', async ({ page, program }) => {
  const workspaceId = await signedIn(page, program, { email: 'csv@figures.example' });
  await fill(program, workspaceId);
  await program.owner.query(
    `update rules set name = '=1+1' where workspace_id = $1 and name = 'Filled rule 2'`,
    [workspaceId],
  );
  await page.goto(`${program.url}/dashboard/analytics?from=${dayAgo(1)}&to=${dayAgo(1)}`);
  const all = totals(page).getByRole('link', { name: /alerts in this period/ });
  await expect(all).toBeVisible();
  await expect(totals(page).getByRole('link', { name: /alerts in the period before/ })).toBeVisible();
  const whole = figure(await all.textContent());

  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Gap' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/detector=gap/);
  await expect(async () => expect(figure(await all.textContent())).toBeLessThan(whole)).toPass();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`analytics-${dayAgo(1)}-to-${dayAgo(1)}.csv`);
  const rows = parse(await readFile(await download.path()), { bom: true, columns: true }) as Record<
    string,
    string
  >[];
  expect(Number(rows.find((row) => row['group'] === 'period')?.['alerts'])).toBe(
    figure(await all.textContent()),
  );
  for (const line of rows.filter((row) => row['group'] === 'brand')) {
    const link = page.getByRole('link', { name: new RegExp(`alerts sent, ${line['name']}$`) });
    expect(figure(await link.textContent())).toBe(Number(line['sent']));
  }
  expect(rows.map((row) => row['name'])).toContain(`'=1+1`);

  // Home has the same thirty days.
  await page.goto(`${program.url}/dashboard`);
  const channels = page.getByRole('region', { name: 'Channel performance' });
  const sent = figure(await channels.getByRole('link', { name: /alerts sent, Email/ }).textContent());
  const { rows: ledger } = await program.owner.query<{ sent: number }>(
    `select count(*)::int as sent from alerts a join deliveries d on d.alert_id = a.id
      where a.workspace_id = $1 and not a.trial and d.state = 'sent'`,
    [workspaceId],
  );
  expect(sent).toBe(ledger[0]?.sent);
  await expect(
    page.getByRole('region', { name: 'Alert performance' }).getByText(/^Most in one day: /),
  ).toBeVisible();
});

test('says so when the figures cannot be had, and gets them on the second try', async ({
  browser,
  program,
}) => {
  // A page of its own: the refusal is an error in the console.
  const page = await (await browser.newContext()).newPage();
  // Nothing asks again by itself: only the button does.
  await page.route('**/api/v1/stream', (route) => route.abort());
  await signedIn(page, program, { email: 'error@figures.example' });
  await page.route('**/api/v1/analytics?*', (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.goto(`${program.url}/dashboard/analytics`);
  await expect(page.getByRole('heading', { name: 'The figures couldn’t be loaded' })).toBeVisible();
  await page.unroute('**/api/v1/analytics?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible();
  await page.context().close();
});
