import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { entered } from './signed-in.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Waiting alerts' });
const rows = (page: Page) => list(page).getByRole('link');
const chosen = (page: Page) => list(page).locator('[aria-current]');
const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 }).first();

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}') as { access_token: string }).access_token,
  );

/** Somebody edits an alert that waits. */
async function editedElsewhere(page: Page, program: OwnedProgram, symbol: string): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(page)}` };
  const api = `${program.url}/api/v1`;
  const { items } = (await (await page.request.get(`${api}/reviews`, { headers })).json()) as {
    items: { id: string; title: string; revision: string }[];
  };
  const { id, revision } = items.find(({ title: text }) => text.includes(symbol))!;
  const { waiting } = (await (await page.request.get(`${api}/alerts/${id}/review`, { headers })).json()) as {
    waiting: { texts: { language: string; headline: string; summary: string }[] };
  };
  const texts = waiting.texts.map(({ language, headline, summary }) => ({
    language,
    headline: `${headline}, as edited`,
    summary,
  }));
  const answer = await page.request.post(`${api}/alerts/${id}/revisions`, {
    headers,
    data: { revision, texts, vouched: true },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** A webhook whose alerts wait for a review. @returns calls it with a symbol */
async function reviewedWebhook(
  page: Page,
  program: OwnedProgram,
): Promise<(symbol: string) => Promise<void>> {
  const token = await tokenOf(page);
  const made = await page.request.post(`${program.url}/api/v1/outside-rules`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { name: 'Desk signals', approval: 'human', outside: { kind: 'webhook' } },
  });
  const { address } = (await made.json()) as { address: string };
  return async (symbol) => {
    const answer = await page.request.post(address, {
      headers: { 'Content-Type': 'text/plain' },
      data: JSON.stringify({ ticker: symbol, close: 25012.5, action: 'buy' }),
    });
    expect(answer.status()).toBe(202);
  };
}

/** Hours in which everything goes out: set, refused without a day, and removed. */
async function sendingHours(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add sending hours' }).click();
  let form = page.getByRole('form', { name: 'New sending hours' });
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await form.getByLabel(day).uncheck();
  await form.getByLabel('Time zone').fill('UTC');
  await form.getByLabel('From').fill('00:00');
  await form.getByLabel('Until').fill('00:00');
  await form.getByRole('button', { name: 'Save hours' }).click();
  await expect(form.getByText('Choose at least one day.')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await form.getByLabel('When').selectOption('regular');
  await expect(form).toContainText('An alert about a daily close waits until the next open.');
  await expect(form.getByLabel('From')).toHaveCount(0);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save hours' }).click();
  const list = page.getByRole('list', { name: 'Sending hours' });
  await expect(list).toContainText('Everything in this workspaceWhile the symbol’s market trades');
  await list.getByRole('button', { name: 'Change the hours of Everything in this workspace' }).click();
  form = page.getByRole('form', { name: 'Change sending hours' });
  await form.getByLabel('When').selectOption('clock');
  await form.getByLabel('Time zone').fill('UTC');
  await form.getByLabel('From').fill('00:00');
  await form.getByLabel('Until').fill('00:00');
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) await form.getByLabel(day).check();
  await form.getByLabel('If an alert lapses while it waits').selectOption('digest');
  await form.getByRole('button', { name: 'Save hours' }).click();
  await expect(list).toContainText('Everything in this workspaceEvery day, 00:00 to 24:00 (UTC)');
  await expect(list).toContainText('What lapses is past news in the next digest');
  await expect(form).toHaveCount(0);
  await list.getByRole('button', { name: 'Remove the hours of Everything in this workspace' }).click();
  await expect(page.getByText('Alerts go out at any time.')).toBeVisible();
}

/** The red button: what is approved while everything is stopped waits; one alert is recalled, the next goes out. */
async function stopAndResume(page: Page, call: (symbol: string) => Promise<void>): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(page.getByRole('heading', { name: 'Sending', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await sendingHours(page);
  await page.getByRole('button', { name: 'Stop all sending' }).click();
  const asked = page.getByRole('dialog', { name: 'Stop all sending?' });
  await expect(asked).toContainText('Nothing is waiting to go out at the moment.');
  await asked.getByLabel('Why (optional)').fill('Prices look wrong');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Stop sending' }).click();
  const notice = page.getByRole('complementary', { name: 'Stopped' });
  await expect(notice).toContainText(/^Sending is stopped since \d+:\d\d by .+: Prices look wrong/);
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  const everything = page.getByRole('list', { name: 'Everything' });
  for (const symbol of ['JJJ', 'KKK']) {
    await page.goto(page.url().replace(/\/dashboard.*/, '/dashboard/review'));
    await call(symbol);
    await expect(title(page)).toContainText(symbol);
    // It is above every screen.
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve and send' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing waits for review' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Account area' })
      .getByRole('link', { name: 'Sending' })
      .click();
    await expect(everything).toContainText('1 alert hasn’t gone out yet');
    if (symbol === 'JJJ') {
      await page.getByRole('button', { name: 'Recall what waits: sending' }).click();
      const recall = page.getByRole('dialog', { name: 'Recall 1 alert?' });
      await recall.getByRole('button', { name: 'Recall' }).click();
      await expect(page.getByText('1 alert recalled', { exact: true })).toBeVisible();
      await expect(everything).toContainText('Nothing is waiting to go out');
    }
  }
  await notice.getByRole('button', { name: 'Resume sending' }).click();
  const resume = page.getByRole('dialog', { name: 'Resume sending?' });
  await expect(resume).toContainText('1 alert goes out now.');
  await resume.getByRole('button', { name: 'Resume' }).click();
  await expect(notice).toHaveCount(0);
  await expect(everything).toContainText('Nothing is waiting to go out', { timeout: 20_000 });
  await page.goto(page.url().replace(/\/dashboard.*/, '/dashboard/alerts'));
  const alerts = page.getByRole('table').getByRole('row');
  await expect(alerts.filter({ hasText: 'KKK' })).toContainText('Sent');
  await expect(alerts.filter({ hasText: 'JJJ' })).toContainText('Held back');
}

test('alerts that wait are approved and rejected by keyboard, and on a phone', async ({ page, program }) => {
  test.slow();
  await entered(page, program, { email: 'reviewer@desk.example', confirmed: true });
  const call = await reviewedWebhook(page, program);
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { name: 'Nothing waits for review' })).toBeVisible();
  await expectAccessible(page);

  // They come while somebody looks on.
  for (const symbol of ['AAA', 'BBB', 'CCC', 'DDD']) {
    await call(symbol);
    await expect(rows(page).filter({ hasText: symbol })).toBeVisible();
  }
  const menu = page.getByRole('navigation', { name: 'Account area' });
  await expect(menu.getByRole('link', { name: 'Review 4 waiting' })).toBeVisible();
  await expect(rows(page)).toHaveText([/AAA/, /BBB/, /CCC/, /DDD/]);
  await expect(title(page)).toContainText('AAA');
  await expect(page.getByRole('region', { name: 'What will be sent' })).toContainText('AAA');
  await expect(page.getByRole('region', { name: 'Who will get it' })).toContainText('1 person by Email');
  await expectAccessible(page);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Approve and send');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(chosen(page)).toContainText('BBB');
  await page.keyboard.press('k');
  await expect(title(page)).toContainText('AAA');

  await expect(page.getByRole('button', { name: 'Approve and send' })).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('Alert approved', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveText([/BBB/, /CCC/, /DDD/]);
  await expect(chosen(page)).toBeFocused();
  await expect(title(page)).toContainText('BBB');
  await expect(menu.getByRole('link', { name: 'Review 3 waiting' })).toBeVisible();

  await expect(page.getByRole('button', { name: 'Approve and send' })).toBeEnabled();
  await page.keyboard.press('r');
  const reason = page.getByLabel('Why do you reject it?');
  await expect(reason).toBeFocused();
  // A letter in a field is a letter.
  await page.keyboard.type('already an old story');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Alert rejected', { exact: true })).toBeVisible();
  await expect(title(page)).toContainText('CCC');

  // Somebody else decides on what is being read: it stays, and says so.
  await program.owner.query(
    `update alerts set state = 'rejected' where state = 'pending_review' and title like '%CCC%'`,
  );
  await call('EEE');
  await expect(page.getByText('doesn’t wait for review anymore')).toBeVisible();
  await page.getByRole('link', { name: 'Next alert' }).click();
  await expect(title(page)).toContainText('DDD');

  const headline = page.getByLabel('Headline', { exact: true });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${program.url}/dashboard/review`);
  await expect(rows(page)).toHaveText([/DDD/, /EEE/]);
  await expectFits(page);
  await rows(page).first().click();
  await expect(title(page)).toContainText('DDD');
  const approve = page.getByRole('button', { name: 'Approve and send' });
  await expect(approve).toBeEnabled();
  await expect(approve).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Reject' })).toBeInViewport();
  await expectFits(page);
  await expectAccessible(page);
  await approve.click();
  await expect(title(page)).toContainText('EEE');
  await page.getByRole('link', { name: 'All waiting alerts' }).click();
  await expect(rows(page)).toHaveText([/EEE/]);

  // What is being edited isn't lost by the way back to the list, nor by choosing another alert.
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await call('FFF');
  await rows(page).filter({ hasText: 'EEE' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await headline.fill('EEE: half a thought');
  await page.getByRole('link', { name: 'All waiting alerts' }).click();
  await leave.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(headline).toHaveValue('EEE: half a thought');
  await page.setViewportSize({ width: 1280, height: 900 });
  await rows(page).filter({ hasText: 'FFF' }).click();
  await expect(leave).toBeVisible();
  await expectAccessible(page);
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(headline).toHaveValue('EEE: half a thought');
  await rows(page).filter({ hasText: 'FFF' }).click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(title(page)).toContainText('FFF');
  // A form that holds nothing new doesn't ask, and an edit that was left is over.
  await expect(page.getByRole('button', { name: 'Approve and send' })).toBeEnabled();
  await page.keyboard.press('e');
  await expect(headline).toBeFocused();
  await rows(page).filter({ hasText: 'EEE' }).click();
  await expect(title(page)).toContainText('EEE');
  await expect(page.getByRole('button', { name: 'Approve and send' })).toBeEnabled();

  // Somebody else was faster: their text isn't overwritten. A tab of its own, as the browser complains of the refusal.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(tab.getByRole('button', { name: 'Approve and send' })).toBeEnabled();
  await tab.keyboard.press('e');
  await tab.getByLabel('Headline', { exact: true }).fill('EEE: lost');
  await editedElsewhere(page, program, 'EEE');
  await expect(rows(tab).filter({ hasText: 'EEE' })).toContainText('as edited');
  await tab.getByRole('button', { name: 'Save new text' }).click();
  await expect(tab.getByText('This alert was edited while you were editing it.')).toBeVisible();
  await tab.getByRole('button', { name: 'Cancel' }).click();
  await expect(title(tab)).toContainText('as edited');
  await tab.close();
  await expect(title(page)).toContainText('as edited');
  await expect(page.getByRole('button', { name: 'Approve and send' })).toBeEnabled();

  // Edited text is another revision: it is shown beside what was written, and decided on anew.
  await page.keyboard.press('e');
  await expect(headline).toBeFocused();
  const check = page.getByRole('status', { name: 'Check of the headline' });
  await headline.fill('EEE: sell this before the open');
  await expect(check).toContainText('“sell”: An alert gives no advice. You confirm it when you save.');
  await headline.fill('EEE: read this before the open');
  await expect(check).toHaveText('Passes the check');
  await expect(page.getByRole('heading', { name: 'Changes to what was written' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save new text' }).click();
  await expect(page.getByText('New text saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Edited before approval' })).toContainText(
    'read this before the open',
  );
  await expect(title(page)).toContainText('EEE: read this before the open');
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await expect(title(page)).toContainText('FFF');
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing waits for review' })).toBeVisible();

  // Several are decided at once: by checkboxes on a phone, and by keyboard.
  for (const symbol of ['GGG', 'HHH', 'III']) {
    await call(symbol);
    await expect(rows(page).filter({ hasText: symbol })).toBeVisible();
  }
  const box = (symbol: string) => list(page).getByRole('checkbox', { name: new RegExp(symbol) });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${program.url}/dashboard/review`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByRole('button', { name: 'Approve 3' })).toBeInViewport();
  const target = await box('HHH').locator('..').boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(box('HHH')).not.toBeChecked();

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(title(page)).toContainText('GGG');
  await page.keyboard.press('x');
  await expect(box('GGG')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(box('GGG')).not.toBeChecked();
  await box('GGG').check();
  await box('III').click({ modifiers: ['Shift'] });
  // In a low window, too.
  await page.setViewportSize({ width: 1280, height: 500 });
  await expect(page.getByRole('button', { name: 'Approve 3' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 900 });
  // Keys go on working from a checkbox.
  await page.keyboard.press('e');
  await expect(headline).toBeFocused();
  await expect(page.getByRole('button', { name: 'Approve 3' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await editedElsewhere(page, program, 'HHH');
  await expect(rows(page).filter({ hasText: 'HHH' })).toContainText('as edited');
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await expect(page.getByText('2 approved. 1 was edited in the meantime. Check it again.')).toBeVisible();
  await expect(rows(page)).toHaveText([/HHH/]);
  await expect(chosen(page)).toBeFocused();
  await expect(box('HHH')).toBeChecked();
  await expectAccessible(page);
  // It is open by now, so that it may be decided on as it reads.
  await expect(title(page)).toContainText('as edited');
  await page.getByRole('button', { name: 'Reject 1' }).click();
  await page.getByRole('button', { name: 'Reject 1' }).click();
  await expect(page.getByText('Say why you reject them.')).toBeVisible();
  await page.getByLabel('Why do you reject them?').fill('Already an old story');
  await page.getByRole('button', { name: 'Reject 1' }).click();
  await expect(page.getByText('1 rejected.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing waits for review' })).toBeVisible();

  await stopAndResume(page, call);
});

test('who may not approve reads along, and is told who may', async ({ page, program }) => {
  const workspace = await entered(page, program, { email: 'review-reader@desk.example', confirmed: true });
  const call = await reviewedWebhook(page, program);
  await call('AAA');
  await program.owner.query(`update members set role = 'viewer' where workspace_id = $1`, [workspace]);
  await page.goto(`${program.url}/dashboard/review`);
  await expect(title(page)).toContainText('AAA');
  await expect(page.getByText('You’re viewer here. Only approvers can decide.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and send' })).toHaveCount(0);
  await expect(list(page).getByRole('checkbox')).toHaveCount(0);
  await page.keyboard.press('a');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);

  // Others who have it open are shown, and it is shown to them.
  const grace = await colleague(program, workspace);
  const id = new URL((await rows(page).first().getAttribute('href')) ?? '', page.url()).searchParams.get(
    'alert',
  );
  await grace('POST', `/alerts/${id}/viewing`);
  await expect(page.getByRole('article').getByText('Grace Hopper is looking at this')).toBeVisible();
  await expect(rows(page).locator('xpath=ancestor::li')).toContainText('Grace Hopper is looking at this.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect
    .poll(async () => (await grace('GET', '/reviews/viewers')).json())
    .toMatchObject({
      items: [{ alert: id, people: [{ name: 'Ada Byron' }] }],
    });
  await page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name: 'Rules' }).click();
  await expect.poll(async () => (await grace('GET', '/reviews/viewers')).json()).toEqual({ items: [] });
  await page.goBack();
  await expect(page.getByRole('article').getByText('Grace Hopper is looking at this')).toBeVisible();
  await grace('DELETE', `/alerts/${id}/viewing`);
  await expect(page.getByText('Grace Hopper is looking at this')).toHaveCount(0);

  await commentOn(page, id ?? '', grace);
  await checkAfterwards(page, program, workspace);
  await nameDeputy(page, program, workspace);
});

/** A comment mentions a member by keyboard, others come without a reload, and its author withdraws it. */
async function commentOn(
  page: Page,
  id: string,
  grace: Awaited<ReturnType<typeof colleague>>,
): Promise<void> {
  const part = page.getByRole('region', { name: 'Comments' });
  const text = part.getByLabel('Comment', { exact: true });
  // Who has joined since, without an invitation, isn't announced.
  await page.reload();
  await text.pressSequentially('Ask @gra');
  await expect(part.getByRole('option', { name: /Grace Hopper/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('Ask @Grace Hopper ');
  await text.pressSequentially('<b>now</b>');
  await page.keyboard.press('Control+Enter');
  const said = part.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await expect(said).toContainText('Ask @Grace Hopper <b>now</b>');
  await grace('POST', `/alerts/${id}/comments`, { text: 'Looks right to me' });
  await expect(said.last()).toContainText('Looks right to me');
  await expect(said.last().getByRole('button')).toHaveCount(0);
  await said.first().getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(said.first()).toContainText('Withdrawn by Ada Byron');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** While one is away, a colleague decides in one's place; the inbox says so and how to end it. */
async function nameDeputy(page: Page, program: OwnedProgram, workspace: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${program.url}/dashboard/settings`);
  const part = page.getByRole('region', { name: 'While you’re away' });
  await part.getByLabel('Who decides in your place').selectOption('Grace Hopper');
  await part.getByLabel('From').fill('2020-01-01T09:00');
  await part.getByRole('button', { name: 'Name deputy' }).click();
  await expect(part.getByText('Enter a date and a time, such as')).toBeVisible();
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await part.getByLabel('Until').fill(`${soon}T09:00`);
  await part.getByRole('button', { name: 'Name deputy' }).click();
  const mine = part.getByRole('list', { name: 'Your absences' }).getByRole('listitem');
  await expect(mine).toContainText('Grace Hopper for youAway now');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await program.owner.query(`update members set role = 'admin' where workspace_id = $1`, [workspace]);
  await page.goto(`${program.url}/dashboard/team`);
  await expect(page.getByText('Grace Hopper for you')).toBeVisible();
  await page.getByText('Name a deputy for a member').click();
  await expectAccessible(page);
  await expectFits(page);
  await page.goto(`${program.url}/dashboard/review`);
  await expect(page.getByText('Grace Hopper decides in your place.')).toBeVisible();
  await expectFits(page);
  await page.getByRole('link', { name: 'End it in Settings' }).click();
  await mine.getByRole('button', { name: 'I’m back: Grace Hopper decides in your place' }).click();
  await expect(mine).toHaveCount(0);
}

/** An alert that a policy approved is checked afterwards: not by its author, and by an approver. */
async function checkAfterwards(page: Page, program: OwnedProgram, workspace: string): Promise<void> {
  await program.owner.query(
    `with drawn as (
       insert into supervisory_samples
         (workspace_id, alert_id, policy_id, policy_name, policy_version, revision_hash, sampled_at)
       select a.workspace_id, a.id, a.id, 'Watched', 1, r.hash, now() from alerts a
         join revisions r on r.workspace_id = a.workspace_id and r.alert_id = a.id where a.workspace_id = $1)
     update members set role = 'approver' where workspace_id = $1 and role = 'viewer'`,
    [workspace],
  );
  await page.reload();
  await page
    .getByRole('navigation', { name: 'Review' })
    .getByRole('link', { name: /^Checks/ })
    .click();
  const drawn = page.getByRole('list', { name: 'Alerts to check' }).getByRole('listitem');
  await expect(drawn).toContainText('Approved by “Watched” (version 1)');
  await expect(drawn).toContainText('You last changed this rule');
  await program.owner.query(`update rules set changed_by = null where workspace_id = $1`, [workspace]);
  await page.reload();
  await drawn.getByRole('button', { name: /^Finding/ }).click();
  await page.getByRole('button', { name: 'Save finding' }).click();
  await expect(page.getByText('Choose what is wrong.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await page.getByLabel('What is wrong?').selectOption('Wording or tone');
  await page.getByLabel('What did you find?').fill('Says “buy” without a price.');
  await page.getByRole('button', { name: 'Save finding' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to check' })).toBeVisible();
  await page.getByRole('radio', { name: 'Checked', exact: true }).check();
  const checked = page.getByRole('list', { name: 'Checked alerts' }).getByRole('listitem');
  await expect(checked).toContainText('Finding: Wording or tone');
  await expect(checked).toContainText('Ada Byron');
  await expect(page.getByText('1 drawn · 0 to check · 1 finding')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
}

/** Another approver of the workspace. @returns sends a request as that person */
async function colleague(program: OwnedProgram, workspace: string) {
  const email = 'grace-reviews@desk.example';
  const data = { first_name: 'Grace', last_name: 'Hopper', accountType: 'personal' };
  const signUp = await fetch(`${program.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse 1!', data }),
  });
  const { access_token: token } = (await signUp.json()) as { access_token: string };
  await program.owner.query(
    `insert into members (workspace_id, user_id, role, created_at)
     select $1, id, 'approver', now() from users where email = $2`,
    [workspace, email],
  );
  const headers = { Authorization: `Bearer ${token}`, 'X-Workspace-Id': workspace };
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${program.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path} was answered with ${answer.status}`).toBe(true);
    return answer;
  };
}

test('an alert is approved on a phone, by the button of an email', async ({ page, browser, program }) => {
  test.slow();
  const email = 'one-tap@desk.example';
  await entered(page, program, { email, confirmed: true });
  const call = await reviewedWebhook(page, program);
  await call('TAP');
  await page.close();
  const asked = async () =>
    (await mailsTo(program, email)).find(({ subject }) => /^Approve\? .*TAP/.test(subject));
  await expect.poll(asked, { timeout: 20_000 }).toBeTruthy();
  const { text } = await readMail(program, (await asked())!.id);
  const link = /Review and decide:\n(\S+)/.exec(text)?.[1] ?? '';

  // Somebody who isn't signed in, without script.
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('TAP');
  await expect(phone.getByText('Goes to 1 person by Email.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Approve and send' })).toBeInViewport();
  await phone.getByRole('button', { name: 'Reject' }).click();
  await expect(phone.getByLabel('Why do you reject it?')).toBeFocused();
  await phone.setViewportSize({ width: 320, height: 700 });
  await phone.getByRole('button', { name: 'Approve and send' }).click();
  await expect(phone.getByRole('heading', { name: 'Approved. It’s on its way.' })).toBeVisible();
  await context.close();

  const judged = await (await browser.newContext({ viewport: { width: 320, height: 700 } })).newPage();
  await judged.goto(link);
  await expectFits(judged);
  await expectAccessible(judged);
  const sent = async () =>
    (await mailsTo(program, email)).filter(({ subject }) => !subject.startsWith('Approve?'));
  await expect
    .poll(async () => (await sent()).some(({ subject }) => subject.includes('TAP')), { timeout: 20_000 })
    .toBe(true);
});
