import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { addApp, codeOf, PASSWORD } from './account-people.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

const grant = (program: OwnedProgram, email: string) =>
  program.owner.query('insert into operators select id, now() from users where email = $1', [email]);
/** Without a page of ours, which would leave by itself when its session goes. */
const forget = async (page: Page): Promise<void> => {
  await page.goto('about:blank');
  await page.context().setStorageState({ cookies: [], origins: [] });
};
const bar = (page: Page) => page.getByRole('navigation', { name: 'Operator console' });
test('nobody learns of the console: signed out one signs in and comes back, to a page that is not there', async ({
  browser,
  program,
}) => {
  // A browser whose console may complain of what is not there.
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signedIn(page, program, { name: 'Eve Marlow', email: 'eve@console.example' });
  await page.goto(`${program.url}/admin/jobs`);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByText(/operator|console/i)).toHaveCount(0);
  await expect(page).toHaveTitle(/^Page not found/);
  await expectAccessible(page);
  await forget(page);
  await page.goto(`${program.url}/admin/jobs`);
  await page.waitForURL('**/signin?next=%2Fadmin%2Fjobs');
  await page.getByLabel('Email', { exact: true }).fill('eve@console.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin/jobs');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();

  // Granted, it is there at once; revoked, it is gone from the screen by itself.
  await grant(program, 'eve@console.example');
  // A proxy on this machine that the program does not trust.
  await page.request.post(`${program.url}/auth/v1/recover`, {
    headers: { 'X-Forwarded-For': '203.0.113.9' },
    data: { email: 'nobody@console.example' },
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeVisible();
  await expect(
    page.getByText(/Add this line to the configuration and restart: TRUSTED_PROXY=\S+$/),
  ).toBeVisible();
  await program.owner.query('delete from operators');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.context().close();
});

test('an operator sees to messages, leads, accounts, plans and failed jobs, and all of it is written down', async ({
  page,
  program,
}) => {
  await signedIn(page, program, { name: 'Sam Reed', email: 'sam@installation.example' });
  await grant(program, 'sam@installation.example');
  // Other journeys of the same program have left messages, leads and jobs.
  await program.owner.query(`delete from pgboss.job where name in ('contact-mail', 'dead-letters')`);
  await program.owner.query('delete from conversations; delete from contact_messages; delete from leads');
  await program.owner.query('delete from operator_trail');
  await page.goto(`${program.url}/admin`);
  await expect(page.getByText('No one is waiting')).toBeVisible();
  await expectAccessible(page);
  for (const [name, empty] of [
    ['Leads', 'No leads yet'],
    ['Failed jobs', 'No job has failed'],
    ['Trail', 'Nothing was done yet'],
  ] as const) {
    await bar(page).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name: empty })).toBeVisible();
  }
  await bar(page).getByRole('link', { name: 'Feeds' }).click();
  await expect(page.getByRole('row', { name: /^Simulated/ })).toContainText('Idle');
  await expectAccessible(page);
  await program.owner.query(
    `insert into leads (company_name, contact_email, message_volume, branded_emails, platforms)
     select 'Company ' || g, 'c' || g || '@x.example', '10+', 'Yes', '{Email}' from generate_series(1, 60) g`,
  );
  await program.owner.query(
    `insert into contact_messages (id, kind, name, email, subject, message, created_at)
     values (gen_random_uuid(), 'sales', 'Kim Sol', 'kim@x.example', 'Six brands', '<i>We have six.</i>', now())`,
  );
  await program.owner.query(
    `insert into pgboss.job (name, data, source_name, source_id, source_retry_count, source_output)
     select 'dead-letters', '{"messageId":"01900000-0000-7000-8000-000000000001"}', 'contact-mail', gen_random_uuid(), 8,
            '{"message":"The mail server is down"}' from generate_series(1, 2)`,
  );

  await bar(page).getByRole('link', { name: 'Leads' }).click();
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(51);
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await expect(page.getByRole('row')).toHaveCount(61);
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link]').first()).toBeFocused();
  await expectAccessible(page);

  await bar(page).getByRole('link', { name: 'Messages (1 waiting)' }).click();
  await page.getByRole('button', { name: /Kim Sol/ }).click();
  await expect(page.getByText('<i>We have six.</i>')).toBeVisible();
  await expect(page.getByText(/^(Emailed to the team|Not emailed yet)$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(page.getByText('Everything is handled')).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: /Kim Sol/ }).click();
  await expect(page.getByText('handled by sam@installation.example')).toBeVisible();

  await bar(page).getByRole('link', { name: 'Failed jobs (2 waiting)' }).click();
  await expect(page.getByText('The mail server is down')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('The mail server is down')).toHaveCount(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('No job has failed')).toBeVisible();
  // What was tried again has been worked by its queue: there is no such message, so there is nothing to mail.
  const tried = async () =>
    (await program.owner.query(`select state from pgboss.job where name = 'contact-mail'`)).rows;
  await expect.poll(tried).toEqual([{ state: 'completed' }]);

  await bar(page).getByRole('link', { name: 'Accounts' }).click();
  await page.keyboard.press('/');
  await page.getByLabel('Part of an address').fill('nobody@');
  await expect(page.getByText('No such account')).toBeVisible();
  await page.getByLabel('Part of an address').fill('SAM@INST');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sam Reed' }).click();
  await expect(page.getByText('On trial', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Set plan' }).click();
  await expect(page.getByText('Say why, in a few words')).toBeVisible();
  const byHand = page.getByRole('form', { name: 'Set the plan by hand' });
  await expect(byHand.getByLabel('Why')).toBeFocused();
  await page.getByLabel('Plan', { exact: true }).selectOption('enterprise');
  await page.getByLabel('For good').check();
  await byHand.getByLabel('Why').fill('Contract 7');
  await page.getByRole('button', { name: 'Set plan' }).click();
  await expect(page.getByText('Plan set', { exact: true })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Enterprise Plan' })).toBeVisible();
  await expectAccessible(page);

  // One workspace is stopped where it is looked at, and allowed again there.
  await page.getByRole('button', { name: 'Stop sending' }).click();
  const whyStopped = page.getByRole('form', { name: 'Stop sending' }).getByLabel('Why');
  await expect(whyStopped).toBeFocused();
  await whyStopped.fill('A wrong price came in.');
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is sent' })).toBeVisible();
  await expect(page.getByText('A wrong price came in.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow again' }).click();
  await expect(page.getByRole('button', { name: 'Stop sending' })).toBeVisible();
  await expect(whyStopped).toHaveValue('');

  // What is stopped waits, and the customer reads why, until it is allowed again.
  await bar(page).getByRole('link', { name: 'Sending' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect(page.getByLabel('Why')).toBeFocused();
  await page.getByLabel('What').selectOption('Every alert');
  await page.getByLabel('Why').fill('The mail provider is down.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect(page.getByText('Sending stopped', { exact: true })).toBeVisible();
  const stopped = page.getByRole('row').filter({ hasText: 'The mail provider is down.' });
  await expect(stopped).toContainText('Every alert');
  await expectAccessible(page);
  const customer = await page.context().newPage();
  await customer.goto(`${program.url}/dashboard/plans`);
  await expect(customer.getByText('The mail provider is down.')).toBeVisible();
  await customer.close();
  await stopped.getByRole('button', { name: 'Allow again' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible();

  await bar(page).getByRole('link', { name: 'Trail' }).click();
  await expect(page.getByText('Pro Plan, Trial → Enterprise Plan, Active: Contract 7')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(9);
  await expectAccessible(page);
});

test('an operator with a second factor is asked for it, and the console keeps to phones', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({
    viewport: { width: 320, height: 700 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signedIn(page, program, { name: 'Ida Rhodes', email: 'ida@installation.example' });
  const secret = await addApp(page, program);
  await grant(program, 'ida@installation.example');
  await forget(page);
  await page.goto(`${program.url}/admin/accounts`);
  await page.getByLabel('Email', { exact: true }).fill('ida@installation.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Code').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/admin/accounts');
  await expect(page.getByRole('cell').getByText('ida@installation.example')).toBeVisible();
  for (const path of [
    'accounts',
    'leads',
    'messages?state=all',
    'sending',
    'jobs',
    'trail',
    'conversations?state=all',
  ]) {
    await page.goto(`${program.url}/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits(page);
  }
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await context.close();
});
