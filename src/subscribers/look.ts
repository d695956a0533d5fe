import { safeColor, textOn } from '#src/shared/colors.ts';
import { oneLine } from '#src/platform/mail/plain.ts';

/** What a page needs to look like a brand's. Both colors are safe in a style sheet. */
export type Look = { name: string; color: string; onColor: string };

export function lookOf(brand: { name: string; color: string }): Look {
  const color = safeColor(brand.color);
  return { name: oneLine(brand.name, 80), color, onColor: textOn(color) };
}
