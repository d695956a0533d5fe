import { isIP } from 'node:net';
import { DateTime } from 'luxon';
import {
  ADDRESS_MAX,
  ADDRESSES_MAX,
  CONSENT_WORDING_MAX,
  CONTACT_NAME_MAX,
  EXTERNAL_ID_MAX,
  type GivenAddress,
  type UpsertRow,
} from '#src/shared/contacts.ts';
import { oneLabel } from '#src/shared/label.ts';
import { normalCountry, normalLanguage, normalTimeZone } from '#src/shared/places.ts';
import { TAGS_MAX, tagSchema } from '#src/shared/tags.ts';
import type { AddressForm, AddressForms } from './deps.ts';

/** A contact as it was given, checked and normalized. Undefined: not given. */
export type Row = {
  name?: string;
  externalId?: string;
  language?: string;
  timeZone?: string;
  country?: string;
  tags: string[];
  addresses: GivenAddress[];
  /** The person agreed to get alerts at these addresses. */
  confirmed: boolean;
  consent: Consent;
};
/** What is known of an agreement. A time that isn't given is that of the change. */
export type Consent = { at: Date | null; wording: string; ip: string | null };
export type Problem = { field: string; message: string };

const LANGUAGE = 'isn’t a language code. Use one like en or pt-BR.';
const COUNTRY = 'isn’t a country code. Use two letters, like US.';
const TIME_ZONE = 'isn’t a time zone. Use a name like America/New_York.';

/** Checks rows of an upsert or a file. Time zones are slow to check and few, so their answers are kept. */
export function rowReader(forms: AddressForms, now: Date): (given: UpsertRow) => Row | Problem {
  const byKind = new Map<string, AddressForm>(forms().map((form) => [form.kind, form]));
  const zones = new Map<string, string | null>();
  const zoneOf = (text: string): string | null => {
    const known = zones.get(text);
    if (known !== undefined) return known;
    const zone = normalTimeZone(text);
    if (zones.size < 1_000) zones.set(text, zone);
    return zone;
  };

  return (given) => {
    const consent = consentOf(given.consent ?? {}, now);
    if (typeof consent === 'string') return problem('consent', consent);
    // Somebody who agreed at a time has agreed.
    const confirmed = given.confirmed === true || consent.at !== null;
    const row: Row = { tags: [], addresses: [], confirmed, consent };
    const name = oneLabel(given.name ?? '');
    if (name.length > CONTACT_NAME_MAX)
      return problem('name', `A name can have at most ${CONTACT_NAME_MAX} characters.`);
    if (name !== '') row.name = name;
    const externalId = given.externalId?.trim() ?? '';
    if (externalId.length > EXTERNAL_ID_MAX)
      return problem('externalId', `An external ID can have at most ${EXTERNAL_ID_MAX} characters.`);
    if (externalId !== '') row.externalId = externalId;

    for (const [field, normal, why] of [
      ['language', normalLanguage, LANGUAGE],
      ['country', normalCountry, COUNTRY],
      ['timeZone', zoneOf, TIME_ZONE],
    ] as const) {
      const text = given[field]?.trim() ?? '';
      if (text === '') continue;
      const value = normal(text);
      if (value === null) return problem(field, `“${shown(text)}” ${why}`);
      row[field] = value;
    }

    const tags = new Set<string>();
    for (const text of given.tags ?? []) {
      if (text.trim() === '') continue;
      const tag = tagSchema.safeParse(text);
      if (!tag.success) return problem('tags', `“${shown(text)}”: ${tag.error.issues[0]?.message ?? ''}`);
      tags.add(tag.data);
    }
    if (tags.size > TAGS_MAX) return problem('tags', `A contact can have at most ${TAGS_MAX} tags.`);
    row.tags = [...tags];

    const addresses = new Map<string, GivenAddress>();
    for (const { channel, address: text } of given.addresses ?? []) {
      if (text.trim() === '') continue;
      const form = byKind.get(channel);
      if (!form) return problem('addresses', `There is no channel “${shown(channel)}” that reaches people.`);
      if (form.issued)
        return problem(
          'addresses',
          form.isDevice
            ? `People turn on ${form.title} themselves, on each device. Send them the link to their preferences instead.`
            : `People subscribe on ${form.title} themselves. Send them your link instead.`,
        );
      const address = form.normalize(text);
      if (address === null || address.length < 3 || address.length > ADDRESS_MAX)
        return problem(
          'addresses',
          `This ${form.label.toLowerCase()} isn’t valid: “${shown(text)}”. Write it like ${form.placeholder}.`,
        );
      addresses.set(addressKey({ channel: form.kind, address }), { channel: form.kind, address });
    }
    if (addresses.size > ADDRESSES_MAX)
      return problem('addresses', `A contact can have at most ${ADDRESSES_MAX} addresses.`);
    row.addresses = [...addresses.values()];
    return row;
  };
}

/** @returns a sentence where it can't be used */
function consentOf(given: NonNullable<UpsertRow['consent']>, now: Date): Consent | string {
  const wording = given.wording?.trim() ?? '';
  if (wording.length > CONSENT_WORDING_MAX)
    return `The wording of a consent can have at most ${CONSENT_WORDING_MAX.toLocaleString('en-US')} characters.`;
  const ip = given.ip?.trim() || null;
  if (ip !== null && isIP(ip) === 0) return `“${shown(ip)}” isn’t an IP address.`;
  const text = given.at?.trim() ?? '';
  if (text === '') return { at: null, wording, ip };
  const at = DateTime.fromISO(text.replace(/^(\S+) (?=\d)/, '$1T'), { zone: 'utc' });
  if (!at.isValid) return `“${shown(text)}” isn’t a time. Write it like 2026-01-31 or 2026-01-31T14:30:00Z.`;
  if (at.toMillis() > now.getTime()) return `“${shown(text)}” is in the future.`;
  if (at.year < 1990) return `“${shown(text)}” is too long ago to be a time of consent.`;
  return { at: at.toJSDate(), wording, ip };
}

export const isProblem = (row: Row | Problem): row is Problem => 'message' in row;
export const addressKey = ({ channel, address }: { channel: string; address: string }): string =>
  `${channel}\n${address}`;

const problem = (field: string, message: string): Problem => ({ field, message });
const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
