import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { expect, mailsTo, readMail, test } from './journey.ts';

const TEAM = 'support@bellwire.example';
const LONG = 'x'.repeat(10_000);
const NASTY = `<script>alert("1")</script> & 'quotes' 🔔 تنبيهات السوق`;

const fields = (page: Page) => ({
  name: page.getByLabel('Name', { exact: true }),
  email: page.getByLabel('Email', { exact: true }),
  subject: page.getByLabel('Subject', { exact: true }),
  message: page.getByLabel('Message', { exact: true }),
});
type Values = { name: string; email: string; subject: string; message: string };

async function fill(page: Page, values: Values): Promise<void> {
  const form = fields(page);
  await form.name.fill(values.name);
  await form.email.fill(values.email);
  await form.subject.fill(values.subject);
  await form.message.fill(values.message);
}
async function expectTyped(page: Page, values: Values): Promise<void> {
  const form = fields(page);
  await expect(form.name).toHaveValue(values.name);
  await expect(form.email).toHaveValue(values.email);
  await expect(form.subject).toHaveValue(values.subject);
  await expect(form.message).toHaveValue(values.message);
}
/** The island has taken the form over. */
const hydrated = (page: Page) =>
  expect(page.locator('form[data-form="contact"]')).toHaveAttribute('data-live');
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send(ing\.\.\.| Message)$/ });
const toast = (page: Page, title: string, description: string) => async () => {
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByText(description, { exact: true })).toBeVisible();
};

let serial = 0;
const message = (): Values => ({
  name: 'Ada Byron',
  email: `ada-${(serial += 1)}@desk.example`,
  subject: `Question ${serial}`,
  message: `First line.\n\n${NASTY}`,
});

test('says who is there, and when', async ({ page, program }) => {
  await page.goto(`${program.url}/contact`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  const main = page.getByRole('main');
  await expect(main.getByText('Monday to Friday, 9am to 6pm ET', { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'support@bellwire.example' })).toHaveAttribute(
    'href',
    'mailto:support@bellwire.example',
  );
  await expect(main.getByRole('link', { name: 'Contact Sales', exact: true })).toHaveAttribute(
    'href',
    /^mailto:sales@bellwire\.example\?subject=\S+$/,
  );
  await expectAccessibleInBothThemes(page);
});

test('stores, mails and clears; a double click sends once', async ({ page, program }) => {
  await page.goto(`${program.url}/contact`);
  await hydrated(page);
  await page.evaluate(() => localStorage.setItem('bellwire.lead', '{"company":"Delta Desk"}'));
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/contact')) requests.push(request.method());
  });
  const one = message();
  await fill(page, one);
  await sendButton(page).dblclick();
  await expect(sendButton(page)).toHaveText('Sending...');
  await expect(sendButton(page)).toBeDisabled();
  await toast(page, 'Message sent!', "We've received your message and will get back to you soon.")();
  await expect(sendButton(page)).toHaveText('Send Message');
  await expect(sendButton(page)).toBeEnabled();
  await expectTyped(page, { name: '', email: '', subject: '', message: '' });
  expect(requests).toEqual(['POST']);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('bellwire.lead') ?? ''))).toEqual({
    name: one.name,
    email: one.email,
    company: 'Delta Desk',
  });
  const mails = async () =>
    (await mailsTo(program, TEAM)).filter((mail) => mail.subject === `Message: ${one.subject}`);
  await expect.poll(async () => (await mails()).length).toBe(1);
  const mail = await readMail(program, (await mails())[0]?.id ?? '');
  expect(mail.text).toContain(NASTY);
  expect(mail.source).toContain(`Reply-To: ${one.email}`);
  expect(mail.html).not.toContain('<script>');

  await page.goto(`${program.url}/signup`);
  await expect(page.getByLabel('Full name')).toHaveValue(one.name);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(one.email);
});

