import {
  COUNTRY_KINDS,
  type CountryAction,
  type CountryKind,
  type CountryPolicy,
  type CountryRule,
  INSTRUMENT_CLASSES,
  type InstrumentClass,
} from './policy.ts';

/** Stand for a country: one without rules of its own, one that isn't known, and everyone who reads a public post. */
export const ELSEWHERE = '*';
export const UNKNOWN = '?';
export const PUBLIC = '#';

export type CountryVerdict = {
  action: CountryAction;
  /** The disclosures to add, in the order of the rules. */
  texts: string[];
};
export type CountryAsk = { kind: CountryKind; instrumentClass: InstrumentClass };

const STRICTNESS: readonly CountryAction[] = ['allow', 'disclose', 'review', 'block'];

/** Stands for where somebody is. No contact is a public place. */
export const placeOf = (contactId: string | null, country: string | null): string =>
  contactId === null ? PUBLIC : (country ?? UNKNOWN);

/**
 * What a policy says of an alert for a place: a country's code, or one of the signs above. Of the rules that fit, those
 * that name the country come first, then those that name more of kind and class; of several that are left, the strictest
 * holds, with the disclosures of all.
 * No rule: allowed.
 */
export function verdict(policy: CountryPolicy, ask: CountryAsk & { country: string }): CountryVerdict {
  const { country } = ask;
  if (country === UNKNOWN)
    return policy.unknown === 'elsewhere'
      ? inCountry(policy.rules, ask, ELSEWHERE)
      : strictest(policy, ask, everywhere(policy));
  if (country === PUBLIC)
    return strictest(policy, ask, policy.public.length > 0 ? policy.public : everywhere(policy));
  return inCountry(policy.rules, ask, country);
}

function inCountry(rules: readonly CountryRule[], ask: CountryAsk, country: string): CountryVerdict {
  const fits = rules.filter(
    (rule) =>
      (rule.country === null || rule.country === country) &&
      (rule.kind === null || rule.kind === ask.kind) &&
      (rule.instrumentClass === null || rule.instrumentClass === ask.instrumentClass),
  );
  const most = Math.max(...fits.map(named));
  return together(fits.filter((rule) => named(rule) === most));
}

/** A country weighs more than kind and class together: what holds everywhere never opens what its own rule closes. */
const named = ({ country, kind, instrumentClass }: CountryRule): number =>
  (country === null ? 0 : 3) + [kind, instrumentClass].filter((part) => part !== null).length;

function together(said: readonly { action: CountryAction; text: string | null }[]): CountryVerdict {
  const at = Math.max(0, ...said.map(({ action }) => STRICTNESS.indexOf(action)));
  return {
    action: STRICTNESS[at] ?? 'allow',
    texts: [...new Set(said.flatMap(({ text }) => text ?? []))],
  };
}

const strictest = (policy: CountryPolicy, ask: CountryAsk, countries: readonly string[]): CountryVerdict =>
  together(
    countries.flatMap((country) => {
      const { action, texts } = inCountry(policy.rules, ask, country);
      return [{ action, text: null }, ...texts.map((text) => ({ action, text }))];
    }),
  );

/** Every country that rules name, and the rest. */
const everywhere = ({ rules }: CountryPolicy): string[] => [
  ...new Set(rules.flatMap(({ country }) => country ?? [])),
  ELSEWHERE,
];

/** Every place that a policy may answer for in a way of its own. */
export const placesOf = (policy: CountryPolicy): string[] => [...everywhere(policy), UNKNOWN, PUBLIC];

/** Where a policy asks for a person's review of an alert. */
export const reviewPlaces = (policy: CountryPolicy, ask: CountryAsk): string[] =>
  placesOf(policy).filter((country) => verdict(policy, { ...ask, country }).action === 'review');

export const askKey = ({ kind, instrumentClass }: CountryAsk): string => `${kind}/${instrumentClass}`;

/** Whether a place is blocked, by kind and class. What is not there is allowed. */
export type Blocked = Record<string, Record<string, boolean>>;

/**
 * The places that a policy blocks, for the queries that claim recipients: they look up what this worked out, so that there
 * is one meaning of a policy.
 */
export function blockedBy(policy: CountryPolicy): Blocked {
  const kinds = Object.keys(COUNTRY_KINDS) as CountryKind[];
  const classes = Object.keys(INSTRUMENT_CLASSES) as InstrumentClass[];
  const asks = kinds.flatMap((kind) => classes.map((instrumentClass) => ({ kind, instrumentClass })));
  return Object.fromEntries(
    asks.flatMap((ask) => {
      const places = placesOf(policy).map(
        (country) => [country, verdict(policy, { ...ask, country }).action === 'block'] as const,
      );
      return places.some(([, isBlocked]) => isBlocked) ? [[askKey(ask), Object.fromEntries(places)]] : [];
    }),
  );
}
