import type { Locator, Page } from '@playwright/test';
import { expect, siteTest as test } from '../journey.ts';

/** The toast row of the specification, sections 4 and 9, on a clock that stands still. One made without a server. */
const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
const press = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send Test Email' }).click();

async function show(page: Page, url: string): Promise<Locator> {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${url}/test-email`);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  // What draws toasts is loaded with the first; here it is there before the clock stops.
  await press(page);
  await expect(toasts(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await press(page);
  await expect(toasts(page)).toContainText('Email Required');
  return toasts(page);
}

/** Still there a millisecond before the end, and gone with it. */
async function endsAfter(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds - 1);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toasts(page)).toHaveCount(0);
}

test('a toast goes by itself after 5000 ms', async ({ page, program }) => {
  await show(page, program.url);
  await endsAfter(page, 5_000);
});

test('the pointer holds it, and it has the rest of its time afterwards', async ({ page, program }) => {
  const toast = await show(page, program.url);
  await page.clock.runFor(4_000);
  await toast.getByText('Email Required', { exact: true }).hover();
  await page.clock.runFor(60_000);
  await expect(toast).toHaveCount(1);
  await page.mouse.move(5, 5);
  await endsAfter(page, 1_000);
});

test('F8 moves the focus to it, and the focus holds it', async ({ page, program }) => {
  const toast = await show(page, program.url);
  await page.clock.runFor(4_000);
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(toast).toHaveCount(1);
  await page.getByLabel('Recipient').focus();
  await endsAfter(page, 1_000);
});

test('swiped right by more than 50 px it goes; by less, or to the left, it stays', async ({
  page,
  program,
}) => {
  const toast = await show(page, program.url);
  const box = await toast.getByText('Email Required', { exact: true }).boundingBox();
  if (!box) throw new Error('The toast has no place on the page.');
  const from = { x: Math.round(box.x + 10), y: Math.round(box.y + box.height / 2) };
  const swipe = async (by: number): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + by / 2, from.y);
    await page.mouse.move(from.x + by, from.y);
    await page.mouse.up();
  };
  await swipe(-120);
  await expect(toast).toHaveCount(1);
  await swipe(49);
  await expect(toast).toHaveCount(1);
  await swipe(51);
  await expect(toast).toHaveCount(0);
});

test('one is visible at a time, and the newer has all of its own time', async ({ page, program }) => {
  const toast = await show(page, program.url);
  await page.clock.runFor(4_000);
  await press(page);
  await expect(toast).toHaveCount(1);
  await endsAfter(page, 5_000);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]) {
  /** Where somebody is sent to, and what is said of it. */
  const expectFree = async (page: Page, field: Locator, sentence: string): Promise<void> => {
    await expect(toasts(page)).toContainText('Terms Agreement Required');
    await expect(field).toBeFocused();
    const said = page.locator('form').getByText(sentence, { exact: true });
    const toast = (await toasts(page).boundingBox())!;
    for (const place of [field, said]) {
      const { y, height } = (await place.boundingBox())!;
      expect(y >= toast.y + toast.height || y + height <= toast.y).toBe(true);
    }
  };
  const open = async (page: Page, url: string): Promise<void> => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${url}/signup`);
  };

  test(`on a phone of ${viewport.width} it is not over the first of many fields`, async ({
    page,
    program,
  }) => {
    await open(page, program.url);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectFree(page, page.getByLabel('Full name'), 'Please provide your full name.');
  });

  test(`on a phone of ${viewport.width} it is not over the last one either`, async ({ page, program }) => {
    await open(page, program.url);
    await page.getByLabel('Full name').fill('Ada Byron');
    await page.getByLabel('Email').fill('toast@desk.example');
    await page.getByLabel('Password', { exact: true }).fill('Correct horse');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectFree(
      page,
      page.getByRole('checkbox'),
      'Please agree to the terms of service and privacy policy to continue.',
    );
  });
}
