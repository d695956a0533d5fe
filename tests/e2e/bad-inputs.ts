import type { Page } from '@playwright/test';
import { expectFits } from '#tests/support/fits.ts';
import { expect } from './journey.ts';

/** What people and programs write into forms. */
export const INPUTS = {
  '10,000 characters': 'x'.repeat(10_000),
  emoji: '🦓 Zebra 👩‍👩‍👧 & Söhne 🇨🇾 👍🏽',
  'right-to-left text': 'شركة التداول דסק 2026',
  HTML: `</textarea><script>window.ran=1</script><img src="x" onerror="window.ran=1"> &amp; <b>`,
  quotes: `"O'Neil" 'and' \`Sons\` \\d $& “so” ‘on’ «here»`,
};
export type Input = keyof typeof INPUTS;

/** Nothing of what was written has become part of the page, and the page is as wide as its window. */
export async function expectSound(page: Page): Promise<void> {
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expectFits(page);
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
}
