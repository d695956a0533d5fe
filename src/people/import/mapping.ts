import {
  ADDRESS_COLUMN,
  IMPORT_FIELDS,
  type ImportField,
  type ImportOptions,
} from '#src/shared/contact-import.ts';
import type { UpsertRow } from '#src/shared/contacts.ts';
import { INTERESTS, interestTag } from '#src/shared/tags.ts';
import type { AddressForm } from '../deps.ts';
import { plain } from './csv.ts';

const ALIASES: Record<string, ImportField> = {
  fullname: 'name',
  contact: 'name',
  firstname: 'first_name',
  givenname: 'first_name',
  forename: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  familyname: 'last_name',
  id: 'external_id',
  customerid: 'external_id',
  userid: 'external_id',
  contactid: 'external_id',
  lang: 'language',
  locale: 'language',
  timezone: 'time_zone',
  tz: 'time_zone',
  countrycode: 'country',
  tag: 'tags',
  labels: 'tags',
  groups: 'tags',
  topic: 'topics',
  interests: 'topics',
  symbol: 'symbols',
  tickers: 'symbols',
  consentdate: 'consent_at',
  consenttime: 'consent_at',
  consentedat: 'consent_at',
  optindate: 'consent_at',
  optintime: 'consent_at',
  consenttext: 'consent_wording',
  ip: 'consent_ip',
  ipaddress: 'consent_ip',
  optinip: 'consent_ip',
};

const key = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What each column holds, as far as its header says; each is guessed once. */
export function guessMapping(header: readonly string[], forms: readonly AddressForm[]): (string | null)[] {
  const known = new Map<string, string>([
    ...Object.keys(IMPORT_FIELDS).map((field): [string, string] => [key(field), field]),
    ...Object.entries(ALIASES),
    ...forms.flatMap(({ kind, title, label }) =>
      [kind, title, label].map((word): [string, string] => [key(word), ADDRESS_COLUMN + kind]),
    ),
  ]);
  const used = new Set<string>();
  return header.map((name) => {
    const target = known.get(key(name)) ?? null;
    if (target === null || used.has(target)) return null;
    used.add(target);
    return target;
  });
}

export const targetsOf = (forms: readonly AddressForm[]): Set<string> =>
  new Set([...Object.keys(IMPORT_FIELDS), ...forms.map(({ kind }) => ADDRESS_COLUMN + kind)]);

const SEPARATORS = /[;,|\n]+/;
const CONSENT = { consent_at: 'at', consent_wording: 'wording', consent_ip: 'ip' } as const;
const FIELDS = {
  external_id: 'externalId',
  language: 'language',
  country: 'country',
  time_zone: 'timeZone',
} as const;

/** A row of the file as one of the upsert. */
export function rowOfCells(
  cells: readonly string[],
  mapping: readonly (string | null)[],
  options: ImportOptions,
): UpsertRow {
  const row: UpsertRow & { tags: string[]; addresses: { channel: string; address: string }[] } = {
    tags: [...options.tags],
    addresses: [],
    confirmed: options.confirmed,
  };
  const consent: NonNullable<UpsertRow['consent']> = { wording: options.wording };
  const names: Partial<Record<'name' | 'first_name' | 'last_name', string>> = {};
  for (const [at, target] of mapping.entries()) {
    const cell = plain(cells[at] ?? '').trim();
    if (target === null || cell === '') continue;
    if (target.startsWith(ADDRESS_COLUMN)) {
      const channel = target.slice(ADDRESS_COLUMN.length);
      for (const address of cell.split(/[;,\n]+/)) row.addresses.push({ channel, address });
    } else if (target === 'tags') row.tags.push(...cell.split(SEPARATORS));
    else if (target === 'topics' || target === 'symbols') {
      const kind = INTERESTS.find((interest) => target === `${interest}s`) ?? 'topic';
      for (const name of cell.split(SEPARATORS))
        if (name.trim() !== '') row.tags.push(interestTag(kind, name));
    } else if (target in CONSENT) consent[CONSENT[target as keyof typeof CONSENT]] = cell;
    else if (target in FIELDS) row[FIELDS[target as keyof typeof FIELDS]] = cell;
    else names[target as keyof typeof names] = cell;
  }
  const name = names.name ?? [names.first_name, names.last_name].filter(Boolean).join(' ');
  return { ...row, name, consent };
}

/** The column that a problem is in, by its header. */
export function columnOf(
  field: string,
  mapping: readonly (string | null)[],
  header: readonly string[],
): string | null {
  const at = mapping.findIndex((target) => {
    if (target === null) return false;
    if (field === 'addresses') return target.startsWith(ADDRESS_COLUMN);
    if (field === 'tags') return ['tags', 'topics', 'symbols'].includes(target);
    if (field === 'consent') return target in CONSENT;
    if (field === 'name') return ['name', 'first_name', 'last_name'].includes(target);
    return FIELDS[target as keyof typeof FIELDS] === field;
  });
  return at === -1 ? null : (header[at] ?? null);
}

/** Those that a file can have: people give the others in the channel's app themselves. */
export const entered = (forms: readonly AddressForm[]): AddressForm[] =>
  forms.filter(({ issued }) => !issued);
