import * as z from 'zod/mini';
import { alertLanguageSchema } from './content/answer.ts';
import { countryPolicySchema } from './countries/policy.ts';
import { formatsSchema } from './formats.ts';
import { oneLabel } from './label.ts';
import { countrySchema, timeZoneSchema } from './places.ts';
import { trackingSchema } from './tracking.ts';

/**
 * Families that mail programs have, in stacks that end in what every one of them has. Names in single quotes, as they
 * are written into attributes.
 */
const NEWSREADER = "Newsreader, Georgia, 'Times New Roman', serif";
const INTER = "Inter, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
const MONO = "'JetBrains Mono', 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";
const HELVETICA = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif";
const GEORGIA = "Georgia, 'Times New Roman', Times, serif";
const VERDANA = "Verdana, Geneva, 'DejaVu Sans', sans-serif";
const TREBUCHET = "'Trebuchet MS', 'Lucida Grande', 'Lucida Sans Unicode', Tahoma, sans-serif";
const PALATINO = "'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif";

export type FontStack = { title: string; heading: string; text: string; figures: string };
/** What a brand can be set in. `figures`: tables, times and codes. */
export const FONTS = {
  newswire: { title: 'Newswire', heading: NEWSREADER, text: INTER, figures: MONO },
  modern: { title: 'Helvetica', heading: HELVETICA, text: HELVETICA, figures: HELVETICA },
  classic: { title: 'Georgia', heading: GEORGIA, text: GEORGIA, figures: GEORGIA },
  editorial: { title: 'Palatino with Helvetica', heading: PALATINO, text: HELVETICA, figures: HELVETICA },
  clear: { title: 'Verdana', heading: VERDANA, text: VERDANA, figures: VERDANA },
  friendly: { title: 'Trebuchet', heading: TREBUCHET, text: TREBUCHET, figures: TREBUCHET },
  technical: { title: 'Helvetica with a mono', heading: HELVETICA, text: HELVETICA, figures: MONO },
} as const satisfies Record<string, FontStack>;
export type FontName = keyof typeof FONTS;
const FONT_NAMES = Object.keys(FONTS) as [FontName, ...FontName[]];
export const fontSchema = z.enum(FONT_NAMES, 'Choose one of the typefaces.');

/** Corner radii in pixels: of sheets and pictures, and of buttons. */
export const SHAPES = {
  square: { title: 'Square', radius: 0, button: 0 },
  soft: { title: 'Soft', radius: 3, button: 3 },
  round: { title: 'Round', radius: 14, button: 24 },
} as const;
export type ShapeName = keyof typeof SHAPES;
export const shapeSchema = z.enum(['square', 'soft', 'round'], 'Choose square, soft or round.');

/** Whether pictures are dark. What can't follow a reader's mode shows the light one, and chats and posts as chosen. */
export const DARK_PICTURES = {
  off: 'Light',
  readers: 'Dark for readers in dark mode',
  chats: 'Dark for readers in dark mode, and always in chats',
  posts: 'Dark for readers in dark mode, and always in chats and posts',
} as const;
export type DarkPictures = keyof typeof DARK_PICTURES;
export const darkPicturesSchema = z.enum(
  ['off', 'readers', 'chats', 'posts'],
  'Choose light, readers in dark mode, chats as well, or chats and posts.',
);
/** Neither can follow a reader's mode. */
export const areChatsDark = (chosen: DarkPictures = 'off'): boolean =>
  chosen === 'chats' || chosen === 'posts';
export const arePostsDark = (chosen: DarkPictures = 'off'): boolean => chosen === 'posts';

export const WORD_MAX = 60;
export const WORDS_MAX = 100;
const wordSchema = z
  .string('A word is text.')
  .check(
    z.overwrite(oneLabel),
    z.minLength(1, 'A word can’t be empty.'),
    z.maxLength(WORD_MAX, `A word or phrase can have at most ${WORD_MAX} characters.`),
  );
const wordsSchema = z.array(wordSchema).check(
  z.maxLength(WORDS_MAX, `List ${WORDS_MAX} words at most.`),
  z.overwrite((words) => [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]),
);

export const TONES = {
  newswire: 'Newswire',
  plain: 'Plain',
  formal: 'Formal',
  lively: 'Lively',
} as const;
export const PERSONS = { none: 'Impersonal', we: 'First person (“we”)' } as const;
export const READING_LEVELS = {
  everyone: 'Everyone',
  investors: 'Private investors',
  professionals: 'Professionals',
} as const;

/** How a brand writes. `avoid` is refused wherever a model or an editor writes for it. */
export const brandVoiceSchema = z.strictObject({
  tone: z._default(z.enum(['newswire', 'plain', 'formal', 'lively']), 'newswire'),
  person: z._default(z.enum(['none', 'we']), 'none'),
  readingLevel: z._default(z.enum(['everyone', 'investors', 'professionals']), 'investors'),
  use: z._default(wordsSchema, []),
  avoid: z._default(wordsSchema, []),
});
export type BrandVoice = z.infer<typeof brandVoiceSchema>;
export const DEFAULT_VOICE: BrandVoice = brandVoiceSchema.parse({});

/** Kinds of alert, as disclaimers see them: what a market did, or what someone else said. */
export const ALERT_KINDS = {
  market: 'Market moves',
  news: 'News',
  calendar: 'Calendar',
  webhook: 'Webhooks',
} as const;
export type AlertKind = keyof typeof ALERT_KINDS;

