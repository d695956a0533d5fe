import type { Language } from '#src/shared/content/answer.ts';
import { timeWords } from '../languages/time-words.ts';
import { barIn, describeWhen, inFormat } from '../when.ts';
import type { Facts } from './facts.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

type Clocked = Pick<Facts, 'timeframe' | 'timeZone' | 'formats'>;

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

function describePhrase(facts: Facts, language: Language, whole: boolean): string {
  const { evidence, timeframe, timeZone, formats } = facts;
  const [previous, bar] = evidence.bars.slice(-2);
  const start = bar?.time ?? '';
  const time = timeWords(language, formats);
  const when = describeWhen(start, previous?.time ?? start, timeframe, timeZone, evidence.until, time);
  return whole ? when.bar : when.phrase;
}

/** A bar's moment alone: its date, and from what time on where bars are shorter than a day. */
export function barMoment(
  start: string,
  { timeframe, timeZone, formats }: Clocked,
  language: Language,
): string {
  const time = timeWords(language, formats);
  const { from } = barIn(start, timeframe, timeZone);
  const day = inFormat(from, time.label, time);
  const isDay = isDaysLong(timeframe);
  return isDay ? day : `${day}, ${inFormat(from, time.clock, time)}`;
}
