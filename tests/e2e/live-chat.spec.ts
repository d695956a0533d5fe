import type { Browser, Page } from '@playwright/test';
import { siteConfig } from '#src/shared/site-config.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { signedIn } from './signed-in.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Live Chat' });
const log = (page: Page) => panel(page).getByRole('log', { name: 'Conversation' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

async function openPanel(page: Page, program: OwnedProgram): Promise<void> {
  await page.goto(`${program.url}/dashboard/feedback`);
  await page.getByRole('button', { name: 'Live Chat' }).click();
  await expect(panel(page).getByLabel('Message')).toBeFocused();
}

async function say(page: Page, text: string): Promise<void> {
  await panel(page).getByLabel('Message').fill(text);
  await page.keyboard.press('Enter');
}

/** Another browser, in which somebody operates the installation and looks at who waits. */
async function operator(browser: Browser, program: OwnedProgram, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signedIn(page, program, { name: 'Sam Reed', email });
  await program.owner.query('insert into operators select id, now() from users where email = $1', [email]);
  await page.goto(`${program.url}/admin`);
  await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible();
  return page;
}

test('a person writes, an operator answers from the console, and the answer stands in the open panel', async ({
  page,
  browser,
  program,
}) => {
  await signedIn(page, program, { name: 'Ada Byron', email: 'ada@chat.example' });
  await openPanel(page, program);
  await expect(panel(page).getByText('What can we do for you?')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Send' })).toBeDisabled();
  await say(page, 'Does a gap count after a holiday?\n<b>https://x.example</b>');
  await expect(log(page).getByText('<b>https://x.example</b>')).toBeVisible();
  await expect(log(page).getByText('Sending...')).toHaveCount(0);
  await expect(log(page).getByRole('link')).toHaveCount(0);
  await say(page, 'And on a half day?');
  await expectAccessible(page);

  const sam = await operator(browser, program, 'sam@chat.example');
  await sam.getByRole('link', { name: 'Waiting: Ada Byron' }).click();
  const thread = sam.getByRole('region', { name: 'Conversation' });
  await expect(thread.getByText('And on a half day?')).toBeVisible();
  await thread.getByLabel('Message').fill('It does: the last close counts, whatever day that was.');
  await thread.getByRole('button', { name: 'Send' }).click();
  // From the answer to the other screen two seconds at most.
  await expect(log(page).getByText('It does: the last close counts')).toBeVisible({ timeout: 2000 });
  await expect(log(page).getByText(`Sam, ${siteConfig.name}`)).toBeVisible();
  await expect(sam.getByText('No one is waiting')).toBeVisible();
  await expectAccessible(sam);

  // The panel was open: there is nothing that the bell would have to tell.
  const jobs = async () =>
    (await program.owner.query(`select state from pgboss.job where name = 'chat-notice'`)).rows;
  await program.owner.query(`update pgboss.job set start_after = now() where name = 'chat-notice'`);
  await expect.poll(jobs).toEqual([{ state: 'completed' }]);
  await expect(bell(page)).toHaveAccessibleName('Notifications');

  // Closed, it rings, the button counts, and the notification opens the panel.
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Live Chat' })).toBeFocused();
  await thread.getByLabel('Message').fill('Half days as well.');
  await thread.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('button', { name: 'Live Chat 1 unread answer' })).toBeVisible();
  await program.owner.query(`update pgboss.job set start_after = now() where name = 'chat-notice'`);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.goto(`${program.url}/dashboard/alerts`);
  await bell(page).click();
  await page.getByRole('link', { name: 'Support answered you' }).click();
  await expect(log(page).getByText('Half days as well.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/feedback$/);
  await expect(bell(page)).toHaveAccessibleName('Notifications');

  // A minute later the team has one mail of both messages.
  await program.owner.query(`update pgboss.job set start_after = now() where name = 'chat-mail'`);
  const mails = async () =>
    (await mailsTo(program, siteConfig.email.support)).filter(({ subject }) =>
      subject.startsWith('Live Chat'),
    );
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail] = await mails();
  const { text, source } = await readMail(program, mail?.id ?? '');
  expect(text).toContain('<b>https://x.example</b>');
  expect(text).toContain('And on a half day?');
  expect(source).toContain('Reply-To: ada@chat.example');
  await sam.goto(/https?:\S+\/admin\/conversations\/\S+/.exec(text)?.[0] ?? '');
  await expect(sam.getByRole('heading', { name: 'Ada Byron' })).toBeVisible();
  await sam.context().close();
});

test('what is typed and what was not sent survive closing, reloading and a server that fails', async ({
  browser,
  program,
}) => {
  // A browser whose console may complain: the server fails on purpose.
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signedIn(page, program, { name: 'Eve Marlow', email: 'eve@chat.example' });
  await openPanel(page, program);
  await panel(page).getByLabel('Message').fill('Half a sent');
  await panel(page).getByRole('button', { name: 'Close Live Chat' }).click();
  await page.getByRole('button', { name: 'Live Chat' }).click();
  await expect(panel(page).getByLabel('Message')).toHaveValue('Half a sent');
  await page.reload();
  await page.getByRole('button', { name: 'Live Chat' }).click();
  await expect(panel(page).getByLabel('Message')).toHaveValue('Half a sent');

  // Stored, and the answer lost on its way: nobody knows, as the hint that a message came leads nowhere either.
  await expect(log(page).getByText('What can we do for you?')).toBeVisible();
  await page.route('**/api/v1/chat*', async (route) => {
    if (route.request().method() !== 'POST') return route.abort();
    await route.fetch();
    return route.fulfill({ status: 500, body: '' });
  });
  await say(page, 'Only once, please.');
  await expect(log(page).getByText('Not sent')).toBeVisible();
  await page.unroute('**/api/v1/chat*');
  await page.reload();
  await page.getByRole('button', { name: 'Live Chat' }).click();
  // It has arrived after all: the same message is not shown, nor stored, twice.
  await expect(log(page).getByText('Only once, please.')).toHaveCount(1);
  await expect(log(page).getByText('Not sent')).toHaveCount(0);

  await page.route('**/api/v1/chat', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await say(page, 'Try me again.');
  await expect(log(page).getByText('Not sent')).toBeVisible();
  await say(page, 'Take me back.');
  await expect(log(page).getByText('Not sent')).toHaveCount(2);
  await expectAccessible(page);
  await log(page).getByRole('button', { name: 'Edit' }).last().click();
  await expect(panel(page).getByLabel('Message')).toHaveValue('Take me back.');
  await page.unroute('**/api/v1/chat');
  await log(page).getByRole('button', { name: 'Try again' }).dblclick();
  await expect(log(page).getByText('Not sent')).toHaveCount(0);
  const stored = async () =>
    (
      await program.owner.query<{ text: string }>(
        `select text from chat_messages m join users u on u.id = m.user_id
          where u.email = 'eve@chat.example' order by m.created_at`,
      )
    ).rows.map(({ text }) => text);
  await expect.poll(stored).toEqual(['Only once, please.', 'Try me again.']);
  await page.context().close();
});

test('it says when somebody answers, in both clocks, and changes with the hour', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signedIn(page, program, { name: 'Ida Rhodes', email: 'ida@desk.example' });
  // A Friday, half a minute before the end of the day in New York.
  await page.clock.setFixedTime(new Date('2026-11-20T22:59:30Z'));
  await openPanel(page, program);
  await expect(
    panel(page).getByText('We answer until 18:00 ET today (Saturday 0:00 your time).'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.setFixedTime(new Date('2026-11-20T23:00:10Z'));
  await page.getByRole('button', { name: 'Live Chat' }).click();
  await expect(panel(page).getByText('We answer from Monday 9:00 ET (15:00 your time).')).toBeVisible();
  await context.close();
});

test('on a phone it is a sheet over the page, without a sideways scroll', async ({ browser, program }) => {
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signedIn(page, program, { name: 'Kim Sol', email: 'kim@desk.example' });
  await page.goto(`${program.url}/dashboard/feedback?chat`);
  await panel(page)
    .getByLabel('Message')
    .fill('From a phone: ' + 'word'.repeat(40));
  await panel(page).getByRole('button', { name: 'Send' }).tap();
  await expect(log(page).getByText('From a phone')).toBeVisible();
  await expectFits(page);
  expect(await panel(page).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Close Live Chat' }).tap();
  await expect(panel(page)).toBeHidden();
  await context.close();
});
