import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, type OwnedProgram, test } from './journey.ts';
import { entered, PASSWORD, signedIn } from './signed-in.ts';
import { subscriptionOf, withSubscription } from './with-subscription.ts';

/** So many, a minute apart, the newest first; by SQL, as nobody could click them together. */
const fill = (program: OwnedProgram, email: string, count: number) =>
  program.owner.query(
    `insert into notifications (workspace_id, id, user_id, kind, title, text, link, created_at)
     select m.workspace_id, gen_random_uuid(), m.user_id, 'alert_failed', 'An alert failed', 'Number ' || g, '/alerts',
            date_trunc('second', now()) - g * interval '1 minute'
       from members m join users u on u.id = m.user_id, generate_series(1, $2::int) g where u.email = $1`,
    [email, count],
  );

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const home = (page: Page) => page.getByRole('region', { name: 'System notifications' });

test('the first alert rings the bell at once, and marking it holds over a reload', async ({
  page,
  program,
}) => {
  await entered(page, program, { email: 'first@desk.example', confirmed: true });
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(home(page).getByText('Nothing to tell you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Start Trial Run' }).first().click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(bell(page)).toHaveText('1');
  await expect(home(page).getByRole('link', { name: 'Unread: Your first alert was sent' })).toBeVisible();

  await bell(page).click();
  const panel = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(panel.getByRole('link', { name: 'Your first alert was sent' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.reload();
  await expect(
    home(page).getByRole('link', { name: 'Your first alert was sent', exact: true }),
  ).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');

  // It leads to the alert.
  await bell(page).click();
  await panel.getByRole('link', { name: 'Your first alert was sent' }).click();
  await expect(page).toHaveURL(/\/dashboard\/alerts\/[0-9a-f-]{36}$/);
  await expect(panel).toBeHidden();
});

test('Home marks all as read, and nobody else’s', async ({ page, browser, program }) => {
  await signedIn(page, program, { email: 'home@desk.example', confirmed: true });
  await fill(program, 'home@desk.example', 120);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signedIn(other, program, { email: 'other@desk.example', confirmed: true });
  await fill(program, 'other@desk.example', 3);

  for (const each of [page, other]) await each.goto(`${program.url}/dashboard`);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 99+ unread');
  await expect(bell(page)).toHaveText('99+');
  await expect(bell(other)).toHaveAccessibleName('Notifications, 3 unread');

  // The bell doesn't wait for the server, and a reload would cut the request off.
  const marked = page.waitForResponse(/\/api\/v1\/notifications\/read/);
  await home(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await marked;
  await expect(page.getByText('Unread:')).toHaveCount(0);
  await page.reload();
  await expect(home(page).getByRole('link', { name: 'An alert failed' }).first()).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await other.reload();
  await expect(bell(other)).toHaveAccessibleName('Notifications, 3 unread');
  await context.close();
});

test('the page lists all of them, marks the one that is opened, and tells of a new password', async ({
  page,
  program,
}) => {
  await signedIn(page, program, { email: 'page@desk.example', confirmed: true });
  await page.goto(`${program.url}/dashboard/notifications`);
  await expect(page.getByRole('heading', { name: 'Nothing to tell you' })).toBeVisible();
  await expectAccessible(page);

  await fill(program, 'page@desk.example', 60);
  await page.reload();
  const rows = page.getByRole('main').locator('[data-row-link]');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await expect(rows).toHaveCount(60);
  await expect(page.getByText('Kept for 90 days.')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/alerts$/);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 59 unread');

  await page.goto(`${program.url}/dashboard/settings`);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('correct horse 2!');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 60 unread');
  await bell(page).click();
  await expect(
    page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('link').first(),
  ).toHaveAccessibleName('Unread: Your password was changed');
});

test('what comes by mail and in browsers is chosen in the settings, at once and for good', async ({
  page,
  program,
}) => {
  await signedIn(page, program, { email: 'mails@desk.example', confirmed: true });
  await page.addInitScript(withSubscription, subscriptionOf('member'));
  await page.goto(`${program.url}/dashboard/settings`);
  const part = page.getByRole('region', { name: 'Emails' });
  const failed = part.getByRole('checkbox', { name: 'An alert couldn’t be delivered' });
  const joined = part.getByRole('checkbox', { name: 'A member joined' });
  await expect(part.getByRole('checkbox', { name: 'Alerts', exact: true })).toBeChecked();
  await expect(failed).toBeChecked();
  await expect(joined).not.toBeChecked();
  await expectAccessible(page, { include: 'main' });
  const saved = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/notifications/mail') && answer.status() === 204);
  for (const box of [failed, joined]) {
    const answer = saved();
    await box.click();
    await answer;
  }
  await page.reload();
  await expect(failed).not.toBeChecked();
  await expect(joined).toBeChecked();

  const browsers = page.getByRole('region', { name: 'Notifications', exact: true });
  await browsers.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(browsers.getByText('This browser', { exact: true })).toBeVisible();
  await expect(browsers.getByRole('checkbox', { name: 'An alert couldn’t be delivered' })).toBeChecked();
  const approves = browsers.getByRole('checkbox', { name: 'Approve short alerts from the notification' });
  await expect(approves).not.toBeChecked();
  await approves.click();
  await expect(approves).toBeChecked();
  await browsers.getByRole('button', { name: 'Use a practice browser' }).click();
  await expect(browsers.getByRole('button', { name: /^Turn off Chrome/ })).toHaveCount(2);
  await expectAccessible(page, { include: 'main' });
  await browsers
    .getByRole('listitem')
    .filter({ hasText: 'This browser' })
    .getByRole('button', { name: /^Turn off/ })
    .click();
  await expect(browsers.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible();
  await page.goto(`${program.url}/dashboard/review`);
  await page.getByRole('button', { name: 'Get notifications' }).click();
  await expect(page.getByText('Notifications are on', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get notifications' })).toHaveCount(0);
});

// A page of its own: the refusal stands in the browser's console, which fails every other page.
test('a choice that was not saved is taken back, and told', async ({ browser, program }) => {
  const page = await (await browser.newContext()).newPage();
  await signedIn(page, program, { email: 'unsaved@desk.example', confirmed: true });
  await page.route('**/api/v1/notifications/mail', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto(`${program.url}/dashboard/settings`);
  const joined = page.getByRole('checkbox', { name: 'A member joined' });
  await joined.click();
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expect(joined).not.toBeChecked();
  await page.context().close();
});
