import type { Entry, EntryKind, Importance } from '#src/shared/calendar/entry.ts';
import { isCurrency } from '#src/shared/calendar/places.ts';
import { clean } from './reading.ts';

const FIGURE_MAX = 40;
const LINK_MAX = 500;
const NOTHING = /^(?:|[-–—.]+|n\/?a|none|null|nil|nan|undefined|tba|tbd|tentative|\.\.\.)$/i;

/** A figure as it stands there; null where nothing does. */
export const figureOf = (text: string): string | null => {
  const plain = clean(text);
  return NOTHING.test(plain) || plain.length > FIGURE_MAX ? null : plain;
};

const NAMES = new Map<string, string>();
const english = new Intl.DisplayNames('en', { type: 'region' });
for (let one = 65; one <= 90; one += 1)
  for (let two = 65; two <= 90; two += 1) {
    const code = String.fromCharCode(one, two);
    const name = english.of(code);
    if (name && name !== code) NAMES.set(name.toLowerCase(), code);
  }
for (const [name, code] of [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['euro area', 'EU'],
  ['eurozone', 'EU'],
  ['euro zone', 'EU'],
  ['european union', 'EU'],
  ['european monetary union', 'EU'],
  ['emu', 'EU'],
  ['ea', 'EU'],
  ['korea', 'KR'],
  ['turkey', 'TR'],
  ['czech republic', 'CZ'],
  ['hong kong', 'HK'],
] as const)
  NAMES.set(name, code);

/** Country and currency out of what a calendar calls a country: a code of either, or a name. */
export function placeOf(country: string, currency: string): Pick<Entry, 'country' | 'currency'> {
  const [place, money] = [clean(country), currency.trim().toUpperCase()];
  const said = /^[A-Z]{3}$/.test(money) ? money : null;
  if (place === '' || /^(?:all|global|world(?:wide)?|international)$/i.test(place))
    return { country: null, currency: said };
  const code = place.toUpperCase();
  if (isCurrency(code)) return { country: null, currency: said ?? code };
  const named = NAMES.get(place.toLowerCase()) ?? (/^[A-Z]{2}$/.test(code) ? code : clean(place, FIGURE_MAX));
  return { country: named, currency: said };
}

const IMPORTANCE: readonly (readonly [RegExp, Importance])[] = [
  [/^(?:high|h|3|red|important|★{3}|\*{3}|!{3})(?: impact(?: expected)?)?$/i, 'high'],
  [/^(?:medium|med|moderate|m|2|orange|★{2}|\*{2}|!{2})(?: impact(?: expected)?)?$/i, 'medium'],
  [/^(?:low|l|1|yellow|★|\*|!)(?: impact(?: expected)?)?$/i, 'low'],
];
export const importanceOf = (text: string): Importance | null =>
  IMPORTANCE.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;

const KINDS: readonly (readonly [RegExp, EntryKind])[] = [
  [/earning|^results?$|^quarterly/i, 'earnings'],
  [/econom|macro|indicator|data release/i, 'economic'],
  [/holiday|dividend|split|ipo|conference|meeting|expir|other/i, 'other'],
];
/** What a text says an entry is; null where it says none of ours. */
export const kindOf = (text: string): EntryKind | null =>
  KINDS.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;

/** What an entry is that does not say so: the symbol of a company or the figures of an economy give it away. */
export const guessKind = (
  entry: Pick<Entry, 'symbol' | 'country' | 'currency' | 'forecast' | 'previous' | 'actual'>,
): EntryKind =>
  entry.symbol !== null
    ? 'earnings'
    : [entry.country, entry.currency, entry.forecast, entry.previous, entry.actual].some(
          (said) => said !== null,
        )
      ? 'economic'
      : 'other';

export const symbolOf = (text: string): string | null => {
  const symbol = text.trim().toUpperCase();
  return /^[A-Z\d][A-Z\d.:=^/_-]{0,39}$/.test(symbol) ? symbol : null;
};

export const webLink = (text: string): string | null => {
  const url = URL.parse(text.trim());
  // As it is sent: letters that no address has are longer there.
  return url && url.href.length <= LINK_MAX && (url.protocol === 'https:' || url.protocol === 'http:')
    ? url.href
    : null;
};
