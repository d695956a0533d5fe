import { expect, it } from 'vitest';
import { plain } from '#src/shared/content/text.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import { disclaimersOf } from './disclaimers.ts';
import { zoneOf } from './look.ts';

const BRAND = {
  name: 'Harbor',
  color: '#0f4c5c',
  disclaimers: [
    { text: 'For all.', country: null, about: null, language: null },
    { text: 'Nach § 34b.', country: 'DE', about: 'market', language: 'de' },
    { text: 'Of news.', country: null, about: 'news', language: null },
  ],
} as const;

it.each([
  [{ about: 'market', language: 'en' }, false, [DISCLAIMER, 'For all.']],
  [{ about: 'market', language: 'de' }, false, [DISCLAIMER, 'For all.', 'Deutschland: Nach § 34b.']],
  [{ about: 'news', language: 'en' }, false, [DISCLAIMER, 'For all.', 'Of news.']],
  [{ about: 'market', language: 'de' }, true, ['For all.', 'Deutschland: Nach § 34b.']],
] as const)('has the disclaimers for %o, white label: %s', (of, whiteLabel, expected) => {
  expect(disclaimersOf({ ...BRAND, whiteLabel }, of).map(plain)).toEqual(expected);
});

it('keeps ours where a white-label brand has none for all countries', () => {
  const brand = { ...BRAND, disclaimers: BRAND.disclaimers.slice(1, 2), whiteLabel: true };
  expect(disclaimersOf(brand, { about: 'market', language: 'de' }).map(plain)).toEqual([
    DISCLAIMER,
    'Deutschland: Nach § 34b.',
  ]);
});

it('puts times in the brand’s zone, and leaves days to the market', () => {
  const brand = { ...BRAND, timeZone: 'Europe/Berlin' };
  expect(zoneOf(brand, 'America/New_York', '15m')).toBe('Europe/Berlin');
  for (const timeframe of ['1d', '1w', '1M', '3M', '12M'] as const)
    expect(zoneOf(brand, 'America/New_York', timeframe)).toBe('America/New_York');
  expect(zoneOf(BRAND, 'America/New_York', '15m')).toBe('America/New_York');
});
