import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ADD_ONS, formatPrice, PLANS } from '#src/shared/plans.ts';

// Prices that stand in sentences. Each is said again of what it is the price of, as src/shared/plans.ts has it.
const price = (id: string) =>
  formatPrice([...PLANS, ...ADD_ONS].find((each) => each.id === id)?.monthlyCents ?? null);
const read = (file: string) => readFileSync(`src/web/content/${file}`, 'utf8');

const SENTENCES: Record<string, string[]> = {
  'faq/price.md': [
    `| Starter | ${price('starter')} | 1 | email | up to 30 |`,
    `| Pro | ${price('pro')} | up to 3 | email and 1 messaging platform | up to 100 |`,
    `| Enterprise | ${price('enterprise')} | unlimited | all channels | unlimited |`,
    `Telegram ${price('telegram')}/mo, Slack ${price('slack')}/mo`,
    `Social Media (Twitter, LinkedIn, Facebook posting) ${price('social-media')}/mo`,
  ],
  'integrations.ts': [
    `Social Media add-on, ${price('social-media')}/mo`,
    `add-on, ${price('telegram')}/mo`,
    `add-on, ${price('slack')}/mo`,
  ],
  'press.ts': [`From ${price('starter')} a month`],
  'docs/messaging.md': [`Telegram and Slack can be added to any plan for ${price('telegram')} a month each`],
  'docs/social.md': [`is ${price('social-media')} a month on any plan`],
};

it.each(Object.entries(SENTENCES))('%s says the prices of the plans', (file, sentences) => {
  for (const sentence of sentences) expect(read(file)).toContain(sentence);
});

it('no other text names a price a month', () => {
  const naming = globSync(['**/*.md', '*.ts'], { cwd: 'src/web/content' }).filter(
    (file) => !file.endsWith('.test.ts') && /\$\d+(\/mo| a month| \|)/.test(read(file)),
  );
  expect(naming.toSorted()).toEqual(Object.keys(SENTENCES).toSorted());
});
