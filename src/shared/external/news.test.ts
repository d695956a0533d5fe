import { expect, it } from 'vitest';
import { findPreset, NEWS_PRESETS } from './news-presets.ts';
import { newsSourceFormSchema } from './news.ts';

const problemOf = (url: unknown): string | undefined =>
  newsSourceFormSchema.safeParse({ name: 'Wire', url }).error?.issues[0]?.message;

it.each([
  'https://news.example/rss',
  ' http://news.example/a?b=c ',
  `https://news.example/${'a'.repeat(479)}`,
])('takes %s', (url) => expect(problemOf(url)).toBeUndefined());

it.each([
  ['', 'http or https'],
  ['ftp://news.example/rss', 'http or https'],
  ['https://', 'http or https'],
  [`https://news.example/${'a'.repeat(480)}`, '500 characters'],
  // Each of these letters is sent as six characters.
  [`https://news.example/${'ä'.repeat(100)}`, '500 characters'],
])('refuses %s', (url, says) => expect(problemOf(url)).toContain(says));

it('every common source can be added as it is, and is there once', () => {
  const presets = NEWS_PRESETS.flatMap(({ items }) => items);
  expect(new Set(presets.map(({ url }) => url)).size).toBe(presets.length);
  for (const preset of presets) {
    expect(newsSourceFormSchema.safeParse(preset), preset.name).toMatchObject({
      success: true,
      data: preset,
    });
    expect(findPreset(preset.url)).toBe(preset);
  }
  expect(findPreset('https://www.ecb.europa.eu/')).toBeNull();
});
