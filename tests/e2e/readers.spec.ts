import { expectAccessible } from '#tests/support/axe.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { openedAt, signedIn } from './signed-in.ts';
import { subscriptionOf, withSubscription } from './with-subscription.ts';

const READER = 'grace@reader.example';
const PHONE = { width: 390, height: 800 };

/** A link of the newest email to the reader, once one with the subject has come. */
async function linkIn(program: OwnedProgram, subject: RegExp, path: string): Promise<string> {
  const found = async () => (await mailsTo(program, READER)).find((mail) => subject.test(mail.subject));
  await expect.poll(found, { timeout: 20_000 }).toBeTruthy();
  const { text } = await readMail(program, (await found())?.id ?? '');
  const [link = ''] = new RegExp(`https?://\\S+${path}\\S+`).exec(text) ?? [];
  expect(link).not.toBe('');
  return new URL(link).pathname;
}

test('a reader signs up by a form, confirms, chooses topics and leaves, on a phone and without script', async ({
  page,
  program,
  browser,
}) => {
  const workspaceId = await signedIn(page, program, { email: 'forms@desk.example', confirmed: true });
  await program.owner.query(
    `insert into audiences (workspace_id, id, name, kind, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Newsletter', 'list', now(), now())`,
    [workspaceId],
  );
  await page.goto(`${program.url}/dashboard/forms`);
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Website');
  await page.getByLabel('Title').fill('Market alerts by email');
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByRole('heading', { name: 'Website' })).toBeVisible();
  await expectAccessible(page);
  const address = await page.getByRole('link', { name: /\/s\// }).getAttribute('href');

  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(program.url + new URL(address ?? '').pathname);
  await reader.getByRole('textbox', { name: 'Email' }).fill('grace@');
  await reader.getByRole('button', { name: 'Sign up' }).click();
  await expect(reader.getByText('Enter a valid email address.')).toBeVisible();
  await reader.getByRole('textbox', { name: 'Email' }).fill(READER);
  await reader.getByRole('checkbox').check();
  await reader.getByRole('button', { name: 'Sign up' }).click();
  await expect(reader.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await reader.goto(program.url + (await linkIn(program, /^Confirm your subscription/, '/s/confirm/')));
  await reader.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(reader.getByRole('heading', { name: 'You’re subscribed' })).toBeVisible();

  const preferences = program.url + (await linkIn(program, /^You’re subscribed/, '/preferences/'));
  await reader.goto(preferences);
  await reader.getByLabel('News', { exact: true }).uncheck();
  await reader.getByLabel('In a daily digest').check();
  await reader.getByLabel('Hour of the daily digest').selectOption('18:00');
  await reader.getByLabel('Hold alerts during quiet hours').check();
  await reader.getByLabel('From').fill('21:30');
  await reader.getByLabel('Until').fill('21:30');
  await reader.getByLabel('Time zone').selectOption('Europe/Berlin');
  await reader.getByLabel('Sunday').check();
  const save = reader.getByRole('button', { name: 'Save preferences' });
  await save.click();
  await expect(reader.getByRole('alert')).toHaveText(
    'Quiet hours need an end that differs from their start.',
  );
  await expect(reader.getByLabel('In a daily digest')).toBeChecked();
  await reader.getByLabel('Until').fill('06:45');
  await save.click();
  await expect(reader.getByText('Saved.')).toBeVisible();
  await expect(reader.getByLabel('News', { exact: true })).not.toBeChecked();
  await expect(reader.getByLabel('In a daily digest')).toBeChecked();
  await expect(reader.getByLabel('Until')).toHaveValue('06:45');
  await expect(reader.getByLabel('Sunday')).toBeChecked();
  await expect(reader.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  // With script, which the check needs, and registering a device.
  await page.addInitScript(withSubscription, subscriptionOf('journey'));
  await page.goto(preferences);
  const devices = page.locator('#devices');
  const turnOn = devices.getByRole('button', { name: 'Get notifications' });
  await expect(turnOn).toBeVisible();
  await expectAccessible(page);
  await turnOn.click();
  await expect(devices.getByText('This device shows alerts from')).toBeVisible();
  await devices.getByRole('button', { name: 'Turn off on this device' }).click();
  await expect(turnOn).toBeFocused();
  await devices.getByRole('button', { name: 'Use a practice browser' }).click();
  // The texts of all states are in the page.
  await expect(devices.getByText('A practice browser shows them at the outbox')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Web push')).toBeChecked();
  // Any device of theirs, from any other, without script.
  await reader.reload();
  await reader.getByRole('button', { name: /^Turn off Browser/ }).click();
  await expect(reader.getByText('Notifications are off on that device.')).toBeVisible();
  await expect(reader.getByRole('button', { name: /^Turn off/ })).toHaveCount(0);
  await expect(reader.getByLabel('Email', { exact: true })).toBeChecked();
  const wide = await reader.locator('html').evaluate((root) => root.scrollWidth > root.clientWidth);
  expect(wide).toBe(false);

  // What a mail program sends.
  const oneClick = await fetch(preferences.replace('/preferences/', '/unsubscribe/'), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    redirect: 'manual',
  });
  expect(oneClick.status).toBe(200);
  await reader.goto(preferences);
  await expect(reader.getByLabel('Email', { exact: true })).not.toBeChecked();
  await context.close();
});

test('an address is suppressed and lifted with a reason, and a provider is connected', async ({
  page,
  program,
}) => {
  await openedAt(page, program, { email: 'bounces@desk.example', confirmed: true }, '/suppressed');
  await page.getByRole('button', { name: 'Suppress an address' }).click();
  await page.getByLabel('Email address').fill('gone@reader.example');
  await page.getByLabel('Reason').fill('Asked us by phone');
  await page.getByRole('button', { name: 'Suppress', exact: true }).click();
  await expect(page.getByText('gone@reader.example').first()).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByText('“Asked us by phone”')).toBeVisible();
  await page.getByRole('button', { name: 'Lift the suppression of gone@reader.example' }).click();
  await page.getByLabel('Why do you lift it?').fill('They wrote to us');
  await page.getByRole('button', { name: 'Lift suppression' }).click();
  await expect(page.getByRole('heading', { name: 'No address is suppressed' })).toBeVisible();

  await page.getByLabel('Provider').selectOption('Postmark');
  await page.getByRole('button', { name: 'Connect' }).click();
  const steps = page.getByRole('region', { name: 'Set up Postmark' });
  await expect(steps).toContainText('/hooks/mail/postmark/');
  await expect(steps.getByRole('button', { name: 'Copy password' })).toBeVisible();
  await expectAccessible(page);
});

test('a file of contacts is checked, imported with its consents, filtered and undone', async ({
  page,
  program,
}) => {
  await openedAt(page, program, { email: 'imports@desk.example', confirmed: true }, '/contacts/import');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'readers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,email,language,consent date,ip
Ada Reader,ada@reader.example,en,2026-01-15,203.0.113.7
Ben Ott,ben@reader.example,de,,
Cy,not an address,,,
`),
  });
  await page.getByLabel('These people agreed to get alerts at these addresses').check();
  await page.getByLabel('What they agreed to').fill('Send me market alerts.');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Nothing is stored yet.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Line 4, email')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 2 contacts' }).click();
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible({ timeout: 20_000 });

  await page.goto(`${program.url}/dashboard/contacts`);
  await page.getByRole('link', { name: 'Ada Reader' }).click();
  const consent = page.getByRole('region', { name: 'Consent' });
  await expect(consent).toContainText('“Send me market alerts.”');
  await expect(consent).toContainText('Imported from a file · IP address 203.0.113.7');
  await expectAccessible(page);

  await page.goto(`${program.url}/dashboard/audiences`);
  await page.getByRole('button', { name: 'New audience' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Quiet Germans');
  await page.getByLabel('Languages').fill('de');
  await page.getByLabel('No message in the last').fill('30');
  await expect(page.getByText('reading German, who got no message in the last 30 days: 1 now')).toBeVisible();
  await page.getByRole('button', { name: 'Save audience' }).click();
  await page.getByRole('link', { name: 'Quiet Germans' }).click();
  await expect(page.getByRole('link', { name: 'Ben Ott' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Alerts an hour').fill('0');
  await page.getByRole('button', { name: 'Save audience' }).click();
  await expect(page.getByText('Enter a whole number from 1 to 1,000.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Alerts an hour').fill('5');
  await page.getByRole('button', { name: 'Save audience' }).click();
  await expect(page.getByText('At most 5 alerts an hour')).toBeVisible();

  await page.goto(`${program.url}/dashboard/contacts/import`);
  await page.getByRole('button', { name: 'Open the import of readers.csv' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Consent that came with the file is withdrawn.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${program.url}/dashboard/contacts`);
  await expect(page.getByRole('link', { name: 'Ada Reader' })).toHaveCount(0);
});
