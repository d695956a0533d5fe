import type { FontName, ShapeName } from '#src/shared/brand-kit.ts';
import { oneLine } from '#src/platform/mail/plain.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';

/** Whose name and look an email about approvals has. */
export type ApprovalSender = {
  name: string;
  color: string;
  font?: FontName;
  shape?: ShapeName;
  /** The support address; null for white-label brands. */
  support: string | null;
};

export const OURS: ApprovalSender = {
  name: siteConfig.name,
  color: DEFAULT_BRAND_COLOR,
  support: siteConfig.email.support,
};

type Brand = { name: string; color: string; font: FontName; shape: ShapeName };

/** Clients of a white-label brand get emails in the brand's name. */
export const senderTo = ({ name, color, font, shape }: Brand, whiteLabel: boolean): ApprovalSender =>
  whiteLabel ? { name: oneLine(name, 80), color, font, shape, support: null } : OURS;

/** What the frame of a mail takes of it. */
export const frameOf = ({ name, color, font, shape }: ApprovalSender) => ({
  brandName: name,
  brandColor: color,
  ...(font && { font }),
  ...(shape && { shape }),
});
