import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
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

test('script that comes after the answer keeps what was typed and what was said', async ({
  browser,
  program,
}) => {
  const page = await (await browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.text().includes('422')) errors.push(line.text());
  });
  // As if the island had not come yet when the button was pressed.
  await page.route('**/_assets/contact-form*.js', (route) => route.abort());
  await page.goto(`${program.url}/contact`);
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Message', { exact: true }).fill('Typed early.');
  errors.length = 0;
  await page.unroute('**/_assets/contact-form*.js');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(`${program.url}/forms/contact`);
  await expect(page.locator('astro-island:has([data-form="contact"])')).not.toHaveAttribute('ssr', '');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Typed early.');
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(email).toBeFocused();
  await expect(page.getByText('Subject is required')).toHaveCount(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await email.fill('early@desk.example');
  await page.getByLabel('Subject', { exact: true }).fill('Early');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message sent!', { exact: true })).toBeVisible();
  for (const label of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
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