export const DISCLAIMER_MAX = 1_000;
export const DISCLAIMERS_MAX = 20;
export const disclaimerSchema = z.strictObject({
  text: z.string('A disclaimer is text.').check(
    // Lines stay apart; what can't be seen goes.
    z.overwrite((text) => text.split(/\r?\n/u).map(oneLabel).join('\n').trim()),
    z.minLength(1, 'Enter the disclaimer’s text.'),
    z.maxLength(DISCLAIMER_MAX, `A disclaimer can have at most ${DISCLAIMER_MAX} characters.`),
  ),
  /** The jurisdiction it is for, named before it; null for all. */
  country: z._default(z.nullable(countrySchema), null),
  /** The kind of alert it is under; null for all. */
  about: z._default(z.nullable(z.enum(['market', 'news', 'calendar', 'webhook'])), null),
  /** The language of the alerts it is under; null for all. */
  language: z._default(z.nullable(alertLanguageSchema), null),
});
export type BrandDisclaimer = z.infer<typeof disclaimerSchema>;
export const disclaimersSchema = z
  .array(disclaimerSchema)
  .check(z.maxLength(DISCLAIMERS_MAX, `A brand has ${DISCLAIMERS_MAX} disclaimers at most.`));

/** Networks that a footer can lead to. `profile` is what stands before a handle. */
export const SOCIAL_SITES = {
  x: { title: 'X', hosts: ['x.com', 'twitter.com'], profile: 'https://x.com/' },
  linkedin: { title: 'LinkedIn', hosts: ['linkedin.com'], profile: 'https://www.linkedin.com/company/' },
  youtube: { title: 'YouTube', hosts: ['youtube.com', 'youtu.be'], profile: 'https://www.youtube.com/@' },
  instagram: { title: 'Instagram', hosts: ['instagram.com'], profile: 'https://www.instagram.com/' },
  facebook: { title: 'Facebook', hosts: ['facebook.com', 'fb.com'], profile: 'https://www.facebook.com/' },
  telegram: { title: 'Telegram', hosts: ['t.me', 'telegram.me'], profile: 'https://t.me/' },
} as const;
export type SocialSite = keyof typeof SOCIAL_SITES;
export const SOCIAL_NAMES = Object.keys(SOCIAL_SITES) as [SocialSite, ...SocialSite[]];

const ADDRESS_MAX = 500;

/** An https address as it is kept; `example.com` and http become https. @returns null for what is none */
export function normalAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > ADDRESS_MAX) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(url.hostname)) return null;
  url.protocol = 'https:';
  return url.href.length > ADDRESS_MAX ? null : url.href;
}

/** The address of a profile, from a handle or an address. @returns null for what is neither, or of another network */
export function socialAddress(site: SocialSite, text: string): string | null {
  const { hosts, profile } = SOCIAL_SITES[site];
  const handle = /^@?([\p{L}\p{N}._-]{1,100})$/u.exec(text.trim())?.[1];
  if (handle !== undefined && !hosts.some((host) => handle.toLowerCase().endsWith(host)))
    return profile + encodeURIComponent(handle);
  const address = normalAddress(text);
  const host = address === null ? undefined : URL.parse(address)?.hostname;
  return host !== undefined && hosts.some((each) => host === each || host.endsWith(`.${each}`))
    ? address
    : null;
}

export const websiteSchema = z.string('An address is text.').check(
  z.refine((text) => normalAddress(text) !== null, {
    error: 'Enter a web address like https://example.com.',
  }),
  z.overwrite((text) => normalAddress(text) ?? text),
);

const profileSchema = (site: SocialSite) =>
  z.optional(
    z.string('An address is text.').check(
      z.refine((text) => socialAddress(site, text) !== null, {
        error: `Enter a handle or an address on ${SOCIAL_SITES[site].title}.`,
      }),
      z.overwrite((text) => socialAddress(site, text) ?? text),
    ),
  );
export const socialsSchema = z.strictObject({
  x: profileSchema('x'),
  linkedin: profileSchema('linkedin'),
  youtube: profileSchema('youtube'),
  instagram: profileSchema('instagram'),
  facebook: profileSchema('facebook'),
  telegram: profileSchema('telegram'),
});
export type Socials = z.infer<typeof socialsSchema>;

/** The links of a brand's footer: its website by its host, then its profiles. */
export function footerLinks({
  website,
  socials,
}: {
  website: string | null;
  socials: Socials;
}): { label: string; url: string }[] {
  const host = website === null ? undefined : URL.parse(website)?.hostname;
  return [
    ...(website !== null && host ? [{ label: host.replace(/^www\./, ''), url: website }] : []),
    ...SOCIAL_NAMES.flatMap((site) => {
      const url = socials[site];
      return url ? [{ label: SOCIAL_SITES[site].title, url }] : [];
    }),
  ];
}

/** The part of a brand that a form can hold. What is left out of a change stays. */
export const brandKitSchema = z.object({
  font: z.optional(fontSchema),
  shape: z.optional(shapeSchema),
  darkPictures: z.optional(darkPicturesSchema),
  voice: z.optional(brandVoiceSchema),
  disclaimers: z.optional(disclaimersSchema),
  countries: z.optional(countryPolicySchema),
  /** Null: that of each market. */
  timeZone: z.optional(z.nullable(timeZoneSchema)),
  formats: z.optional(formatsSchema),
  website: z.optional(z.nullable(websiteSchema)),
  socials: z.optional(socialsSchema),
  tracking: z.optional(trackingSchema),
});
