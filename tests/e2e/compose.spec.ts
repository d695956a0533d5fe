import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, mailsTo, readMail, test } from './journey.ts';
import { entered } from './signed-in.ts';

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
    await entered(page, program, { email: address, confirmed: true });
    await page.goto(`${program.url}/dashboard/alerts`);
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
  });
