import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { startFakeOpenai } from '#tests/fakes/openai.ts';
import type { OwnedProgram } from '#tests/support/owned-program.ts';
import { expect } from './journey.ts';

const UP = { claim: 'move', price: 'close', way: 'up' };
const answerOf = (words: string) => ({
  headline: [UP],
  summary: [UP, { words }],
  paragraphs: [],
});

/**
 * A model is set up and checked, and writes a past event again: once in words that pass, and once in words that don't,
 * with the reasons. For a workspace with one alert about the rise of 6 April 2020.
 */
export async function writerTried(page: Page, program: OwnedProgram): Promise<void> {
  const fake = await startFakeOpenai(() => ({ answer: answerOf('The details are in the table.') }));
  try {
    await page.goto(`${program.url}/dashboard/writer`);
    await expect(page.getByText('Off: the built-in writer writes your alerts')).toBeVisible();
    const settings = page.getByRole('form', { name: 'Writer settings' });
    await settings.getByRole('checkbox', { name: 'Have a model write the alerts' }).check();
    await settings.getByRole('combobox', { name: 'Provider' }).selectOption('OpenAI-compatible server');
    await settings.getByRole('textbox', { name: 'Model' }).fill('small');
    await settings.getByRole('textbox', { name: 'Address' }).fill(fake.url);
    const cap = settings.getByRole('textbox', { name: 'Monthly cap in US dollars' });
    await cap.fill('20000');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('At most $10,000 a month')).toBeVisible();
    await settings.getByRole('textbox', { name: 'Price of a million tokens in' }).fill('10');
    await settings.getByRole('textbox', { name: 'Price of a million tokens out' }).fill('40');
    await cap.fill('5');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('A model writes your alerts', { exact: true })).toBeVisible();

    const playground = page.getByRole('form', { name: 'Playground' });
    await playground.getByRole('button', { name: 'Write' }).click();
    await expect(page.getByRole('article', { name: 'Built-in writer' })).toContainText('S&P 500');
    await expect(page.getByRole('article', { name: 'small' })).toContainText('The details are in the table.');
    await expect(page.getByText(/ tokens · \$/)).toBeVisible();

    fake.script(() => ({ answer: answerOf('Buy now, it will rise by a third.') }));
    await playground.getByRole('combobox', { name: 'Language' }).selectOption('English');
    await playground.getByRole('button', { name: 'Write' }).click();
    await expect(page.getByText('The model’s text didn’t pass the content gate.')).toBeVisible();
    await expect(page.getByRole('article', { name: 'small' })).toHaveCount(0);
    const reasons = page.getByRole('listitem').filter({ hasText: 'in summary 1' });
    await expect(reasons.filter({ hasText: 'An alert gives no advice.' })).toHaveCount(1);
    await expect(
      reasons.filter({ hasText: 'third' }).filter({ hasText: 'A fraction or multiple' }),
    ).toHaveCount(1);
    await page.getByText('What it answered').click();
    await expect(page.locator('pre')).toContainText('Buy now, it will rise by a third.');
    // Both calls count.
    await expect(page.getByRole('region', { name: 'Usage' })).toContainText('of $5.');
    expect(fake.asked.map(({ body }) => body.model)).toEqual(['small', 'small']);
    await expectAccessible(page);
  } finally {
    await fake.stop();
  }
}
