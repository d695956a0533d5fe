import type { Language } from '#src/shared/content/answer.ts';
import { type ChosenFormats, DATE_ORDERS } from '#src/shared/formats.ts';
import type { TimeWords } from './lexicon.ts';
import { LEXICONS } from './registry.ts';

/** A date with its year, as the formats of the lexicons have it, and an hour of the day. */
const DATE = /d(?:\.| 'de')? (LLLL?)(?: 'de')? yyyy|yyyy年L月d日/;
/** German says "Uhr" behind an hour of 24. */
const HOUR = /HH:mm(:ss)?(?: 'Uhr(?: (?=UTC))?(UTC)?')?/;

/** How a language, and a brand's formats, write dates and times of day. The one place where those get their form. */
export function timeWords(language: Language, formats: ChosenFormats = {}): TimeWords {
  const { time } = LEXICONS[language];
  const { date = 'language', clock = 'language' } = formats;
  if (date === 'language' && clock !== '12h') return time;
  const write = (format: string): string => dated(timed(format, language, clock), language, date);
  const { day, label, short, clock: hour, time: bare, moment, stamp } = time;
  return {
    ...time,
    day: write(day),
    label: write(label),
    short: write(short),
    clock: write(hour),
    time: write(bare),
    moment: write(moment),
    stamp: write(stamp),
  };
}

function dated(format: string, language: Language, order: NonNullable<ChosenFormats['date']>): string {
  const numeric = DATE_ORDERS[order].date;
  if (numeric !== null) return format.replace(DATE, numeric);
  if (order !== 'month_first' || language !== 'en') return format;
  return format.replace(DATE, (_date, month: string) => `${month} d, yyyy`);
}

/** On a clock of twelve hours. Japanese puts the half of the day first. */
function timed(format: string, language: Language, clock: NonNullable<ChosenFormats['clock']>): string {
  if (clock !== '12h') return format;
  return format.replace(HOUR, (_hour, seconds = '', zone: string | undefined) => {
    const hour = language === 'ja' ? `ah:mm${seconds}` : `h:mm${seconds} a`;
    return zone === undefined ? hour : `${hour} '${zone}'`;
  });
}
