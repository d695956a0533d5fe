import type { AlertKind } from '#src/shared/brand-kit.ts';
import type { Text } from '#src/shared/content/text.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import type { BrandRow } from './look.ts';

/**
 * What stands under an alert: ours, then the brand's for its kind and language, in the brand's order. One for a
 * jurisdiction begins with its name, as an alert is read in more than one. A white-label brand with one for all
 * countries has its own in place of ours.
 * @param language BCP 47. @param ours in that language
 */
export function disclaimersOf(
  { disclaimers = [], whiteLabel = false }: BrandRow,
  { about, language, ours = DISCLAIMER }: { about: AlertKind; language: string; ours?: string },
): Text[] {
  const fits = disclaimers.filter(
    (each) =>
      (each.about === null || each.about === about) &&
      (each.language === null || each.language === language.split('-')[0]),
  );
  const countries = new Intl.DisplayNames([language], { type: 'region' });
  const own = fits.map(({ country, text }): Text => {
    const named = country === null ? null : (countries.of(country) ?? country);
    // The brand's own words: their figures are its own.
    return named === null ? [{ author: text }] : [`${named}: `, { author: text }];
  });
  const isReplaced = whiteLabel && fits.some(({ country }) => country === null);
  return isReplaced ? own : [[ours], ...own];
}
