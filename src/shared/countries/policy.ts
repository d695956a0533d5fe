import * as z from 'zod/mini';
import { oneLabel } from '../label.ts';
import { countrySchema } from '../places.ts';

/**
 * What an alert is in the eyes of a regulator. `factual`: figures and headlines. `recommendation`: what a person or a
 * program says, in alerts written by hand and from webhooks, which may be a view.
 */
export const COUNTRY_KINDS = { factual: 'Factual', recommendation: 'Recommendation' } as const;
export type CountryKind = keyof typeof COUNTRY_KINDS;

/** What an alert is on. `none`: news, calendar and anything else without a symbol. */
export const INSTRUMENT_CLASSES = {
  stocks: 'Stocks and ETFs',
  crypto: 'Crypto',
  fx: 'Currencies',
  futures: 'Futures',
  none: 'No symbol',
} as const;
export type InstrumentClass = keyof typeof INSTRUMENT_CLASSES;

export const COUNTRY_ACTIONS = {
  allow: 'Allow',
  disclose: 'Add a disclosure',
  review: 'Require review',
  block: 'Block',
} as const;
export type CountryAction = keyof typeof COUNTRY_ACTIONS;

export const COUNTRY_RULES_MAX = 60;
/** Each text makes renditions of its own. */
export const COUNTRY_TEXTS_MAX = 12;
export const COUNTRY_TEXT_MAX = 1_000;
const PUBLIC_COUNTRIES_MAX = 60;

const textSchema = z.string('A disclosure is text.').check(
  z.overwrite((text) => text.split(/\r?\n/u).map(oneLabel).join('\n').trim()),
  z.minLength(1, 'Enter the disclosure’s text.'),
  z.maxLength(COUNTRY_TEXT_MAX, `A disclosure can have at most ${COUNTRY_TEXT_MAX} characters.`),
);

export const countryRuleSchema = z
  .strictObject({
    /** Null in any of these is all of them. */
    country: z._default(z.nullable(countrySchema), null),
    kind: z._default(z.nullable(z.enum(['factual', 'recommendation'])), null),
    instrumentClass: z._default(z.nullable(z.enum(['stocks', 'crypto', 'fx', 'futures', 'none'])), null),
    action: z.enum(['allow', 'disclose', 'review', 'block'], 'Choose allow, disclose, review or block.'),
    text: z._default(z.nullable(textSchema), null),
  })
  .check(
    z.refine(({ action, text }) => action !== 'disclose' || text !== null, {
      error: 'Enter the disclosure’s text.',
      path: ['text'],
    }),
    z.refine(({ action, text }) => text === null || action === 'disclose' || action === 'review', {
      error: 'Only a rule that adds a disclosure or requires review has a text.',
      path: ['text'],
    }),
  );
export type CountryRule = z.infer<typeof countryRuleSchema>;

/** What a brand may send to which country. */
export const countryPolicySchema = z.strictObject({
  rules: z._default(
    z.array(countryRuleSchema).check(
      z.maxLength(COUNTRY_RULES_MAX, `A brand has ${COUNTRY_RULES_MAX} country rules at most.`),
      z.refine(
        (rules) => new Set(rules.flatMap(({ text }) => text ?? [])).size <= COUNTRY_TEXTS_MAX,
        `A brand has ${COUNTRY_TEXTS_MAX} disclosures by country at most.`,
      ),
    ),
    [],
  ),
  /** Of people whose country isn't known. `elsewhere`: as in a country without rules of its own. */
  unknown: z._default(z.enum(['strictest', 'elsewhere']), 'strictest'),
  /** Where what is posted for everyone is read. Empty: everywhere, so that the strictest holds. */
  public: z._default(
    z.array(countrySchema).check(
      z.maxLength(PUBLIC_COUNTRIES_MAX, `Name ${PUBLIC_COUNTRIES_MAX} countries at most.`),
      z.overwrite((countries) => [...new Set(countries)]),
    ),
    [],
  ),
  /** Who is told that a model wrote a text that no person approved. Absent: `law`. */
  aiLabel: z.optional(z.enum(['law', 'everywhere'])),
});
export type CountryPolicy = z.infer<typeof countryPolicySchema>;
export const NO_COUNTRY_POLICY: CountryPolicy = { rules: [], unknown: 'strictest', public: [] };
