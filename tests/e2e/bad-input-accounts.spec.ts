import type { Browser, Page } from '@playwright/test';
import { isDrawn } from '#tests/support/drawn.ts';
import { expectSound, type Input, INPUTS } from './bad-inputs.ts';
import { expectToast } from './intake-fill.ts';
import { expect, test } from './journey.ts';

// What people and programs write into the fields of an account: stored to the letter, or refused in a sentence and
// kept. Pages of their own: a refusal is a complaint in the browser's console.
const INVALID = 'Unable to validate email address: invalid format';
const MUCH = 'at most 4,096 characters are taken';
const TOO_LONG = 'Password cannot be longer than 72 bytes';
const inputs = Object.keys(INPUTS) as Input[];

async function inWindow(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 320, height: 640 },
  });
  await work(await context.newPage());
  await context.close();
}
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const close = (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).click();

/** What is typed, an address that belongs to it, and whether it is more than any field takes. */
const kindOf = (input: Input) => ({
  text: INPUTS[input],
  address: `${input.replaceAll(/\W/g, '')}.o'neil@account.example`.toLowerCase(),
  isMuch: INPUTS[input].length > 1_000,
});

test('signing in with everything', async ({ browser, program }) => {
  await inWindow(browser, async (page) => {
    await page.goto(`${program.url}/signin`);
    for (const input of inputs)
      await test.step(input, async () => {
        const { text, address, isMuch } = kindOf(input);
        for (const email of [text, address]) {
          await field(page, 'Email').fill(email);
          await field(page, 'Password').fill(text);
          await page.getByRole('button', { name: 'Sign In' }).click();
          await expectToast(
            page,
            'Sign in failed',
            isMuch ? `${email === text ? 'email' : 'password'}: ${MUCH}` : 'Invalid login credentials',
          );
          await expect(field(page, 'Email')).toHaveValue(email);
          await expect(field(page, 'Password')).toHaveValue(text);
          await expectSound(page);
          await close(page);
        }
      });
  });
});

// One of each is made whatever is drawn: the longest, which is refused, and markup.
const ALWAYS: ReadonlySet<Input> = new Set(['10,000 characters', 'HTML']);
for (const input of inputs.filter((each) => ALWAYS.has(each) || isDrawn(`sign up ${each}`, 3)))
  test(`signing up on the auth page with ${input}`, async ({ browser, program }) => {
    const { text, address, isMuch } = kindOf(input);
    await inWindow(browser, async (page) => {
      await page.goto(`${program.url}/signin?action=signup`);
      const press = page.getByRole('button', { name: 'Create Account' });
      for (const label of ['First name', 'Last name', 'Email', 'Password'])
        await field(page, label).fill(text);
      await press.click();
      const tooLong = Buffer.byteLength(text) > 72;
      await expectToast(page, 'Sign up failed', isMuch ? `email: ${MUCH}` : tooLong ? TOO_LONG : INVALID);
      for (const label of ['First name', 'Last name', 'Email', 'Password'])
        await expect(field(page, label)).toHaveValue(text);
      await expectSound(page);
      await close(page);
      await field(page, 'Email').fill(address);
      if (tooLong) await field(page, 'Password').fill('Correct horse 7');
      const name = isMuch ? 'Ada' : text;
      for (const label of ['First name', 'Last name']) await field(page, label).fill(name);
      await press.click();
      await expect(page).toHaveURL(`${program.url}/dashboard`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
      await expectSound(page);
      const { rows } = await program.owner.query('select user_metadata from users where email = $1', [
        address,
      ]);
      expect(rows).toMatchObject([{ user_metadata: { first_name: name, last_name: name } }]);
    });
  });

test('asking for a new password with everything', async ({ browser, program }) => {
  await inWindow(browser, async (page) => {
    for (const input of inputs)
      await test.step(input, async () => {
        const { text, address } = kindOf(input);
        await page.goto(`${program.url}/forgot-password`);
        const email = field(page, 'Email');
        const press = page.getByRole('button', { name: 'Email me a link' });
        await email.fill(text);
        await press.click();
        await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
        await expect(email).toBeFocused();
        await expect(email).toHaveValue(text);
        await expectSound(page);
        await email.fill(address);
        await press.click();
        await expect(page.getByText(address, { exact: true })).toBeVisible();
        await expectSound(page);
      });
  });
});
