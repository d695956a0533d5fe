import * as z from 'zod/mini';
import type { Language } from './content/answer.ts';

/**
 * How a brand writes numbers, dates and times. `language` is as the language of the alert writes them. A default never
 * changes: alerts of brands that chose nothing keep their bytes.
 */
type Choice = { title: string };
type Choices = Readonly<Record<string, Choice>>;

/** Between thousands, and before decimals; null: the language's. */
export const SEPARATORS = {
  language: { title: 'By language', marks: null },
  comma_point: { title: '1,234.56', marks: [',', '.'] },
  point_comma: { title: '1.234,56', marks: ['.', ','] },
  // Narrow and without a break, as in French.
  space_comma: { title: '1 234,56', marks: ['\u202f', ','] },
  apostrophe_point: { title: "1'234.56", marks: ["'", '.'] },
} as const satisfies Readonly<
  Record<string, Choice & { marks: readonly [thousands: string, decimals: string] | null }>
>;

export const PERCENT_SIGNS = {
  language: { title: 'By language', mark: null },
  tight: { title: '5%', mark: '%' },
  spaced: { title: '5 %', mark: '\u00a0%' },
} as const satisfies Readonly<Record<string, Choice & { mark: string | null }>>;

export const PLUS_SIGNS = {
  shown: { title: '+3.2%' },
  hidden: { title: '3.2%' },
} as const satisfies Choices;

/** The hyphen survives plain text, search and a spreadsheet; the typographic minus doesn't everywhere. */
export const MINUS_SIGNS = {
  hyphen: { title: '-3.2% (hyphen)', mark: '-' },
  minus: { title: '−3.2% (minus sign)', mark: '\u2212' },
} as const satisfies Readonly<Record<string, Choice & { mark: string }>>;

export const CURRENCY_NAMES = {
  code: { title: 'USD' },
  symbol: { title: '$' },
} as const satisfies Choices;

/** Luxon formats of a date with its year, and of one on an axis; null: the language's. */
export const DATE_ORDERS = {
  language: { title: 'By language', date: null, axis: null },
  month_first: { title: 'March 16, 2020 (English only)', date: null, axis: null },
  day_points: { title: '16.03.2020', date: 'dd.LL.yyyy', axis: 'dd.LL.' },
  day_slashes: { title: '16/03/2020', date: 'dd/LL/yyyy', axis: 'dd/LL' },
  month_slashes: { title: '03/16/2020', date: 'LL/dd/yyyy', axis: 'LL/dd' },
  iso: { title: '2020-03-16', date: 'yyyy-LL-dd', axis: 'LL-dd' },
} as const satisfies Readonly<Record<string, Choice & { date: string | null; axis: string | null }>>;

export const CLOCKS = {
  language: { title: 'By language' },
  '24h': { title: '14:30' },
  '12h': { title: '2:30 PM' },
} as const satisfies Choices;

const oneOf = <Name extends string>(choices: Readonly<Record<Name, Choice>>) =>
  z.enum(Object.keys(choices) as [Name, ...Name[]], 'Choose one of the formats.');

const CHOICES = {
  separators: oneOf(SEPARATORS),
  percent: oneOf(PERCENT_SIGNS),
  plusSign: oneOf(PLUS_SIGNS),
  minusSign: oneOf(MINUS_SIGNS),
  currency: oneOf(CURRENCY_NAMES),
  date: oneOf(DATE_ORDERS),
  clock: oneOf(CLOCKS),
};

/** A brand's formats, each with its default. */
export const formatsSchema = z.strictObject({
  separators: z._default(CHOICES.separators, 'language'),
  percent: z._default(CHOICES.percent, 'language'),
  plusSign: z._default(CHOICES.plusSign, 'shown'),
  minusSign: z._default(CHOICES.minusSign, 'hyphen'),
  currency: z._default(CHOICES.currency, 'code'),
  date: z._default(CHOICES.date, 'language'),
  clock: z._default(CHOICES.clock, 'language'),
});
export type Formats = z.infer<typeof formatsSchema>;
export const DEFAULT_FORMATS: Formats = formatsSchema.parse({});

export const FORMAT_NAMES = Object.keys(DEFAULT_FORMATS) as (keyof Formats)[];

/** Those of a document: what isn't there has its default. */
export const chosenFormatsSchema = z.strictObject({
  separators: z.optional(CHOICES.separators),
  percent: z.optional(CHOICES.percent),
  plusSign: z.optional(CHOICES.plusSign),
  minusSign: z.optional(CHOICES.minusSign),
  currency: z.optional(CHOICES.currency),
  date: z.optional(CHOICES.date),
  clock: z.optional(CHOICES.clock),
});
export type ChosenFormats = z.infer<typeof chosenFormatsSchema>;

/** Without defaults, so that a brand that chose nothing has the documents it always had. */
export function chosenFormats(formats: ChosenFormats): ChosenFormats {
  const all: [string, string][] = Object.entries(formats);
  const defaults: Readonly<Record<string, string>> = DEFAULT_FORMATS;
  return Object.fromEntries(all.filter(([key, value]) => defaults[key] !== value));
}

/** 16 March 2020 as each language writes it, for samples. */
export const LANGUAGE_DATES: Readonly<Record<Language, string>> = {
  en: '16 March 2020',
  de: '16. März 2020',
  es: '16 de marzo de 2020',
  fr: '16 mars 2020',
  pt: '16 de março de 2020',
  ja: '2020年3月16日',
};

/** The same in a brand's formats. */
export const sampleDate = (language: Language, { date = 'language' }: ChosenFormats): string =>
  date === 'language' || (date === 'month_first' && language !== 'en')
    ? LANGUAGE_DATES[language]
    : date === 'month_first'
      ? 'March 16, 2020'
      : DATE_ORDERS[date].title;
