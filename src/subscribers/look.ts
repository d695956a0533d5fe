import { brands } from '#src/db/schema.ts';
import { readableOn, safeColor, textOn } from '#src/shared/colors.ts';
import { oneLine } from '#src/platform/mail/plain.ts';

/** What is selected of a brand for its look. */
export const LOOK_COLUMNS = {
  name: brands.name,
  color: brands.color,
  logoHash: brands.logoHash,
  logoWidth: brands.logoWidth,
  logoHeight: brands.logoHeight,
};
type BrandRow = Pick<typeof brands.$inferSelect, keyof typeof LOOK_COLUMNS>;

type Tone = { brand: string; onBrand: string };

/** What a brand's pages and emails look like. Every color is #rrggbb, safe in a style sheet. */
export type Look = {
  name: string;
  /** The band at the top, as in the brand's emails. */
  color: string;
  onColor: string;
  /** Buttons on a light and on a dark page: 3:1 against the page, with text that reads on them. */
  light: Tone;
  dark: Tone;
  /** On the band; its size in pixels of the page. */
  logo: { hash: string; type: string; width: number; height: number } | null;
  /** White label: no word of ours. */
  isOurs: boolean;
};

/** The grounds of the hosted pages (src/server/shared/style.ts). */
const PAPER = { light: '#f7f2e8', dark: '#131210' } as const;

function toneOn(color: string, ground: string): Tone {
  const brand = readableOn(color, ground);
  return { brand, onBrand: textOn(brand) };
}

export function lookOf(brand: BrandRow, { whiteLabel }: { whiteLabel: boolean }): Look {
  const color = safeColor(brand.color);
  const { logoHash, logoWidth, logoHeight } = brand;
  return {
    name: oneLine(brand.name, 80),
    color,
    onColor: textOn(color),
    light: toneOn(color, PAPER.light),
    dark: toneOn(color, PAPER.dark),
    logo:
      logoHash && logoWidth && logoHeight
        ? { hash: logoHash, type: 'image/png', width: logoWidth, height: logoHeight }
        : null,
    isOurs: !whiteLabel,
  };
}
