import {
  callsOf,
  expectKept,
  expectThanks,
  expectToast,
  fillIntake,
  form,
  live,
  LEAD,
  openIntake,
  submit,
} from './intake-fill.ts';
import { expect, mailsTo, readMail, test } from './journey.ts';

const SUCCESS = [
  'Form submitted successfully!',
  "We'll be in touch shortly with your personalized plan.",
] as const;
const SAVED = ['Form submitted!', 'Your information was saved. Our team will contact you soon.'] as const;
const FAILED = ['Something went wrong!', 'Please try again later.'] as const;
const TEAM = 'support@bellwire.example';

test('a lead: two calls, the toast, the thanks, a mail to the team, and the empty form again', async ({
  page,
  program,
}) => {
  const calls = callsOf(page);
  await openIntake(page, program.url);
  await expect(page.getByLabel('Message volume').getByRole('option')).toHaveText([
    'Select a volume',
    '1 message per day',
    '2 messages per day',
    '3 messages per day',
    '5 messages per day',
    '10+ messages per day',
  ]);
  const platforms = page.getByRole('group', { name: 'Platforms' }).getByRole('checkbox');
  expect(await platforms.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    'Email',
    'Telegram',
    'Discord',
    'WhatsApp',
    'Slack',
    'Other',
  ]);
  await expect(page.getByRole('radio', { name: 'Not sure' })).toBeChecked();
  await fillIntake(page);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/rest/v1/leads'));
  await submit(page).click();
  expect((await saved).status()).toBe(201);
  await expectToast(page, ...SUCCESS);
  await expectThanks(page);
  expect(calls).toEqual([
    {
      path: '/rest/v1/leads',
      body: {
        company_name: LEAD.company,
        contact_email: LEAD.email,
        message_volume: '5',
        branded_emails: 'Yes',
        platforms: ['Email', 'Slack'],
      },
    },
    {
      path: '/functions/v1/notify-new-lead',
      body: {
        companyName: LEAD.company,
        messageVolume: '5',
        platforms: ['Email', 'Slack'],
        brandedEmails: 'Yes',
        contactEmail: LEAD.email,
        consentMarketing: true,
      },
    },
  ]);
  expect(await page.evaluate(() => localStorage.getItem('bellwire.lead'))).toBe(
    JSON.stringify({ email: LEAD.email, company: LEAD.company }),
  );
  // Other journeys of this run have told the team of theirs.
  const told = async () => {
    const mails = await mailsTo(program, TEAM);
    const texts = await Promise.all(mails.map(async ({ id }) => (await readMail(program, id)).text));
    return texts.filter((text) => text.includes(LEAD.company) && text.includes(LEAD.email));
  };
  await expect.poll(async () => (await told()).length).toBe(1);
  expect((await told())[0]).toContain('Platforms: Email, Slack');

  await page.getByRole('button', { name: 'Submit another request' }).click();
  await expect(page.getByLabel('Company name')).toBeFocused();
  await expect(page.getByLabel('Company name')).toHaveValue('');
  await expect(page.getByLabel('Message volume')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Not sure' })).toBeChecked();
  await expect(form(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('each mistake is said at its field, and the first one gets the focus', async ({ page, program }) => {
  const calls = callsOf(page);
  await openIntake(page, program.url);
  await submit(page).click();
  for (const message of [
    'Company name is required',
    'Please select a message volume',
    'Please select at least one platform',
    'Please enter a valid email address',
    'You must consent to receive marketing communications',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Company name')).toBeFocused();
  await expect(page.getByLabel('Company name')).toHaveAccessibleDescription('Company name is required');
  await expect(page.getByRole('checkbox', { name: 'Email', exact: true })).toHaveAccessibleDescription(
    /Please select at least one platform/,
  );

  for (const [mend, focused] of [
    [() => page.getByLabel('Company name').fill('Delta'), page.getByLabel('Message volume')],
    [
      () => page.getByLabel('Message volume').selectOption('10+'),
      page.getByRole('checkbox', { name: 'Email', exact: true }),
    ],
    [() => page.getByText('Discord', { exact: true }).last().click(), page.getByLabel('Contact email')],
    [
      () => page.getByLabel('Contact email').fill('a@b.example'),
      page.getByRole('checkbox', { name: /^I consent/ }),
    ],
  ] as const) {
    const wrong = form(page).locator('[aria-invalid]');
    const before = await wrong.count();
    await mend();
    // What is mended is no longer called wrong, without another press.
    await expect.poll(() => wrong.count()).toBeLessThan(before);
    await submit(page).click();
    await expect(focused).toBeFocused();
  }
  expect(calls).toEqual([]);
});

test('what was typed before the script came stays', async ({ page, program }) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_assets\/take-over/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${program.url}/#intake`);
  await fillIntake(page);
  release();
  await expect(live(page)).toHaveCount(1);
  await expectKept(page);
  const calls = callsOf(page);
  await page.route('**/functions/v1/notify-new-lead', (route) =>
    route.fulfill({ json: { emailStatus: 'sent' } }),
  );
  await submit(page).click();
  await expectThanks(page);
  expect(calls[0]?.body).toMatchObject({ company_name: LEAD.company, platforms: ['Email', 'Slack'] });
});

test('what was filled in without a word of it is sent as well', async ({ page, program }) => {
  await page.route('**/functions/v1/notify-new-lead', (route) =>
    route.fulfill({ json: { emailStatus: 'sent' } }),
  );
  const calls = callsOf(page);
  await openIntake(page, program.url);
  await fillIntake(page);
  // As some of the programs that keep people's details do.
  await page.getByLabel('Contact email').evaluate((control: HTMLInputElement) => {
    control.value = 'silent@desk.example';
  });
  await submit(page).click();
  await expectThanks(page);
  expect(calls[0]?.body).toMatchObject({ company_name: LEAD.company, contact_email: 'silent@desk.example' });
});

test('by keyboard alone', async ({ page, program }) => {
  await page.route('**/functions/v1/notify-new-lead', (route) =>
    route.fulfill({ json: { emailStatus: 'sent' } }),
  );
  const calls = callsOf(page);
  await openIntake(page, program.url);
  await page.getByLabel('Company name').focus();
  await page.keyboard.type('Keyboard & Co');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.type('keys@desk.example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectThanks(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Submit another request' })).toBeFocused();
  expect(calls[0]?.body).toEqual({
    company_name: 'Keyboard & Co',
    contact_email: 'keys@desk.example',
    message_volume: '3',
    branded_emails: 'No',
    platforms: ['Telegram'],
  });
});

test('while it is sent the button says so, and a double click sends once', async ({ page, program }) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/rest/v1/leads', async (route) => {
    await gate;
    await route.continue();
  });
  await page.route('**/functions/v1/notify-new-lead', (route) =>
    route.fulfill({ json: { emailStatus: 'sent' } }),
  );
  const calls = callsOf(page);
  await openIntake(page, program.url);
  await fillIntake(page);
  await submit(page).dblclick();
  const busy = form(page).getByRole('button', { name: 'Submitting...' });
  await expect(busy).toBeDisabled();
  await page.getByLabel('Contact email').press('Enter');
  release();
  await expectThanks(page);
  expect(calls.map(({ path }) => path)).toEqual(['/rest/v1/leads', '/functions/v1/notify-new-lead']);
});

