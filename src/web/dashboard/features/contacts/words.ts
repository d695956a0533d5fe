import type { AudienceFilter } from '#src/shared/audiences.ts';
import type { Contact } from '#src/shared/contacts.ts';
import { INTERESTS } from '#src/shared/tags.ts';
import { dayOf } from '#src/web/dashboard/lib/plan/words.ts';
import { formatNumber } from '#src/web/ui/format.ts';

/** The name, or where there is none, the first address. */
export const nameOf = ({ name, addresses: [first] }: Pick<Contact, 'name' | 'addresses'>): string =>
  name || first?.address || 'No name';

/** An address that people register themselves. A device has a name; a chat's number means nothing to a reader. */
export const issuedAddress = (title: string, address: string, isDevice: boolean): string =>
  isDevice
    ? `${title}: ${address}. They turned on notifications there themselves.`
    : `${title} chat. They subscribed there themselves.`;

/** `symbol:spx` as it is shown: SPX. */
export function tagLabel(tag: string): string {
  const [kind, ...rest] = tag.split(':');
  const name = rest.join(':');
  if (!name || !INTERESTS.some((interest) => interest === kind)) return tag;
  return kind === 'symbol' ? name.toUpperCase() : `${kind}: ${name}`;
}

/** Where a consent was given or taken back, and by what way somebody left. */
const SOURCES: Readonly<Record<string, string>> = {
  form: 'Sign-up form',
  sign_up: 'Sign-up form',
  import: 'Imported from a file',
  import_undone: 'Import undone',
  api: 'By the API',
  team: 'Recorded by the team',
  one_click: 'Unsubscribe button of the email program',
  link: 'Link in an email',
  preferences: 'Preferences page',
  settings: 'Their account settings',
  chat: 'In the chat',
  device: 'Notifications on their device',
};
export const consentSource = (source: string): string => SOURCES[source] ?? source;

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });
const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const languages = new Intl.DisplayNames(['en'], { type: 'language' });

export const countryName = (code: string): string => regions.of(code) ?? code;
export const languageName = (code: string): string => languages.of(code) ?? code;

/** A filter in words: "tagged vip, reading English, in Germany or France". */
export function filterWords({
  tags = {},
  languages: spoken,
  countries,
  topics,
  symbols,
  activity: { sentDays, silentDays, signedUpDays } = {},
}: AudienceFilter): string {
  const some = (values: readonly string[] | undefined, words: (list: string) => string, label = tagLabel) =>
    values && values.length > 0 ? [words(LIST.format(values.map(label)))] : [];
  const parts = [
    ...some(tags.any, (list) => `tagged ${list}`),
    ...(tags.all ?? []).map((tag) => `tagged ${tagLabel(tag)}`),
    ...some(tags.none, (list) => `not tagged ${list}`),
    ...some(spoken, (list) => `reading ${list}`, languageName),
    ...some(countries, (list) => `in ${list}`, countryName),
    ...some(topics, (list) => `interested in ${list}`),
    ...some(
      symbols,
      (list) => `following ${list}`,
      (symbol) => symbol.toUpperCase(),
    ),
    ...within(signedUpDays, (span) => `who signed up in ${span}`),
    ...within(sentDays, (span) => `who got a message in ${span}`),
    ...within(silentDays, (span) => `who got no message in ${span}`),
  ];
  return parts.length === 0 ? 'Everyone' : `Contacts ${parts.join(', ')}`;
}

const within = (days: number | undefined, words: (span: string) => string): string[] =>
  days === undefined ? [] : [words(days === 1 ? 'the last day' : `the last ${days} days`)];

/** What the plan leaves out, and from when on; `now` in ms. */
export function overPlanWords(
  { total, allowed, limitedFrom }: { total: number; allowed: number; limitedFrom: string },
  now = Date.now(),
): { title: string; text: string } {
  const begins =
    Date.parse(limitedFrom) > now ? `From ${dayOf(limitedFrom)} (UTC), alerts reach` : 'Alerts reach';
  return {
    title: `${formatNumber(allowed)} of ${formatNumber(total)} contacts are in your plan`,
    text: `${begins} only those that were added first. Nothing is deleted, and no more can be added. To reach everyone, choose a larger plan or delete contacts you don’t need.`,
  };
}
