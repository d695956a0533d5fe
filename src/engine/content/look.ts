import type { Look } from '#src/shared/content/document.ts';
import { oneLine } from '#src/platform/mail/plain.ts';
import { safeColor } from '#src/shared/colors.ts';

/** What a brand's row says of its look. */
export type BrandRow = {
  name: string;
  color: string;
  /** Null: that of the header. */
  accent?: string | null;
  logoHash?: string | null;
  logoWidth?: number | null;
  logoHeight?: number | null;
};

/** The look of a brand as its documents keep it. */
export function lookOf({ name, color, accent, logoHash, logoWidth, logoHeight }: BrandRow): Look {
  return {
    name: oneLine(name, 80),
    color: safeColor(color),
    accent: safeColor(accent ?? color),
    logo:
      logoHash && logoWidth && logoHeight
        ? { hash: logoHash, type: 'image/png', width: logoWidth, height: logoHeight }
        : null,
  };
}
