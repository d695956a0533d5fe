import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, mailsTo, test } from './journey.ts';

// The public pages' forms with script turned off, by plain POST. Pages of their own: an answer of 422 is a complaint
// in the browser's console.
const NASTY = `"><script>alert('1')</script> & \\d 🔔 تنبيهات`;

const withoutScript = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: false })).newPage();

test('the contact form is sent, and comes back filled in when something is wrong', async ({
  browser,
  program,
}) => {
  const page = await withoutScript(browser);
  await page.goto(`${program.url}/contact`);
  const name = page.getByLabel('Name', { exact: true });
  const email = page.getByLabel('Email', { exact: true });
  const subject = page.getByLabel('Subject', { exact: true });
  const message = page.getByLabel('Message', { exact: true });
  await name.fill(NASTY);
  await email.fill('nobody');
  await message.fill(`\n${NASTY}\n</textarea>`);
  const [answer] = await Promise.all([
    page.waitForResponse('**/forms/contact'),
    page.getByRole('button', { name: 'Send Message' }).click(),
  ]);
  expect(answer.status()).toBe(422);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await expect(name).toHaveValue(NASTY);
  await expect(email).toHaveValue('nobody');
  await expect(message).toHaveValue(`\n${NASTY}\n</textarea>`);
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(subject).toHaveAccessibleDescription('Subject is required');
  // In its own cell of the grid, not under the field that comes next.
  await expect(page.locator('[data-field="email"] > [data-server-error="email"]')).toBeVisible();
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(email).toBeFocused();

  await email.fill('plain@desk.example');
  await subject.fill('Without script');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.waitForURL(`${program.url}/contact/sent`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent!');
  await expect(page.getByText("We've received your message and will get back to you soon.")).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  const mails = async () => (await mailsTo(program, 'support@bellwire.example')).map((mail) => mail.subject);
  await expect.poll(mails).toContain('Message: Without script');
  await page.context().close();
});

/** A page whose script has not come yet when the button is pressed, and comes with the answer. */
async function pressedEarly(
  browser: Browser,
  url: string,
  {
    script,
    live,
    type,
    press,
    meanwhile,
  }: {
    script: string;
    live: string;
    type: (page: Page) => Promise<void>;
    press: string;
    /** What is done with the answer before its script comes. */
    meanwhile?: (page: Page) => Promise<void>;
  },
): Promise<{ page: Page; errors: string[] }> {
  const page = await (await browser.newContext()).newPage();
  let posted = false;
  const errors: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted = true;
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.text().includes('422')) errors.push(line.text());
  });
  // What the page before complained of is what was done to it here.
  page.on('framenavigated', () => errors.splice(0));
  let letIn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letIn = resolve));
  // Also when the page tries to load it a second time.
  await page.route(`**/_assets/${script}*`, async (route) => {
    if (!posted) return route.abort();
    await held;
    return route.continue();
  });
  await page.goto(url);
  await type(page);
  await page.getByRole('button', { name: press }).click();
  await expect(page).toHaveURL(/\/forms\/[a-z]+$/);
  await meanwhile?.(page);
  letIn();
  await expect(page.locator(live)).toHaveCount(1);
  return { page, errors };
}

