import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { openedAt } from './signed-in.ts';

const ADDRESS = 'composer@desk.example';

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`an alert is written without a rule on a ${device}: checked, vouched for, sent and in the outbox`, async ({
    page,
    program,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    const address = ADDRESS.replace('@', `.${device}@`);
    await openedAt(page, program, { email: address, confirmed: true }, '/alerts');
    await page.getByRole('link', { name: 'New alert' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New alert' })).toBeVisible();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Enter a headline.')).toBeVisible();

    await page.getByLabel('Topic (optional)').fill('Results');
    await page.getByLabel('Headline').fill('Our results are out');
    await page.getByLabel('Summary').fill('The fund returned 12% last year.');
    const found = page.getByRole('region', { name: 'to check' });
    await expect(found.getByRole('button', { name: '12%' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled();
    await found.getByRole('button', { name: '12%' }).click();
    await expect(page.getByLabel('Summary')).toBeFocused();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Subject: Our results are out')).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);

    await found.getByLabel(/^I, .+, vouch for this/).check();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our results are out' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByText(/^Written by /)).toBeVisible();
    await expect(page.getByText(/vouched for: “12%”/)).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Timeline' }).getByText('written by a person'),
    ).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await expect
      .poll(
        async () =>
          (await mailsTo(program, address)).some(({ subject }) => subject === 'Our results are out'),
        {
          timeout: 20_000,
        },
      )
      .toBe(true);
    const mail = (await mailsTo(program, address)).find(({ subject }) => subject === 'Our results are out');
    expect((await readMail(program, mail?.id ?? '')).text).toContain('The fund returned 12% last year.');

    await page.goto(`${program.url}/dashboard/alerts`);
    await expect(page.getByRole('link', { name: 'Our results are out' })).toBeVisible();
    await expect(page.getByText(/^Written by /).filter({ visible: true })).toBeVisible();
    if (device === 'desktop') await correctBars(page, program, address);
  });

/** A bar behind an alert that was sent is imported again with another close: the correction is found, reviewed and sent. */
async function correctBars(page: Page, program: OwnedProgram, address: string): Promise<void> {
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}') as { access_token: string }).access_token,
  );
  const headers = { Authorization: `Bearer ${token}` };
  const api = `${program.url}/api/v1`;
  const imported = async (close: string) => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const rows = [9, 8, 7, 6, 5, 4, 3].map((ago) => `${day(ago)},50,51,49,50.${ago},100${ago}`);
    const data = ['date,open,high,low,close,volume', ...rows, `${day(2)},50,56,49,${close},1200`].join('\n');
    const answer = await page.request.post(`${api}/bars/import?symbol=DESK&timeframe=1d`, {
      headers: { ...headers, 'Content-Type': 'text/csv' },
      data,
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await imported('55');
  const made = await page.request.post(`${api}/alerts`, {
    headers,
    data: { symbol: 'DESK', headline: '{{name}} at {{close}}', summary: 'A day made {{change_1d}}.' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const subjects = async () => (await mailsTo(program, address)).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 20_000 }).toContain('DESK at 55.00');
  await imported('54.5');
  await page.goto(`${program.url}/dashboard/review?list=corrections`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  const row = page.getByRole('list', { name: 'Corrections that wait' }).getByRole('listitem');
  await expect(row.getByRole('cell', { name: '54.50' })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await row.getByRole('link', { name: /^Review/ }).click();
  const panel = page.getByRole('region', { name: 'A bar this alert rests on was corrected' });
  await expect(panel).toContainText('close 55 → 54.5');
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await panel.getByRole('button', { name: 'Dismiss' }).click();
  await panel.getByRole('button', { name: 'Dismiss' }).click();
  await expect(panel.getByText('Say why you dismiss it.')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Review correction' }).click();
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await expect(page.getByText('Correction sent', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Corrections of its bars' })).toContainText('Corrected');
  await expect
    .poll(subjects, { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/^Correction: .*54\.50, not 55\.00/));
}

test('an alert is planned, rescheduled, and sent before its time', async ({ page, program }) => {
  test.slow();
  const address = ADDRESS.replace('@', '.planned@');
  await openedAt(page, program, { email: address, confirmed: true }, '/alerts/planned');
  await expect(page.getByText('Nothing is planned')).toBeVisible();
  await page.getByRole('link', { name: 'New alert' }).click();
  await page.getByLabel('Headline').fill('Our desk is closed');
  await page.getByLabel('Summary').fill('Alerts continue.');
  await page.getByLabel('At a time').check();
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await page.getByLabel('Date and time').fill('2020-01-01T09:00');
  await expect(page.getByText('That time is over.')).toBeVisible();
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Date and time').fill(`${day}T09:00`);
  await expect(page.getByText('That time is over.')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Plan it' }).click();
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan.getByText('Planned for')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Scheduled').first()).toBeVisible({ timeout: 20_000 });

  await page.goto(`${program.url}/dashboard/alerts/planned`);
  await expect(page.getByRole('link', { name: 'Our desk is closed' })).toBeVisible();
  await page.getByRole('button', { name: 'Reschedule' }).click();
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Date and time').fill(`${later}T16:30`);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText(/, 16:30$/).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFits(page);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Nothing is planned')).toBeVisible();
  await expect
    .poll(
      async () => (await mailsTo(program, address)).some(({ subject }) => subject === 'Our desk is closed'),
      { timeout: 20_000 },
    )
    .toBe(true);
});
