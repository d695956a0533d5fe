import type { Language } from '#src/shared/content/answer.ts';
import { fromMarks } from '#src/shared/content/marks.ts';
import { parseDecimal } from '#src/shared/decimal.ts';
import type { ChosenFormats } from '#src/shared/formats.ts';
import type { Evidence } from '#src/shared/market.ts';
import {
  formatChange,
  formatExact,
  formatFigure,
  formatParam,
  formatPrice,
  formatSize,
  pricePlaces,
} from '#src/shared/figures.ts';

export type Allowed = {
  /** Words that may hold digits without being figures: instrument and brand names, dates, "5-minute bars". */
  phrases: readonly string[];
  /** As in `pricePlaces`: the instrument's own number of price decimals. */
  priceDecimals?: number | undefined;
  /** How figures are written, and which letters may touch them. */
  language?: Language | undefined;
  formats?: ChosenFormats | undefined;
};

type FactCheck = { ok: true } | { ok: false; figure: string };

const DIGIT_OR_NUMERAL = /\p{N}/u;
/** A sign, a run of digits and what may stand between them, and a percent unit. */
const FIGURE =
  /([+\-\u2012-\u2015\u2212]?)(\p{N}(?:[\p{N}.,'\u2019\u00a0\u202f]*\p{N})?)(\s?(?:%|percent\b|per cent\b|pct\b))?/gu;
const WRITTEN = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
/** Numbers in words cannot be traced to a figure, so only those inside an allowed phrase pass. */
const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|trillions?|dozens?|half|halve[sd]|doubl(?:e[sd]?|ing)|tripl(?:e[sd]?|ing)|quadrupl(?:e[sd]?|ing)|zero|one (?:per ?cent|point|percentage)\w*)\b/iu;

/** How every figure of the evidence may be written. Percentages carry "%", so a price never passes as one. */
function writtenForms(evidence: Evidence, allowed: Allowed): Set<string> {
  const forms = new Set<string>();
  const prices = evidence.bars.flatMap((bar) => [bar.open, bar.high, bar.low, bar.close]);
  const places = pricePlaces(prices, allowed.priceDecimals);
  const add = (form: string): void => {
    forms.add(form).add(form.replaceAll(',', ''));
  };
  for (const price of prices) {
    add(formatPrice(price, places));
    add(formatExact(price));
  }
  for (const { volume } of evidence.bars)
    if (volume !== null && parseDecimal(volume)) add(formatExact(volume));
  for (const [key, value] of Object.entries(evidence.figures)) {
    if (key.endsWith('_pct')) for (const form of [formatChange, formatSize]) add(form(value));
    add(formatFigure(key, value, places));
  }
  for (const [key, value] of Object.entries(evidence.params)) {
    add(formatParam(key, value));
  }
  return forms;
}

/** Letters that make a figure part of a word. Japanese has no spaces: its own letters may stand beside a figure. */
const letterOf = (language: Language): string => (language === 'ja' ? 'A-Za-z' : '\\p{L}');

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What may be within a figure: "8" doesn't stand alone in the French "8\u202f101". */
const BETWEEN = ".,'\u2019\u00a0\u202f";

/** Takes the allowed phrases out, longest first, and only where they stand alone: "S&P 500" is not in "S&P 5001". */
function withoutPhrases(text: string, phrases: readonly string[], language: Language): string {
  const letter = letterOf(language);
  const isPart = new RegExp(`[${letter}\\p{N}]`, 'u');
  const telling = phrases.filter((phrase) => DIGIT_OR_NUMERAL.test(phrase) || NUMBER_WORD.test(phrase));
  return telling
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, phrase) => {
      const [begins, ends] = [phrase.slice(0, 1), phrase.slice(-1)].map(
        (edge) => language !== 'ja' || isPart.test(edge),
      );
      const before = begins ? `(?<![${letter}\\p{N}+\\-\u2212]|\\p{N}[${BETWEEN}])` : '';
      const after = ends ? `(?![${letter}\\p{N}%]|[${BETWEEN}]\\p{N}|\\s?(?:%|per ?cent))` : '';
      const alone = before + escapeRegExp(phrase) + after;
      return rest.replace(new RegExp(alone, 'gu'), ' \u00b6 ');
    }, text);
}

/** A custom text without the numbers its author is responsible for. */
export const withoutNumbers = (said: string): string =>
  said.replace(/\p{N}+/gu, '\u00b6').replace(new RegExp(NUMBER_WORD, 'giu'), '\u00b6');

/**
 * Is every number of the text in the evidence, as printed? A figure passes if it equals a price of the bars
 * (as this alert prints prices, or exactly as the source wrote it), a volume, a percentage of the figures (as
 * printed; a sign must be the right one), a parameter, or stands in an allowed phrase. Digits of
 * other scripts, fractions, "3x", "2bn" and numbers in words are refused. `figure` is the first one refused.
 */
export function checkFacts(text: string, evidence: Evidence, allowed: Allowed): FactCheck {
  const { language = 'en', formats } = allowed;
  const letter = letterOf(language);
  const isPart = new RegExp(`[${letter}\\p{N}_]`, 'u');
  const rest = withoutPhrases(text, allowed.phrases, language);
  const word = NUMBER_WORD.exec(rest);
  if (word) return { ok: false, figure: word[0] };
  const forms = writtenForms(evidence, allowed);
  for (const match of rest.matchAll(FIGURE)) {
    const [whole, sign = '', digits = '', unit] = match;
    const before = rest.slice(0, match.index).at(-1) ?? ' ';
    const after = rest[match.index + whole.length] ?? ' ';
    const alone = !isPart.test(before) && !/[.,]/.test(before) && !isPart.test(after);
    const written = fromMarks(digits, language, formats);
    const form = (sign === '' || sign === '+' ? sign : '-') + written + (unit === undefined ? '' : '%');
    if (!alone || !WRITTEN.test(written) || !forms.has(form)) return { ok: false, figure: whole.trim() };
  }
  return { ok: true };
}
