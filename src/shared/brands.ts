import { countryPolicySchema } from './countries/policy.ts';
import * as z from 'zod/mini';
import { alertLanguageSchema, LANGUAGES } from './content/answer.ts';
import { channelKindSchema } from './alerts.ts';
import {
  brandKitSchema,
  brandVoiceSchema,
  darkPicturesSchema,
  disclaimersSchema,
  fontSchema,
  shapeSchema,
  socialsSchema,
} from './brand-kit.ts';
import { previewPicturesSchema } from './content/preview-pictures.ts';
import { formatsSchema } from './formats.ts';
import { oneLabel } from './label.ts';
import { trackingSchema } from './tracking.ts';

export { type BrandVoice, brandVoiceSchema } from './brand-kit.ts';

export const BRAND_NAME_MAX = 80;
/** Bytes of an uploaded logo. */
export const LOGO_MAX_BYTES = 512 * 1024;
/** Pixels of an uploaded logo: what a phone's camera makes is no logo. */
export const LOGO_MAX_PIXELS = 4_000_000;
/** The room for a logo in a mail's header, in pixels of the page. */
export const LOGO_BOX = { width: 240, height: 40 } as const;

const colorSchema = z.string('A color is written as #rrggbb.').check(
  z.overwrite((color) => color.trim().toLowerCase()),
  z.regex(/^#[0-9a-f]{6}$/, 'A color is written as #rrggbb, such as #0f4c5c.'),
);
const nameSchema = z
  .string('The brand’s name must be a text.')
  .check(
    z.overwrite(oneLabel),
    z.minLength(1, 'The brand needs a name.'),
    z.maxLength(BRAND_NAME_MAX, `The brand’s name can have at most ${BRAND_NAME_MAX} characters.`),
  );

/** What a brand's alerts are written in. The first is its main language: who wants none of them gets that. */
const languagesSchema = z.array(alertLanguageSchema).check(
  z.minLength(1, 'A brand writes in one language at least.'),
  z.maxLength(LANGUAGES.length),
  z.refine((languages) => new Set(languages).size === languages.length, 'Name each language once.'),
);
/** For headers in light mode, and in dark mode. A brand with one alone shows it in both. */
export const LOGO_VERSIONS = ['light', 'dark'] as const;
export type LogoVersion = (typeof LOGO_VERSIONS)[number];

export const logoSchema = z.object({
  hash: z.string(),
  /** Path of the PNG. It never changes: another logo has another path. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
});

export const brandSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Of the header. */
  color: z.string(),
  /** Of lines and marks; null is the header's color. */
  accent: z.nullable(z.string()),
  logo: z.nullable(logoSchema),
  /** What its alerts are written in, the main language first. */
  languages: z.array(alertLanguageSchema),
  /** Shown in dark mode, on a dark header. */
  logoDark: z.nullable(logoSchema),
  font: fontSchema,
  /** Of corners. */
  shape: shapeSchema,
  /** Which of its charts are dark. */
  darkPictures: darkPicturesSchema,
  voice: brandVoiceSchema,
  disclaimers: disclaimersSchema,
  /** What may be sent to which country. */
  countries: countryPolicySchema,
  /** IANA; null: that of each market. */
  timeZone: z.nullable(z.string()),
  /** How it writes numbers, dates and times. */
  formats: formatsSchema,
  website: z.nullable(z.string()),
  /** Addresses of profiles. */
  socials: socialsSchema,
  /** What is counted of its messages. */
  tracking: trackingSchema,
  isDefault: z.boolean(),
  /** Null while it is in use. */
  archivedAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type Brand = z.infer<typeof brandSchema>;

/** /api/v1/brands: the default brand first, archived ones last. */
export const brandsSchema = z.object({
  items: z.array(brandSchema),
  /** Brands in use, and how many the plan allows; null is no limit. */
  used: z.int(),
  allowed: z.nullable(z.int()),
});
export type Brands = z.infer<typeof brandsSchema>;

export const brandFormSchema = z.strictObject({
  name: nameSchema,
  color: z.optional(colorSchema),
  accent: z.optional(z.nullable(colorSchema)),
  languages: z.optional(languagesSchema),
  ...brandKitSchema.shape,
});
export type BrandForm = z.infer<typeof brandFormSchema>;

/** What is left out stays. */
export const brandChangeSchema = z.strictObject({
  name: z.optional(nameSchema),
  color: z.optional(colorSchema),
  accent: z.optional(z.nullable(colorSchema)),
  languages: z.optional(languagesSchema),
  ...brandKitSchema.shape,
  /** Makes it the one that rules without a choice use. */
  isDefault: z.optional(z.literal(true, 'Make another brand the default instead.')),
  archived: z.optional(z.boolean()),
});
export type BrandChange = z.infer<typeof brandChangeSchema>;

/** A logo as a data address of its PNG, as `brands.checkLogo` answers with. */
const logoDataSchema = z
  .string('A logo is the data address of a PNG.')
  .check(
    z.maxLength(LOGO_MAX_BYTES, 'A logo can be at most 512 kB.'),
    z.regex(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/, 'A logo is the data address of a PNG.'),
  );

/** A brand that may not be saved yet. A logo that is left out is that of the brand `brandId`; null is none. */
export const brandPreviewFormSchema = z.strictObject({
  name: nameSchema,
  color: colorSchema,
  accent: z.optional(z.nullable(colorSchema)),
  ...brandKitSchema.shape,
  brandId: z.optional(z.nullable(z.uuid())),
  /** The example is in the first. */
  languages: z.optional(languagesSchema),
  logo: z.optional(z.nullable(logoDataSchema)),
  logoDark: z.optional(z.nullable(logoDataSchema)),
  /** Whose pictures are drawn. Left out: the first channel's. */
  channel: z.optional(channelKindSchema),
});
export type BrandPreviewForm = z.infer<typeof brandPreviewFormSchema>;

/** An example alert as every channel would send it, one of them with its pictures. */
export const brandPreviewSchema = z.object({
  channels: z.array(
    z.object({
      channel: channelKindSchema,
      label: z.string(),
      title: z.nullable(z.string()),
      text: z.string(),
      /** Null where the channel sends text. */
      html: z.nullable(z.string()),
      /** Null where another channel's are drawn. */
      pictures: z.nullable(previewPicturesSchema),
    }),
  ),
});
export type BrandPreview = z.infer<typeof brandPreviewSchema>;