for (const [name, company] of [
  ['emoji', 'Zebra 🦓 & Söhne 🇨🇾'],
  ['right-to-left text', 'شركة التداول דסק'],
  ['HTML and quotes', `<script>alert("1")</script> O'Neil & "Sons" <b>`],
] as const)
  test(`${name} arrive as they were typed`, async ({ page, program }) => {
    await openIntake(page, program.url);
    await fillIntake(page, { company, email: 'text@desk.example' });
    await submit(page).click();
    await expectThanks(page);
    const texts = async () => {
      const mails = await mailsTo(program, TEAM);
      return (await Promise.all(mails.map(({ id }) => readMail(program, id)))).map(({ text }) => text);
    };
    await expect.poll(async () => (await texts()).join('\n')).toContain(`Company: ${company}`);
  });

test('10,000 characters are refused at their field, and stay', async ({ page, program }) => {
  await openIntake(page, program.url);
  const long = 'x'.repeat(10_000);
  await fillIntake(page, { company: long, email: `${long}@desk.example` });
  await submit(page).click();
  await expect(page.getByText('Company name can have 200 characters at most')).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByLabel('Company name')).toHaveValue(long);
});

test.describe('when it goes wrong', () => {
  for (const [name, answer] of [
    ['says that the mail failed', { status: 200, json: { emailStatus: 'failed', emailError: 'refused' } }],
    ['answers an error', { status: 500, json: { error: 'nothing works' } }],
  ] as const)
    test(`the notification ${name}: the lead counts as saved`, async ({ context, program }) => {
      // The browser's console tells of the refusal, so this page may complain.
      const page = await context.newPage();
      await page.route('**/functions/v1/notify-new-lead', (route) => route.fulfill(answer));
      await openIntake(page, program.url);
      await fillIntake(page);
      await submit(page).click();
      await expectToast(page, ...SAVED);
      await expectThanks(page);
    });

  test('the lead is not saved: the toast, and what was typed stays and can be sent again', async ({
    context,
    program,
  }) => {
    const page = await context.newPage();
    const calls = callsOf(page);
    await page.route(
      '**/rest/v1/leads',
      (route) => route.fulfill({ status: 500, json: { message: 'down' } }),
      {
        times: 1,
      },
    );
    await page.route('**/functions/v1/notify-new-lead', (route) =>
      route.fulfill({ json: { emailStatus: 'sent' } }),
    );
    const logged = page.waitForEvent(
      'console',
      (message) => message.text() === 'Error: Database error: down',
    );
    await openIntake(page, program.url);
    await fillIntake(page);
    await submit(page).click();
    await expectToast(page, ...FAILED);
    await logged;
    await expectKept(page);
    // Disabled while it was sent, the button had lost the focus.
    await expect(submit(page)).toBeFocused();
    expect(calls).toHaveLength(1);
    await submit(page).click();
    await expectToast(page, ...SUCCESS);
    await expectThanks(page);
  });

  test('there is no network: the same toast, nothing lost', async ({ context, program }) => {
    const page = await context.newPage();
    await openIntake(page, program.url);
    await fillIntake(page);
    // What draws a toast has come when its key is known.
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
    await context.setOffline(true);
    await submit(page).click();
    await expectToast(page, ...FAILED);
    await expectKept(page);
    await context.setOffline(false);
  });

  test('what draws toasts cannot be loaded: the form says it itself, until it is sent', async ({
    context,
    program,
  }) => {
    const page = await context.newPage();
    await page.route('**/_assets/toast-view*', (route) => route.abort());
    await page.route('**/rest/v1/leads', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.route('**/functions/v1/notify-new-lead', (route) =>
      route.fulfill({ json: { emailStatus: 'sent' } }),
    );
    await openIntake(page, program.url);
    await fillIntake(page);
    await submit(page).click();
    await expect(form(page).getByRole('alert')).toHaveText(FAILED.join(' '));
    await expectKept(page);
    await submit(page).click();
    await expectThanks(page);
    await expect(form(page).locator('[role="alert"]')).toHaveCount(0);
  });

  test('the check itself fails: the toast, and the button is ready again', async ({ context, program }) => {
    const page = await context.newPage();
    await openIntake(page, program.url);
    await fillIntake(page);
    await page.evaluate((company) => {
      const test = new Proxy(RegExp.prototype.test, {
        apply: (own, expression, [text]) => {
          if (text === company) throw new Error('no such expression');
          return Reflect.apply(own, expression, [text]);
        },
      });
      Reflect.set(RegExp.prototype, 'test', test);
    }, LEAD.company);
    await submit(page).click();
    await expectToast(page, ...FAILED);
    await expect(submit(page)).toBeEnabled();
    await expectKept(page);
  });
});
