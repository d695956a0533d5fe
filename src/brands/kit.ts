import type { brands } from '#src/db/schema.ts';
import { DEFAULT_VOICE } from '#src/shared/brand-kit.ts';
import type { Brand, BrandForm } from '#src/shared/brands.ts';
import { DEFAULT_FORMATS } from '#src/shared/formats.ts';
import { type Blocked, blockedBy } from '#src/shared/countries/verdict.ts';

/** What a brand has beside its name, its colors and its logos. */
export type Kit = Pick<
  Brand,
  | 'font'
  | 'shape'
  | 'darkPictures'
  | 'voice'
  | 'disclaimers'
  | 'countries'
  | 'timeZone'
  | 'formats'
  | 'website'
  | 'socials'
  | 'tracking'
>;
const KEYS = [
  'font',
  'shape',
  'darkPictures',
  'voice',
  'disclaimers',
  'countries',
  'timeZone',
  'formats',
  'website',
  'socials',
  'tracking',
] as const;

export const kitOf = (row: typeof brands.$inferSelect): Kit => ({
  font: row.font,
  shape: row.shape,
  darkPictures: row.darkPictures,
  voice: { ...DEFAULT_VOICE, ...row.voice },
  disclaimers: row.disclaimers,
  countries: row.countries,
  timeZone: row.timeZone,
  formats: { ...DEFAULT_FORMATS, ...row.formats },
  website: row.website,
  socials: row.socials,
  tracking: row.tracking,
});

/** What is stored beside it: what claims look up. */
export const withBlocked = (kit: Partial<Kit>): Partial<Kit & { blocked: Blocked }> =>
  kit.countries ? { ...kit, blocked: blockedBy(kit.countries) } : kit;

/** What a form says of it. */
export const kitIn = (form: Pick<BrandForm, keyof Kit>): Partial<Kit> =>
  Object.fromEntries(KEYS.flatMap((key) => (form[key] === undefined ? [] : [[key, form[key]]])));
