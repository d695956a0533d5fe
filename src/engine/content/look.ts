import type { Look, Picture } from '#src/shared/content/document.ts';
import { oneLine } from '#src/platform/mail/plain.ts';
import {
  type BrandDisclaimer,
  type BrandVoice,
  type DarkPictures,
  type FontName,
  footerLinks,
  type ShapeName,
  type Socials,
} from '#src/shared/brand-kit.ts';
import { type ChosenFormats, chosenFormats } from '#src/shared/formats.ts';
import { safeColor } from '#src/shared/colors.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

/** What a brand's row says of its look and its words. What is left out has its default. */
export type BrandRow = {
  name: string;
  color: string;
  /** Null: that of the header. */
  accent?: string | null;
  logoHash?: string | null;
  logoWidth?: number | null;
  logoHeight?: number | null;
  logoDarkHash?: string | null;
  logoDarkWidth?: number | null;
  logoDarkHeight?: number | null;
  font?: FontName;
  shape?: ShapeName;
  darkPictures?: DarkPictures;
  voice?: Partial<BrandVoice>;
  disclaimers?: readonly BrandDisclaimer[];
  timeZone?: string | null;
  formats?: ChosenFormats | undefined;
  website?: string | null;
  socials?: Socials;
  /** Its plan carries white label: no word of ours in what it sends. */
  whiteLabel?: boolean;
};

type Size = number | null | undefined;
const pictureOf = (hash: string | null | undefined, width: Size, height: Size): Picture | null =>
  hash && width && height ? { hash, type: 'image/png', width, height } : null;

type BrandZone = Pick<BrandRow, 'timeZone'> & Partial<Pick<BrandRow, 'name'>>;

/** The zone that an alert's times are in: the brand's for bars within a day; longer ones have the market's date. */
export const zoneOf = ({ timeZone }: BrandZone, market: string, timeframe: Timeframe): string =>
  isDaysLong(timeframe) ? market : (timeZone ?? market);

/** The look of a brand as its documents keep it. */
export function lookOf(brand: BrandRow): Look {
  const { name, color, accent, website = null, socials = {} } = brand;
  const formats = chosenFormats(brand.formats ?? {});
  return {
    name: oneLine(name, 80),
    color: safeColor(color),
    accent: safeColor(accent ?? color),
    logo: pictureOf(brand.logoHash, brand.logoWidth, brand.logoHeight),
    logoDark: pictureOf(brand.logoDarkHash, brand.logoDarkWidth, brand.logoDarkHeight),
    font: brand.font ?? 'newswire',
    shape: brand.shape ?? 'soft',
    links: footerLinks({ website, socials }),
    ...(brand.darkPictures && brand.darkPictures !== 'off' && { darkPictures: brand.darkPictures }),
    ...(Object.keys(formats).length > 0 && { formats }),
  };
}
