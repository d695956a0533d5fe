import type { Page } from '@playwright/test';

/** Looks for something in a field that is searched in, and chooses what is called so. */
export async function choose(page: Page, field: string, words: string, name: string | RegExp): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  if (words !== '') await box.fill(words);
  await page.getByRole('listbox', { name: 'Choices' }).getByRole('option', { name }).click();
}