test('names each mistake beside its field, and goes to the first', async ({ page, program }) => {
  await page.goto(`${program.url}/contact`);
  await hydrated(page);
  const form = fields(page);
  const cases: [Partial<Values>, Partial<Values>][] = [
    [
      { name: ' ', email: '', subject: '', message: '' },
      {
        name: 'Name is required',
        email: 'Please enter a valid email address',
        subject: 'Subject is required',
        message: 'Message is required',
      },
    ],
    [{ email: 'ada@' }, { email: 'Please enter a valid email address' }],
    [{ email: `${LONG}@desk.example` }, { email: 'Please enter a valid email address' }],
    [{ name: LONG }, { name: 'Name can have 200 characters at most' }],
    [{ subject: LONG }, { subject: 'Subject can have 200 characters at most' }],
    [{ message: `${LONG}x` }, { message: 'Message can have 10000 characters at most' }],
  ];
  for (const [change, expected] of cases) {
    await fill(page, { ...message(), ...change });
    await sendButton(page).click();
    for (const [name, sentence] of Object.entries(expected)) {
      const field = form[name as keyof Values];
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(sentence);
    }
    const right = Object.keys(form).filter((name) => !(name in expected));
    for (const name of right) await expect(form[name as keyof Values]).not.toHaveAttribute('aria-invalid');
    await expect(form[Object.keys(expected)[0] as keyof Values]).toBeFocused();
  }
  await expectAccessible(page);
});

test('takes 10,000 characters, emoji, another direction, HTML and quotes', async ({ page, program }) => {
  await page.goto(`${program.url}/contact`);
  await hydrated(page);
  for (const change of [
    { message: LONG },
    { name: NASTY, subject: NASTY, message: `${NASTY}\n\t${NASTY}` },
    { name: 'O\'Brien "Bo"', subject: '🔔'.repeat(90) },
  ]) {
    await fill(page, { ...message(), ...change });
    await sendButton(page).click();
    await toast(page, 'Message sent!', "We've received your message and will get back to you soon.")();
    await expectTyped(page, { name: '', email: '', subject: '', message: '' });
    await page.getByRole('button', { name: 'Close' }).click();
  }
});

test('keeps what was typed when the server fails and when there is no network', async ({
  browser,
  program,
}) => {
  // A page of its own: the browser complains of such answers in its console.
  const page = await browser.newPage();
  await page.goto(`${program.url}/contact`);
  await hydrated(page);
  const one = message();
  await fill(page, one);
  const failed = toast(page, 'Something went wrong!', 'Please try again later.');

  await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 500, body: '{}' }));
  await sendButton(page).click();
  await expect(sendButton(page)).toHaveText('Sending...');
  await failed();
  await expectTyped(page, one);
  await expect(sendButton(page)).toBeEnabled();
  // Disabled while it was sent, it had lost the focus.
  await expect(sendButton(page)).toBeFocused();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.unroute('**/api/v1/contact');
  await page.context().setOffline(true);
  await sendButton(page).click();
  await failed();
  await expectTyped(page, one);
  expect(await page.evaluate(() => localStorage.getItem('bellwire.lead'))).toBeNull();

  await page.context().setOffline(false);
  await sendButton(page).click();
  await toast(page, 'Message sent!', "We've received your message and will get back to you soon.")();
  await expectTyped(page, { name: '', email: '', subject: '', message: '' });
  await page.close();
});

test('keeps what a quick visitor typed before the script came', async ({ page, program }) => {
  let letIn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route('**/_assets/contact-form*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${program.url}/contact`);
  const one = message();
  await fill(page, one);
  letIn();
  await hydrated(page);
  await expectTyped(page, one);
  await sendButton(page).click();
  await toast(page, 'Message sent!', "We've received your message and will get back to you soon.")();
});

test('says itself what no toast can, where what draws them cannot be loaded', async ({
  browser,
  program,
}) => {
  const page = await browser.newPage();
  await page.route('**/_assets/toast-view*', (route) => route.abort());
  await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await page.goto(`${program.url}/contact`);
  await hydrated(page);
  const one = message();
  await fill(page, one);
  await sendButton(page).click();
  const form = page.locator('form[data-form="contact"]');
  await expect(form.getByRole('alert')).toHaveText('Something went wrong! Please try again later.');
  await expectTyped(page, one);
  await sendButton(page).click();
  await expect(form.getByRole('status')).toHaveText(
    "Message sent! We've received your message and will get back to you soon.",
  );
  await expect(form.getByRole('alert')).toHaveCount(0);
  await page.close();
});
