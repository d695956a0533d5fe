import * as z from 'zod/mini';
import { isTimeZone } from './calendar/sources.ts';

/** BCP 47, as browsers write it: `en`, `pt-BR`. */
export function normalLanguage(text: string): string | null {
  const trimmed = text.trim().replaceAll('_', '-');
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(trimmed)) return null;
  try {
    return Intl.getCanonicalLocales(trimmed)[0] ?? null;
  } catch {
    return null;
  }
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** ISO 3166-1 alpha-2 in capitals. @returns null for what is no country */
export function normalCountry(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined ? code : null;
}

/** An IANA zone with its usual capitals. */
export function normalTimeZone(text: string): string | null {
  const zone = text.trim();
  if (zone === '' || zone.length > 64 || !isTimeZone(zone)) return null;
  return zone;
}

const checked = (normal: (text: string) => string | null, error: string) =>
  z.string(error).check(
    z.refine((text) => normal(text) !== null, { error }),
    z.overwrite((text) => normal(text) ?? text),
  );

export const languageSchema = checked(normalLanguage, 'Enter a language code like en or pt-BR.');
export const countrySchema = checked(normalCountry, 'Enter a two-letter country code like US.');
export const timeZoneSchema = checked(normalTimeZone, 'Enter a time zone like America/New_York.');
