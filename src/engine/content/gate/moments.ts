import { DateTime } from 'luxon';
import type { Language } from '#src/shared/content/answer.ts';
import { barIn } from '../when.ts';
import type { Facts } from './facts.ts';
import { WORDINGS } from './wordings/registry.ts';

type Clocked = Pick<Facts, 'timeframe' | 'timeZone'>;

/** English dates as newswires write them; the others as their language does. */
const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-US',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  pt: 'pt-BR',
  ja: 'ja-JP',
};

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');

/** "1er" is how French writes the first of a month. */
const day = (at: DateTime, language: Language): string => {
  const text = at.setLocale(LOCALES[language]).toFormat(WORDINGS[language].day);
  return language === 'fr' ? text.replace(/ 1 /, ' 1er ') : text;
};
const clock = (at: DateTime, language: Language): string =>
  at.setLocale(LOCALES[language]).toFormat(WORDINGS[language].clock);

const phrases = new WeakMap<Facts, Map<string, string>>();

/** When the event's bar was, as a phrase with its preposition. `whole`: of the bar, whether it is over or not. */
export function whenPhrase(facts: Facts, language: Language, whole = false): string {
  const known = phrases.get(facts) ?? new Map<string, string>();
  phrases.set(facts, known);
  const key = `${language} ${whole}`;
  const phrase = known.get(key) ?? describePhrase(facts, language, whole);
  known.set(key, phrase);
  return phrase;
}

function describePhrase({ evidence, ...clocked }: Facts, language: Language, whole: boolean): string {
  const { timeframe, timeZone } = clocked;
  const { when } = WORDINGS[language];
  if (evidence.until !== undefined && !whole) {
    const at = DateTime.fromISO(evidence.until, { zone: timeZone });
    return fill(when.live, { day: day(at, language), from: clock(at, language) });
  }
  const { from, to } = barIn(evidence.bars.at(-1)?.time ?? '', timeframe, timeZone);
  const template = timeframe === '1d' ? when.day : timeframe === '1w' ? when.week : when.hours;
  const values = { day: day(from, language), from: clock(from, language), to: clock(to, language) };
  return fill(template, values);
}

/** A bar's moment alone: its date, and from what time on where bars are shorter than a day. */
export function barMoment(start: string, { timeframe, timeZone }: Clocked, language: Language): string {
  const { from } = barIn(start, timeframe, timeZone);
  const isDay = timeframe === '1d' || timeframe === '1w';
  return isDay ? day(from, language) : `${day(from, language)}, ${clock(from, language)}`;
}
