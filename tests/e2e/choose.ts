import { expect, type Page } from '@playwright/test';

/** Looks for something in a field that is searched in, and chooses what is called so. */
export async function choose(page: Page, field: string, words: string, name: string | RegExp): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  if (words !== '') await box.fill(words);
  const choices = page.getByRole('listbox', { name: 'Choices' });
  // Until the answer is there the list has what was found before, and moves beneath the pointer as it comes.
  await expect(choices.locator('xpath=following-sibling::output')).not.toHaveText('Searching...');
  await choices.getByRole('option', { name }).click();
}
