import type { Page } from '@playwright/test';
import { siteConfig } from '#src/shared/site-config.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { openedAt } from './signed-in.ts';

/** Signs up with a confirmed address, and stands on the plans. */
async function atPlans(page: Page, program: OwnedProgram, email: string): Promise<void> {
  await openedAt(page, program, { email, confirmed: true }, '/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
}
const workspaceOf = async (program: OwnedProgram, email: string): Promise<string> =>
  (
    await program.owner.query(
      'select m.workspace_id as id from members m join users u on u.id = m.user_id where u.email = $1',
      [email],
    )
  ).rows[0].id;
const change = async (program: OwnedProgram, email: string, set: string): Promise<void> => {
  await program.owner.query(`update subscriptions set ${set} where workspace_id = $1`, [
    await workspaceOf(program, email),
  ]);
};

test('a plan is chosen, paid and active, live on another screen; then canceled and kept', async ({
  page,
  context,
  program,
}) => {
  const email = 'buyer@desk.example';
  await atPlans(page, program, email);
  await expect(
    page.getByText(/^You’re on the free trial with the limits of Professional, until/),
  ).toBeVisible();
  await expect(page.getByText('MOST POPULAR')).toHaveCount(1);
  const professional = page.getByRole('listitem').filter({ hasText: 'Choose Professional' });
  await expect(professional.getByText('Email plus 1 messaging platform')).not.toContainText(
    'Not available yet',
  );
  for (const price of ['$99', '$199', 'Custom'])
    await expect(page.getByText(price, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);

  // Another screen, to see it change by itself.
  const home = await context.newPage();
  const [record] = await Promise.all([
    home.waitForRequest('**/rest/v1/subscriptions?*'),
    home.goto(`${program.url}/dashboard`),
  ]);
  expect(new URL(record.url()).searchParams.get('limit')).toBe('1');
  const card = home.getByRole('region', { name: 'Current plan' });
  await expect(card).toContainText('Trial');

  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(page.getByText('Plan selected', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Your Starter plan will be activated after payment', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/checkout\?plan=starter$/);
  // Each with its price, and open to be booked.
  for (const [name, price] of [
    ['Telegram', '$49'],
    ['Slack', '$49'],
    ['Social Media', '$99'],
  ] as const) {
    const addOn = page.getByRole('checkbox', { name: `${name} ${price}/mo` });
    await expect(addOn).toBeEnabled();
    await expect(addOn).not.toBeChecked();
  }
  await expect(page.getByRole('button', { name: 'Pay $99.00' })).toBeEnabled();
  await expect(page.getByText('Test payments: no money moves')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Pay $99.00' }).click();
  // No script runs on this page, and none that would look at it for accessibility either.
  await expect(page.getByRole('heading', { name: 'Pay $99' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Payment received.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Starter', exact: true })).toBeVisible();
  await expect(page.getByText(/^Active\. Renews on/)).toBeVisible();
  await expect(card).toContainText('Starter Plan');
  await expect(card).toContainText('Active');
  await expect(home.getByRole('region', { name: 'Usage this month' })).toContainText('0 / 30');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download BW-/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^BW-[0-9A-F]{8}-0001\.html$/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Starter?' });
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Keep Starter' })).toBeVisible();
  await dialog.getByRole('button', { name: /^End on \d+ \w+ \d{4}$/ }).click();
  await expect(page.getByText('Plan canceled', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Canceled\. It runs until/)).toBeVisible();
  await expect(page.getByText('Payment received.')).toHaveCount(0);
  await home.goto(`${program.url}/dashboard`);
  await expect(card).toContainText(/Status\s*Ending\s*Ends/);
  await home.close();
  await page.reload();
  await page.getByRole('button', { name: 'Keep Starter' }).click();
  await expect(page.getByText('Plan kept', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Active\. Renews on/)).toBeVisible();
});

test('what is declined or left, and the address of success alone, change nothing', async ({
  page,
  program,
}) => {
  const email = 'declined@desk.example';
  await atPlans(page, program, email);
  await page.goto(`${program.url}/dashboard/checkout?plan=pro`);
  await page.getByRole('button', { name: 'Pay $199.00' }).click();
  await page.getByRole('button', { name: 'Leave without paying' }).click();
  await expect(page).toHaveURL(/\/dashboard\/checkout\?plan=pro$/);

  await page.getByRole('button', { name: 'Pay $199.00' }).click();
  await page.waitForURL('**/dev/pay/**');
  const { rows } = await program.owner.query(
    'select id from checkouts where workspace_id = $1 order by created_at desc limit 1',
    [await workspaceOf(program, email)],
  );
  await page.goto(`${program.url}/dashboard/billing?checkout=${rows[0].id}`);
  await expect(page.getByText('Waiting for the payment.')).toBeVisible();
  await expect(page.getByText(/^Free trial until/)).toBeVisible();
  await expectAccessible(page);

  // A plan for fewer contacts than there are says so before it's chosen.
  await program.owner.query(
    `insert into contacts (workspace_id, id, created_at, updated_at)
     select $1, gen_random_uuid(), now(), now() from generate_series(1, 1204)`,
    [await workspaceOf(program, email)],
  );
  await page.goto(`${program.url}/dashboard/checkout?plan=starter`);
  await expect(page.getByText('204 of your 1,204 contacts are more than this plan includes')).toBeVisible();
  await expect(page.getByText(/then only the 1,000 contacts that were added first\./)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Professional' }).click({ force: true });
  await expect(page.getByText('contacts are more than this plan includes')).toHaveCount(0);
  await page.goBack();

  await page.goBack();
  await page.getByRole('button', { name: 'Decline' }).last().click();
  await expect(page.getByText('The payment was declined.')).toBeVisible();
  await expect(page.getByText(/^Free trial until/)).toBeVisible();
  await expect(page.getByText('None yet.', { exact: false })).toBeVisible();
});

test('Enterprise leads to sales, and the words reach them', async ({ page, program }) => {
  await atPlans(page, program, 'large@desk.example');
  await page.getByRole('button', { name: 'Contact Sales' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(page).toHaveURL(/\/dashboard\/contact-sales$/);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('large@desk.example');
  await page.getByRole('button', { name: 'Send to Sales' }).click();
  await expect(page.getByLabel('What do you need?')).toBeFocused();
  await page.getByLabel('What do you need?').fill('Twelve brands, all channels.');
  await expectAccessible(page);
  const from = Date.now();
  await page.getByRole('button', { name: 'Send to Sales' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await expect(page.getByText('Message sent!', { exact: true })).toBeVisible();
  expect(Date.now() - from).toBeGreaterThanOrEqual(1000);
  await expect(page.getByLabel('What do you need?')).toHaveValue('');
  const sent = async () =>
    (await mailsTo(program, siteConfig.email.support)).find(({ subject }) =>
      subject.startsWith('Sales request'),
    );
  await expect.poll(async () => (await sent())?.subject).toBe('Sales request: Enterprise plan: Ada Byron');
  expect((await readMail(program, (await sent())!.id)).text).toContain('Twelve brands, all channels.');
});

test('over the month’s alerts it says so, and shows what was held back', async ({ page, program }) => {
  const email = 'spent@desk.example';
  await atPlans(page, program, email);
  await program.owner.query(
    `insert into usage_months (workspace_id, month, alerts, withheld)
     values ($1, date_trunc('month', now() at time zone 'utc')::date, 100, 3)`,
    [await workspaceOf(program, email)],
  );
  await page.goto(`${program.url}/dashboard`);
  const usage = page.getByRole('region', { name: 'Usage this month' });
  await expect(usage).toContainText('100 / 100 alerts · 100%');
  await expect(usage).toContainText('0 remaining until');
  await expect(usage).toContainText('3 alerts were held back.');
  await expectAccessible(page);
  await usage.getByRole('link', { name: 'See which' }).click();
  await expect(page).toHaveURL(/\/dashboard\/alerts\?state=withheld$/);
});

test('a workspace whose plan has ended says so everywhere, and a payment opens it', async ({
  page,
  program,
}) => {
  const email = 'ended@desk.example';
  await atPlans(page, program, email);
  await change(program, email, `trial_ends_at = now() - interval '2 days'`);
  await page.reload();
  const notice = page.getByRole('complementary', { name: 'Your plan' });
  await expect(notice).toContainText('Your plan has ended. Your alerts continue until');
  await change(program, email, `trial_ends_at = now() - interval '8 days'`);
  await page.reload();
  await expect(notice).toContainText('This workspace is read-only.');
  await expectAccessible(page);
  await page.goto(`${program.url}/dashboard/checkout?plan=pro`);
  await page.getByRole('button', { name: 'Pay $199.00' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Payment received.')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a member sees the plan and no money; an editor’s plans have no buttons', async ({ page, program }) => {
  const email = 'editor@desk.example';
  await atPlans(page, program, email);
  await program.owner.query(`update members set role = 'editor' where workspace_id = $1`, [
    await workspaceOf(program, email),
  ]);
  await page.reload();
  await expect(page.getByText('An owner of the workspace chooses and pays the plan.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Choose/ })).toHaveCount(0);
  await page.goto(`${program.url}/dashboard/billing`);
  await expect(page.getByRole('heading', { name: 'Only owners and admins see billing' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${program.url}/dashboard/checkout?plan=pro`);
  await expect(page.getByRole('heading', { name: 'An owner pays the plan' })).toBeVisible();
});

test('without a server the plans stand, and what could not be had says so', async ({ page, program }) => {
  await atPlans(page, program, 'offline@desk.example');
  // A load that fails is an error in the console, and those fail every journey: what is no answer of ours stands for it.
  await page.route('**/api/v1/billing/checkout', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"lost":true}' }),
  );
  await page.goto(`${program.url}/dashboard/checkout?plan=pro`);
  await page.getByRole('button', { name: 'Pay $199.00' }).click();
  await expect(page.getByText('The checkout didn’t open', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $199.00' })).toBeEnabled();

  await page.route('**/api/v1/billing', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"lost":true}' }),
  );
  await page.goto(`${program.url}/dashboard/billing`);
  await expect(page.getByRole('heading', { name: 'Billing couldn’t be loaded' })).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessible(page);
  await page.unroute('**/api/v1/billing');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^Free trial until/)).toBeVisible();
});