test('script that comes after the answer keeps what was typed and what was said', async ({
  browser,
  program,
}) => {
  const { page, errors } = await pressedEarly(browser, `${program.url}/contact`, {
    script: 'contact-form',
    live: 'form[data-form="contact"][data-live]',
    type: async (early) => {
      await early.getByLabel('Name', { exact: true }).fill('Ada Byron');
      await early.getByLabel('Message', { exact: true }).fill('Typed early.');
    },
    press: 'Send Message',
  });
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Typed early.');
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(email).toBeFocused();
  await expect(page.getByText('Subject is required')).toHaveCount(1);
  await expectAccessible(page);

  await email.fill('early@desk.example');
  // What is mended is no longer called wrong; what is not, still is.
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText('Subject is required')).toHaveCount(1);
  await page.getByLabel('Subject', { exact: true }).fill('Early');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message sent!', { exact: true })).toBeVisible();
  for (const label of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('and so does the intake form, its choices too', async ({ browser, program }) => {
  const { page, errors } = await pressedEarly(browser, `${program.url}/`, {
    script: 'take-over',
    live: 'form[data-live]',
    type: async (early) => {
      await early.getByLabel('Company name', { exact: true }).fill('Early Desk');
      await early.getByLabel('Message volume', { exact: true }).selectOption('5');
      await early.getByRole('checkbox', { name: 'Email', exact: true }).check();
      await early.getByLabel('Slack', { exact: true }).check();
      await early.getByLabel('No', { exact: true }).check();
      await early.getByRole('checkbox', { name: /^I consent/ }).check();
    },
    press: 'Request a Plan',
    meanwhile: async (answered) => {
      await answered.getByLabel('Not sure', { exact: true }).check();
      await answered.getByRole('checkbox', { name: 'Email', exact: true }).uncheck();
      await answered.getByRole('checkbox', { name: 'Discord', exact: true }).check();
    },
  });
  await expect(page.getByLabel('Not sure', { exact: true })).toBeChecked();
  for (const [platform, checked] of [
    ['Email', false],
    ['Slack', true],
    ['Discord', true],
  ] as const)
    await expect(page.getByRole('checkbox', { name: platform, exact: true })).toBeChecked({ checked });
  const email = page.getByLabel('Contact email', { exact: true });
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(email).toBeFocused();
  await expect(email).toBeInViewport();
  await email.fill('early-lead@desk.example');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Request a Plan' }).click();
  await expect(page.getByText('Form submitted successfully!', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Thanks for your interest!' })).toBeVisible();
  const mails = async () => (await mailsTo(program, 'support@bellwire.example')).map((mail) => mail.subject);
  await expect.poll(mails).toContain('New lead: Early Desk');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('another site cannot post our forms', async ({ browser, program }) => {
  const page = await browser.newPage();
  await page.route('https://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${program.url}/forms/contact"><input name="name" value="x"><button>Go</button></form>`,
    }),
  );
  await page.goto('https://evil.example/');
  const [answer] = await Promise.all([
    page.waitForResponse('**/forms/contact'),
    page.getByRole('button', { name: 'Go' }).click(),
  ]);
  expect(answer.status()).toBe(403);
  await page.close();
});

test('the intake form is sent, and comes back filled in when something is wrong', async ({
  browser,
  program,
}) => {
  const page = await withoutScript(browser);
  await page.goto(`${program.url}/`);
  const company = page.getByLabel('Company name', { exact: true });
  const email = page.getByLabel('Contact email', { exact: true });
  const volume = page.getByLabel('Message volume', { exact: true });
  await company.fill(NASTY);
  await volume.selectOption('10+');
  await page.getByLabel('Telegram', { exact: true }).check();
  await page.getByLabel('Yes', { exact: true }).check();
  await email.fill('nobody');
  const press = page.getByRole('button', { name: 'Request a Plan' });
  const [answer] = await Promise.all([page.waitForResponse('**/forms/intake'), press.click()]);
  expect(answer.status()).toBe(422);
  await expect(company).toHaveValue(NASTY);
  await expect(volume).toHaveValue('10+');
  await expect(page.getByLabel('Telegram', { exact: true })).toBeChecked();
  await expect(page.getByLabel('Slack', { exact: true })).not.toBeChecked();
  await expect(page.getByLabel('Yes', { exact: true })).toBeChecked();
  await expect(page.getByLabel('Not sure', { exact: true })).not.toBeChecked();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(page.getByRole('checkbox', { name: /^I consent/ })).toHaveAccessibleDescription(
    'You must consent to receive marketing communications',
  );
  await expect(page.locator('[data-server-error]')).toHaveCount(2);
  await expect(email).toBeFocused();
  await expect(email).toBeInViewport();

  await email.fill('plain-lead@desk.example');
  await page.getByRole('checkbox', { name: /^I consent/ }).check();
  await press.click();
  await page.waitForURL(`${program.url}/thanks`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thanks for your interest!');
  await expect(page.getByRole('heading', { name: 'Form submitted successfully!' })).toBeVisible();
  await expect(page.getByText("We'll be in touch shortly with your personalized plan.")).toBeVisible();
  const mails = async () => (await mailsTo(program, 'plain-lead@desk.example')).map((mail) => mail.subject);
  await expect.poll(mails).toEqual(['Thanks for your interest!']);

  await page.getByRole('link', { name: 'Submit another request' }).click();
  await expect(page).toHaveURL(`${program.url}/#intake`);
  await press.click();
  await expect(page.locator('[data-server-error]')).toHaveText([
    'Company name is required',
    'Please select a message volume',
    'Please select at least one platform',
    'Please enter a valid email address',
    'You must consent to receive marketing communications',
  ]);
  await page.context().close();
});
