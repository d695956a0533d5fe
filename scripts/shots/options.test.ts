import { expect, it } from 'vitest';
import { readShotOptions } from './options.ts';

it('reads what is asked for', () => {
  expect(readShotOptions([])).toMatchObject({ account: false, build: true, widths: [390, 768, 1280, 1920] });
  expect(readShotOptions(['--pages', '/,/blog', '--widths', '390', '--no-build'])).toMatchObject({
    pages: ['/', '/blog'],
    widths: [390],
    build: false,
  });
});

it.each([
  [['--page', '/'], 'There is no option --page.'],
  [['/blog'], '/blog is not an option. To choose pages, use --pages /blog.'],
  [['--widths', 'wide'], '--widths needs numbers from 200 to 4000, such as 390,1280. It got wide.'],
  [['--account', '--docs'], 'Use --account or --docs, not both.'],
])('answers %j with a sentence', (args, problem) => {
  expect(readShotOptions(args)).toEqual({ problem });
});

it('says what a missing value is', () => {
  expect(readShotOptions(['--pages'])).toHaveProperty('problem', expect.stringContaining('--pages'));
});
