import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { openedAt } from './signed-in.ts';

const CLIENT = 'mary@fund.example';

/** The link in the newest email to the client approver whose subject fits. */
async function linkIn(program: OwnedProgram, subject: RegExp): Promise<string> {
  const found = async () => (await mailsTo(program, CLIENT)).find((mail) => subject.test(mail.subject));
  await expect.poll(async () => (await found())?.subject ?? null).toEqual(expect.stringMatching(subject));
  const { text } = await readMail(program, (await found())!.id);
  return /https?:\/\/\S+\/decide\/\S+/.exec(text)?.[0] ?? '';
}

async function onPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  return context.newPage();
}

/** A webhook whose alerts wait under a policy. @returns calls it with a symbol */
async function webhookUnder(page: Page, program: OwnedProgram, policy: string) {
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('bellwire.auth') ?? '{}') as { access_token: string }).access_token,
  );
  const headers = { Authorization: `Bearer ${token}` };
  const { items } = (await (
    await page.request.get(`${program.url}/api/v1/approval-policies`, { headers })
  ).json()) as { items: { id: string; name: string }[] };
  const approval = items.find(({ name }) => name === policy)!.id;
  const made = await page.request.post(`${program.url}/api/v1/outside-rules`, {
    headers,
    data: { name: 'Desk signals', approval, outside: { kind: 'webhook' } },
  });
  const { address } = (await made.json()) as { address: string };
  return async (symbol: string) => {
    const data = JSON.stringify({ ticker: symbol, close: 25012.5, action: 'buy' });
    const answer = await page.request.post(address, { headers: { 'Content-Type': 'text/plain' }, data });
    expect(answer.status()).toBe(202);
  };
}

test('a client approves on a phone without an account', async ({ page, browser, program }) => {
  await openedAt(page, program, { email: 'agency@desk.example', confirmed: true }, '/approval');
  const form = page.getByRole('form', { name: 'Invite a client approver' });
  await form.getByLabel('Name').fill('Mary Somerville');
  await form.getByLabel('Company').fill('Harbor Fund Ltd');
  await form.getByLabel('Email').fill(CLIENT);
  await form.getByRole('button', { name: /^Invite for/ }).click();
  const list = page.getByRole('list', { name: /^Client approvers of/ });
  await expect(list).toContainText('Invited');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  const phone = await onPhone(browser);
  await phone.goto(await linkIn(program, /^Approve alerts of/));
  await expect(phone.getByText('This link belongs to Mary Somerville, Harbor Fund Ltd.')).toBeVisible();
  await expectAccessible(phone);
  await expectFits(phone);
  await phone.getByRole('button', { name: 'Confirm' }).tap();
  await expect(phone.getByRole('heading', { name: /^You approve alerts of/ })).toBeVisible();
  await page.reload();
  await expect(list).toContainText('confirmed');

  await page.goto(`${program.url}/dashboard/approval/new`);
  await page.getByLabel('Name').fill('Client signs off');
  await page.getByLabel('What happens to an alert').selectOption('human');
  for (const role of ['Owners', 'Admins', 'Approvers'])
    await page.getByLabel(role, { exact: true }).uncheck();
  await page.getByLabel('Client approvers').check();
  await page.getByRole('button', { name: 'Save policy' }).click();
  await expect(page).toHaveURL(/\/approval\/[0-9a-f-]{36}$/);

  const call = await webhookUnder(page, program, 'Client signs off');
  await call('NVDA');
  await phone.goto(await linkIn(program, /^Approve\? .*NVDA/));
  await expect(phone.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expect(phone.getByText('You decide as Mary Somerville, Harbor Fund Ltd.')).toBeVisible();
  await expect(phone.frameLocator('iframe').first().locator('body')).toContainText('NVDA');
  await expectAccessible(phone);
  await expectFits(phone);
  await phone.setViewportSize({ width: 320, height: 700 });
  await expectFits(phone);
  await phone.setViewportSize({ width: 1280, height: 900 });
  await phone.emulateMedia({ colorScheme: 'dark' });
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.getByRole('button', { name: 'Approve and send' }).tap();
  await expect(phone.getByRole('heading', { name: 'Approved. It’s on its way.' })).toBeVisible();

  await page.goto(`${program.url}/dashboard/alerts`);
  await page.getByRole('link', { name: /NVDA/ }).first().click();
  await expect(page.getByText('Mary Somerville, Harbor Fund Ltd').first()).toBeVisible();

  // Removed: the link in the email that comes next is dead before it's opened.
  await call('TSLA');
  const link = await linkIn(program, /^Approve\? .*TSLA/);
  await page.goto(`${program.url}/dashboard/approval`);
  await page.getByRole('button', { name: 'Remove Mary Somerville' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('has no client approvers yet')).toBeVisible();
  await phone.goto(link);
  await expect(phone.getByText('You’re no longer an approver.')).toBeVisible();
  await expectAccessible(phone);
  await phone.context().close();
});
