import { type BrandDisclaimer, DEFAULT_VOICE, SOCIAL_NAMES, type SocialSite } from '#src/shared/brand-kit.ts';
import { FORMAT_NAMES, DEFAULT_FORMATS, type Formats } from '#src/shared/formats.ts';
import type { Brand, BrandForm } from '#src/shared/brands.ts';
import { type CountryRule, NO_COUNTRY_POLICY } from '#src/shared/countries/policy.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { NO_TRACKING } from '#src/shared/tracking.ts';
import { choiceOf, trackingOf } from './tracking-words.ts';

/** What the fields hold. Lists are JSON, in hidden fields: they count as changed like any other. */
export type Values = {
  name: string;
  color: string;
  accent: string;
  font: string;
  shape: string;
  darkPictures: string;
  languages: string;
  tone: string;
  person: string;
  readingLevel: string;
  /** A word or phrase on each line. */
  use: string;
  avoid: string;
  disclaimers: string;
  countryRules: string;
  unknownCountry: string;
  publicCountries: string;
  aiLabel: string;
  timeZone: string;
  website: string;
  /** What is counted, as one choice. */
  tracking: string;
  /** '' is what the brand has, `none` none, else a data address. */
  logo: string;
  logoDark: string;
} & Record<SocialSite | keyof Formats, string>;

export const NO_LOGO = 'none';

export function valuesOf(brand: Brand | null): Values {
  const voice = brand?.voice ?? DEFAULT_VOICE;
  const color = brand?.color ?? DEFAULT_BRAND_COLOR;
  const countries = brand?.countries ?? NO_COUNTRY_POLICY;
  return {
    name: brand?.name ?? '',
    color,
    accent: brand?.accent ?? color,
    font: brand?.font ?? 'newswire',
    shape: brand?.shape ?? 'soft',
    darkPictures: brand?.darkPictures ?? 'off',
    languages: JSON.stringify(brand?.languages ?? ['en']),
    tone: voice.tone,
    person: voice.person,
    readingLevel: voice.readingLevel,
    use: voice.use.join('\n'),
    avoid: voice.avoid.join('\n'),
    disclaimers: JSON.stringify(brand?.disclaimers ?? []),
    countryRules: JSON.stringify(countries.rules),
    unknownCountry: countries.unknown,
    publicCountries: countries.public.join(', '),
    aiLabel: countries.aiLabel ?? 'law',
    timeZone: brand?.timeZone ?? '',
    ...(brand?.formats ?? DEFAULT_FORMATS),
    website: brand?.website ?? '',
    tracking: choiceOf(brand?.tracking ?? NO_TRACKING),
    logo: '',
    logoDark: '',
    ...(Object.fromEntries(SOCIAL_NAMES.map((site) => [site, brand?.socials[site] ?? ''])) as Record<
      SocialSite,
      string
    >),
  };
}

export const disclaimersIn = (text: string): BrandDisclaimer[] => JSON.parse(text) as BrandDisclaimer[];
export const countryRulesIn = (text: string): CountryRule[] => JSON.parse(text) as CountryRule[];
export const languagesIn = (text: string): Brand['languages'] => JSON.parse(text) as Brand['languages'];

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What is sent, and checked. The same accent as the header's follows it. */
export const formOf = (values: Values) => ({
  name: values.name,
  color: values.color,
  accent: values.accent === values.color ? null : values.accent,
  languages: languagesIn(values.languages),
  font: values.font,
  shape: values.shape,
  darkPictures: values.darkPictures,
  voice: {
    tone: values.tone,
    person: values.person,
    readingLevel: values.readingLevel,
    use: lines(values.use),
    avoid: lines(values.avoid),
  },
  disclaimers: disclaimersIn(values.disclaimers),
  countries: {
    rules: countryRulesIn(values.countryRules),
    unknown: values.unknownCountry,
    public: values.publicCountries.split(/[\s,;]+/u).filter(Boolean),
    ...(values.aiLabel === 'everywhere' && { aiLabel: values.aiLabel }),
  },
  timeZone: orNull(values.timeZone),
  formats: Object.fromEntries(FORMAT_NAMES.map((name) => [name, values[name]])),
  website: orNull(values.website),
  tracking: trackingOf(values.tracking),
  socials: Object.fromEntries(
    SOCIAL_NAMES.flatMap((site) => (values[site].trim() === '' ? [] : [[site, values[site].trim()]])),
  ),
});

/** The field that a fault of the form is at. */
export function fieldOf(path: readonly PropertyKey[]): string {
  const [first, second, third] = path;
  if (first === 'voice' || first === 'socials' || first === 'formats') return String(second);
  if (first === 'disclaimers' && typeof second === 'number') return `disclaimers.${second}`;
  if (first === 'countries')
    return second === 'rules' ? `countryRules.${Number(third ?? 0)}` : 'publicCountries';
  return String(first);
}

/** A brand as a form: what takes a change back. */
export const asForm = ({
  name,
  color,
  accent,
  languages,
  font,
  shape,
  darkPictures,
  voice,
  disclaimers,
  countries,
  timeZone,
  formats,
  website,
  socials,
  tracking,
}: Brand): BrandForm => ({
  name,
  color,
  accent,
  languages,
  font,
  shape,
  darkPictures,
  voice,
  disclaimers,
  countries,
  timeZone,
  formats,
  website,
  socials,
  tracking,
});
