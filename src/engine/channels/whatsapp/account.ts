import type { OpenConnection } from '../channel.ts';

/** Introduced on 29 July 2026. No end of it is announced; a version works for about two years. */
const API_VERSION = 'v26.0';

export const isApiVersion = (text: string): boolean => /^v\d{2,3}\.\d$/.test(text);

/** An address of the account's API: `path` is below the version. */
export const urlOf = ({ settings }: OpenConnection, path: string): string =>
  `https://graph.facebook.com/${settings['apiVersion'] ?? API_VERSION}/${path}`;

export const headersOf = ({ secrets }: OpenConnection): Record<string, string> => ({
  authorization: `Bearer ${secrets['token'] ?? ''}`,
});

/** "en_US, de" as codes; null where one is none. */
export function languagesOf(text: string): string[] | null {
  const codes = text
    .split(/[\s,;]+/)
    .filter((each) => each !== '')
    .map((each) => {
      const [, language, place] = /^([a-z]{2,3})(?:[-_]([a-z]{2,4}))?$/i.exec(each) ?? [];
      if (language === undefined) return null;
      return place === undefined
        ? language.toLowerCase()
        : `${language.toLowerCase()}_${place.toUpperCase()}`;
    });
  const known = codes.filter((each) => each !== null);
  return known.length === codes.length && known.length > 0 ? [...new Set(known)] : null;
}

/** The template's language for an alert: the same, the same of another country, or else the first. */
export function templateLanguage(codes: readonly string[], language: string): string {
  const wanted = language.replace('-', '_');
  const [base] = wanted.split('_');
  const same = codes.find((code) => code.toLowerCase() === wanted.toLowerCase());
  return same ?? codes.find((code) => code.split('_')[0] === base) ?? codes[0] ?? 'en';
}

/** A phone number with its country, as E.164 writes it: +14155550123. Null where it's none. */
export function normalizePhone(typed: string): string | null {
  const digits = typed.trim().replaceAll(/[ ().\u00a0/-]/g, '');
  const number = digits.startsWith('00') ? `+${digits.slice(2)}` : digits;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
