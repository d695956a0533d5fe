import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectSound, type Input, INPUTS } from './bad-inputs.ts';
import { expectThanks, expectToast, fillIntake, openIntake, submit } from './intake-fill.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';

// What people and programs write into the two public forms, with script and without: it is stored to the letter, or
// refused in a sentence at its field and kept. Pages of their own: 422 is a complaint in the browser's console.
const EMAIL = 'Please enter a valid email address';
const FORMS = {
  intake: {
    path: '/#intake',
    labels: { companyName: 'Company name', contactEmail: 'Contact email' },
    columns: { companyName: 'company_name', contactEmail: 'contact_email' },
    table: 'leads',
    email: 'contactEmail',
    rest: (page: Page) => fillIntake(page),
    send: 'Request a Plan',
    tooLong: { companyName: 'Company name can have 200 characters at most' },
    thanks: 'Thanks for your interest!',
    again: 'Submit another request',
  },
  contact: {
    path: '/contact',
    labels: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' },
    columns: { name: 'name', email: 'email', subject: 'subject', message: 'message' },
    table: 'contact_messages',
    email: 'email',
    rest: async () => undefined,
    send: 'Send Message',
    tooLong: {
      name: 'Name can have 200 characters at most',
      subject: 'Subject can have 200 characters at most',
    },
    thanks: 'Message sent!',
    again: null,
  },
} as const;
type Form = (typeof FORMS)[keyof typeof FORMS];

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  // The narrowest phone there is.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(url);
  return page;
}

const fieldsOf = (page: Page, { labels }: Form): [string, Locator][] =>
  Object.entries(labels).map(([name, label]) => [name, page.getByLabel(label, { exact: true })]);

/** Writes it into every field, mends what was refused, and answers what is stored in the end. */
async function sendEverywhere(
  page: Page,
  form: Form,
  { input, email, program }: { input: Input; email: string; program: OwnedProgram },
): Promise<void> {
  const text = INPUTS[input];
  const refused: Record<string, string> = {
    [form.email]: EMAIL,
    ...(input === '10,000 characters' ? form.tooLong : {}),
  };
  const expected: Record<string, string> = {};
  const fields = fieldsOf(page, form);
  const press = page.getByRole('button', { name: form.send });
  await form.rest(page);
  for (const [, field] of fields) await field.fill(text);
  await press.click();
  for (const [name, field] of fields) {
    await expect(field).toHaveAccessibleDescription(refused[name] ?? '');
    await expect(field).toHaveValue(text);
  }
  await expectSound(page);
  for (const [name, field] of fields) {
    const sound = name === form.email ? email : name in refused ? 'Delta Desk' : text;
    expected[Reflect.get(form.columns, name)] = sound;
    if (sound !== text) await field.fill(sound);
  }
  await press.click();
  const thanks = page.getByText(form.thanks, { exact: true }).first();
  await expect(thanks).toBeVisible();
  await expectSound(page);
  const { rows } = await program.owner.query(
    `select ${Object.values(form.columns).join()} from ${form.table} where ${Reflect.get(form.columns, form.email)} = $1`,
    [email],
  );
  expect(rows).toEqual([expected]);
}

for (const [name, form] of Object.entries(FORMS))
  test(`the ${name} form with script: every field with everything`, async ({ browser, program }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await open(context, `${program.url}${form.path}`);
    await expect(page.locator(`form[data-form="${name}"][data-live]`)).toHaveCount(1);
    for (const input of Object.keys(INPUTS) as Input[])
      await test.step(input, async () => {
        const email = `${input.replaceAll(/\W/g, '')}.o'neil@${name}.example`;
        await sendEverywhere(page, form, { input, email, program });
        if (form.again) await page.getByRole('button', { name: form.again }).click();
        await page.getByRole('button', { name: 'Close' }).click();
      });
    await context.close();
  });

/** The server keeps each text as it came, script or not: without script there is the page that it draws with them. */
const DRAWN_BY_SERVER = ['10,000 characters', 'HTML'] as const satisfies Input[];
for (const [name, form] of Object.entries(FORMS))
  test(`the ${name} form without script: every field with what could break its page`, async ({
    browser,
    program,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    for (const input of DRAWN_BY_SERVER)
      await test.step(input, async () => {
        const page = await open(context, `${program.url}${form.path}`);
        const email = `${input.replaceAll(/\W/g, '')}.o'neil@plain-${name}.example`;
        await sendEverywhere(page, form, { input, email, program });
        await page.close();
      });
    await context.close();
  });

test('and the mails that tell of it hold no markup of theirs', async ({ program }) => {
  const told = async () => {
    const mails = await mailsTo(program, 'support@bellwire.example');
    const read = await Promise.all(mails.map(({ id }) => readMail(program, id)));
    // Other journeys of the same program write to the team as well.
    return read.filter(({ text }) => /'neil@(plain-)?(intake|contact)\.example/.test(text));
  };
  await expect
    .poll(async () => (await told()).length)
    .toBe(2 * (Object.keys(INPUTS).length + DRAWN_BY_SERVER.length));
  const mails = await told();
  for (const { html } of mails) expect(html).not.toMatch(/<script|<img src="x"/);
  expect(mails.filter(({ text }) => text.includes(INPUTS.HTML))).toHaveLength(4);
});

test('a lead whose answer is lost on its way back, and which is sent again, is one lead', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const statuses: number[] = [];
  await page.route('**/rest/v1/leads', async (route) => {
    const answer = await route.fetch();
    statuses.push(answer.status());
    await (statuses.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }));
  });
  const email = 'lost@desk.example';
  const leads = async () =>
    (await program.owner.query('select 1 from leads where contact_email = $1', [email])).rows.length;
  await openIntake(page, program.url);
  await fillIntake(page, { company: 'Lost Answer', email });
  await submit(page).click();
  await expectToast(page, 'Something went wrong!', 'Please try again later.');
  expect(await leads()).toBe(1);
  await submit(page).click();
  await expectThanks(page);
  expect([statuses, await leads()]).toEqual([[201, 201], 1]);
  // The same once more is meant.
  await page.getByRole('button', { name: 'Submit another request' }).click();
  await fillIntake(page, { company: 'Lost Answer', email });
  await submit(page).click();
  await expectThanks(page);
  expect(await leads()).toBe(2);
  await context.close();
});

test('a message whose answer is lost on its way back, and which is sent again, is one message', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const names: (string | undefined)[] = [];
  await page.route('**/api/v1/contact', async (route) => {
    const answer = await route.fetch();
    names.push(route.request().headers()['idempotency-key']);
    await (names.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }));
  });
  const email = 'lost-message@desk.example';
  const messages = async () =>
    (await program.owner.query('select 1 from contact_messages where email = $1', [email])).rows.length;
  const fill = async () => {
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Subject').fill('Lost');
    await page.getByLabel('Message', { exact: true }).fill('Is anybody there?');
  };
  const press = page.getByRole('button', { name: 'Send Message' });
  await page.goto(`${program.url}/contact`);
  await expect(page.locator('form[data-form="contact"][data-live]')).toHaveCount(1);
  await fill();
  await press.click();
  await expectToast(page, 'Something went wrong!', 'Please try again later.');
  await press.click();
  await expect(page.getByText('Message sent!', { exact: true })).toBeVisible();
  expect([names[1], await messages()]).toEqual([names[0], 1]);
  // The same once more is meant.
  await fill();
  await press.click();
  await expect.poll(messages).toBe(2);
  expect(names[2]).not.toBe(names[0]);
  await context.close();
});
