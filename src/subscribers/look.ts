import { brands } from '#src/db/schema.ts';
import { type FontName, footerLinks, type ShapeName } from '#src/shared/brand-kit.ts';
import { darkHeader, readableOn, safeColor, textOn } from '#src/shared/colors.ts';
import type { Picture } from '#src/shared/content/document.ts';
import { oneLine } from '#src/platform/mail/plain.ts';

/** What is selected of a brand for its look. */
export const LOOK_COLUMNS = {
  name: brands.name,
  color: brands.color,
  logoHash: brands.logoHash,
  logoWidth: brands.logoWidth,
  logoHeight: brands.logoHeight,
  logoDarkHash: brands.logoDarkHash,
  logoDarkWidth: brands.logoDarkWidth,
  logoDarkHeight: brands.logoDarkHeight,
  font: brands.font,
  shape: brands.shape,
  website: brands.website,
  socials: brands.socials,
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
  /** The band in dark mode, where the brand has a logo for that. */
  darkColor: string;
  /** On the band; sizes in pixels of the page. */
  logo: Picture | null;
  logoDark: Picture | null;
  font: FontName;
  shape: ShapeName;
  /** Below: the brand's website and profiles. */
  links: { label: string; url: string }[];
  /** White label: no word of ours. */
  isOurs: boolean;
};

/** The grounds of the hosted pages (src/server/shared/style.ts). */
const PAPER = { light: '#f7f2e8', dark: '#131210' } as const;

function toneOn(color: string, ground: string): Tone {
  const brand = readableOn(color, ground);
  return { brand, onBrand: textOn(brand) };
}

const pictureOf = (hash: string | null, width: number | null, height: number | null): Picture | null =>
  hash && width && height ? { hash, type: 'image/png', width, height } : null;

export function lookOf(brand: BrandRow, { whiteLabel }: { whiteLabel: boolean }): Look {
  const color = safeColor(brand.color);
  return {
    name: oneLine(brand.name, 80),
    color,
    onColor: textOn(color),
    light: toneOn(color, PAPER.light),
    dark: toneOn(color, PAPER.dark),
    darkColor: darkHeader(color),
    logo: pictureOf(brand.logoHash, brand.logoWidth, brand.logoHeight),
    logoDark: pictureOf(brand.logoDarkHash, brand.logoDarkWidth, brand.logoDarkHeight),
    font: brand.font,
    shape: brand.shape,
    links: footerLinks(brand),
    isOurs: !whiteLabel,
  };
}
