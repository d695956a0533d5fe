import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { entered, signedIn } from './signed-in.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const monday = (): number => Date.now() - ((new Date().getUTCDay() + 6) % 7) * DAY_MS;
const file = (...lines: string[]) => ({
  name: 'week.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['date,time,country,symbol,event,importance,forecast,previous,actual', ...lines, ''].join('\n'),
  ),
});

/** A week with a figure that has come, one to come without an hour, a report, and a line that cannot be taken. */
function week(): string[] {
  const [first, last] = [dayOf(monday()), dayOf(monday() + 6 * DAY_MS)];
  return [
    `${first},00:01,US,,Retail Sales m/m,medium,0.3%,0.2%,0.5%`,
    `${first},,DE,,A survey of managers with quite a long name that goes on and on,low,,51.2,`,
    `${last},,US,,CPI y/y,high,3.1%,3.0%,`,
    `${last},after close,,ADA,Ada Instruments,,1.50,1.41,`,
    'soon,,US,,Broken,,,,',
  ];
}

async function withCalendar(page: Page, program: OwnedProgram, email: string): Promise<void> {
  await entered(page, program, { email, confirmed: true });
  await page.getByRole('link', { name: 'Feeds' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Calendar' }).click();
  const form = page.getByRole('form', { name: 'Add a calendar' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('Please give the calendar a name.')).toBeVisible();
  await form.getByLabel('Name').fill('Releases');
  await form.getByLabel('Time zone').fill('UTC');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('From files')).toBeVisible();
  await page.getByLabel('Give a file to Releases').setInputFiles(file(...week()));
  await expect(page.getByText('US CPI y/y')).toBeVisible();
}

test('a file is given in, an entry is chosen, and its alert comes when the next one is put in', async ({
  page,
  program,
}) => {
  test.slow();
  await withCalendar(page, program, 'calendar@desk.example');
  const source = page.getByRole('list', { name: 'Calendars' }).getByRole('listitem').first();
  await expect(source.getByText('4 entries')).toBeVisible();
  await source.getByText('Skipped at the last reading').click();
  await expect(source.getByText('Line 6: “soon” isn’t a date.')).toBeVisible();
  const sales = page.getByRole('listitem').filter({ hasText: 'US Retail Sales m/m' });
  await expect(sales.getByText('above the forecast')).toBeAttached();
  await expectAccessible(page);

  // It is over and has its figure, and no later one stands there.
  await page.getByRole('button', { name: 'Remind me of US Retail Sales m/m if it comes again' }).click();
  await expect(page.getByText('Waiting for the next event', { exact: true })).toBeVisible();
  await expect(sales.getByRole('link', { name: 'US Retail Sales m/m' })).toBeVisible();
  await page.getByRole('button', { name: 'Remind me of US CPI y/y' }).click();
  await expect(page.getByText('You will be reminded', { exact: true })).toBeVisible();
  const reminder = page.getByRole('link', { name: 'US CPI y/y' });
  await expect(reminder).toBeVisible();
  await reminder.click();
  // On a Saturday less than a day is left.
  await expect(page.getByText(/^\d[\d a-z]* before and when/).first()).toBeVisible();
  await page.getByLabel('Minutes before').fill('15');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('15 minutes before and when the figure comes: economic releases of US').first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Calendar', exact: true }).click();

  const soon = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
  await page
    .getByLabel('Give a file to Releases')
    .setInputFiles(file(...week(), `${soon.slice(0, 10)},${soon.slice(11, 16)},US,,CPI y/y,high,3.1%,3.0%,`));
  await expect(source.getByText('5 entries')).toBeVisible();
  await page.getByRole('link', { name: 'Alerts' }).first().click();
  const alert = page.getByText(/^US CPI y\/y in (?:9|10) minutes: forecast 3\.1%, before 3\.0%$/).first();
  await expect(alert).toBeVisible({ timeout: 30_000 });
});

test('the filter narrows the week, and a calendar goes with its entries', async ({ page, program }) => {
  test.slow();
  await withCalendar(page, program, 'calendar-filter@desk.example');
  await page.getByLabel('Importance').selectOption('High');
  await expect(page.getByText('US Retail Sales m/m')).toBeHidden();
  await expect(page.getByText('US CPI y/y')).toBeVisible();
  await page.getByLabel('Importance').selectOption('Any importance');
  await page.getByLabel('Kind').selectOption('Earnings');
  await expect(page.getByText('ADA earnings (Ada Instruments)')).toBeVisible();
  await expect(page.getByText('US CPI y/y')).toBeHidden();
  await page.getByRole('button', { name: 'The week after' }).click();
  await expect(page.getByText('Nothing of the week fits the filter.')).toBeVisible();
  await page.getByRole('button', { name: 'This week' }).click();
  await expect(page.getByText('ADA earnings (Ada Instruments)')).toBeVisible();

  // Several places are asked for each; what is empty by the filter leads out of it.
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/v1/calendar') asked.push(searchParams.getAll('place').join('+'));
  });
  await page.getByLabel('Kind').selectOption('All kinds');
  await page.getByLabel('Country or currency').fill('us, EUR');
  await expect(page.getByText('ADA earnings (Ada Instruments)')).toBeHidden();
  await expect(page.getByText('US CPI y/y')).toBeVisible();
  await expect(page.getByText('A survey of managers')).toBeVisible();
  expect(asked).toContain('us+EUR');
  await page.getByLabel('Country or currency').fill('JP');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  // Not lost with the button: what comes next by keyboard is the filter.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await expect(page.getByText('ADA earnings (Ada Instruments)')).toBeVisible();
  await expect(page.getByLabel('Country or currency')).toHaveValue('');

  // How it is read can be changed; what was said stays as it was.
  await page.getByRole('button', { name: 'Change Releases' }).click();
  const change = page.getByRole('form', { name: 'How Releases is read' });
  await expect(change.getByLabel('Time zone')).toHaveValue('UTC');
  await change.getByLabel('Time zone').fill('Nowhere');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText('A time zone is a name like Europe/London.')).toBeVisible();
  await change.getByLabel('Time zone').fill('America/New_York');
  await change.getByLabel('Dates such as 03/04').selectOption('Month first: 12/31');
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  await expect(page.getByText('America/New York')).toBeVisible();
  await page.getByRole('button', { name: 'Change Releases' }).click();
  await expect(change.getByLabel('Dates such as 03/04')).toHaveValue('mdy');
  await change.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove Releases' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('There is no calendar yet.')).toBeVisible();
  await expect(page.getByText('ADA earnings (Ada Instruments)')).toBeHidden();
});

test('fits windows of every width, and has nothing for axe to find by day and by night', async ({
  page,
  program,
}) => {
  await signedIn(page, program, { email: 'calendar-widths@desk.example', confirmed: true });
  await page.goto(`${program.url}/dashboard/calendar`);
  const form = page.getByRole('form', { name: 'Add a calendar' });
  await form.getByLabel('Name').fill('Releases');
  await form.getByLabel('Time zone').fill('UTC');
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByLabel('Give a file to Releases').setInputFiles(file(...week()));
  await expect(page.getByText('US CPI y/y')).toBeVisible();
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
  }
});
