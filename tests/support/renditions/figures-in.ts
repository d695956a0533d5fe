import type { Language } from '#src/shared/content/answer.ts';
import { BAR_UNITS, CALENDARS, type Habits, JAPANESE_WEEKDAYS } from './habits.ts';

/** A figure as a text has it. `value` is a plain decimal with its sign; null for what can't be read. */
export type Read = { at: number; text: string } & (
  | { is: 'number'; value: string | null; sign: '' | '+' | '-'; percent: boolean }
  /** "2020-03-16", and whether the weekday beside it is that day's. */
  | { is: 'day'; value: string; weekdayFits: boolean }
  /** "14:05" or "14:05:30", and the offset that is written behind it in hours. */
  | { is: 'clock'; value: string; offset: number | null }
  /** The number of minutes or hours that a bar has. */
  | { is: 'length'; value: string }
);

const TAKEN = '\u0000';
const take = (text: string, at: number, length: number): string =>
  text.slice(0, at) + TAKEN.repeat(length) + text.slice(at + length);

const weekdayOf = (iso: string): number => (new Date(`${iso}T00:00:00Z`).getUTCDay() + 6) % 7;
const isoOf = (year: string, month: number, day: string): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

const begins = (names: readonly string[], word: string): number => {
  const short = word.toLowerCase().replace(/\.$/, '');
  const found = names.flatMap((name, at) => (name === short || name.startsWith(short) ? [at] : []));
  return short.length >= 3 && found.length === 1 ? (found[0] ?? -1) : names.indexOf(short);
};

type Left = { text: string; read: Read[] };

function japaneseDays(text: string): Left {
  const read: Read[] = [];
  let left = text;
  for (const match of text.matchAll(/(\d{4})年(\d{1,2})月(\d{1,2})日(?:（(.)）)?/g)) {
    const [whole, year = '', month = '', day = '', weekday] = match;
    const value = isoOf(year, Number(month), day);
    const weekdayFits = weekday === undefined || JAPANESE_WEEKDAYS.indexOf(weekday) === weekdayOf(value);
    read.push({ at: match.index, is: 'day', text: whole, value, weekdayFits });
    left = take(left, match.index, whole.length);
  }
  return { text: left, read };
}

const DAY = /(?<![\p{N}.,])(\d{1,2})(?:er|\.)? (?:de )?(\p{L}{3,}\.?) (?:de )?(\d{4})(?!\p{N})/gu;

function days(text: string, language: Exclude<Language, 'ja'>): Left {
  const { months, weekdays } = CALENDARS[language];
  const read: Read[] = [];
  let left = text;
  for (const match of text.matchAll(DAY)) {
    const [whole, day = '', name = '', year = ''] = match;
    const month = begins(months, name);
    if (month < 0) continue;
    const value = isoOf(year, month + 1, day);
    const before = /([\p{L}-]+),? \(?$/u.exec(text.slice(0, match.index))?.[1] ?? '';
    const after = /^ \(([\p{L}-]+)\)/u.exec(text.slice(match.index + whole.length))?.[1] ?? '';
    const named = [before, after].map((word) => weekdays.indexOf(word.toLowerCase())).find((at) => at >= 0);
    read.push({
      at: match.index,
      is: 'day',
      text: whole,
      value,
      weekdayFits: named === undefined || named === weekdayOf(value),
    });
    left = take(left, match.index, whole.length);
  }
  return { text: left, read };
}

/** Days that a brand writes in figures. */
function numericDays(text: string, order: string): Left {
  const parts = { Y: '(?<year>\\d{4})', M: '(?<month>\\d{2})', D: '(?<day>\\d{2})' };
  const written = escaped(order).replaceAll(/[YMD]/g, (part) => parts[part as keyof typeof parts]);
  const read: Read[] = [];
  let left = text;
  for (const match of text.matchAll(new RegExp(`(?<![\\p{N}.,])${written}(?!\\p{N})`, 'gu'))) {
    const { year = '', month = '', day = '' } = match.groups ?? {};
    const value = isoOf(year, Number(month), day);
    read.push({ at: match.index, is: 'day', text: match[0], value, weekdayFits: true });
    left = take(left, match.index, match[0].length);
  }
  return { text: left, read };
}

const CLOCK =
  /(?<!\p{N})(\d{2}:\d{2}(?::\d{2})?)(?: Uhr)?(?: (?:GMT|UTC)([+\-\u2212]\d{1,2})(?::(\d{2}))?)?(?!\p{N})/gu;

function clocks(text: string): Left {
  const read: Read[] = [];
  let left = text;
  for (const match of text.matchAll(CLOCK)) {
    const [whole, value = '', ahead, minutes = '0'] = match;
    const hours = ahead?.replace('\u2212', '-');
    const offset =
      hours === undefined ? null : Number(hours) + (Math.sign(Number(hours)) * Number(minutes)) / 60;
    read.push({ at: match.index, is: 'clock', text: whole, value, offset });
    left = take(left, match.index, whole.length);
  }
  return { text: left, read };
}

const escaped = (sign: string): string => sign.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Digits in groups of three, or none in groups; null for anything else. */
function plainOf(run: string, { group, decimal }: Habits): string | null {
  const [g, d] = [escaped(group), escaped(decimal)];
  const isWritten = new RegExp(`^(?:\\d{1,3}(?:${g}\\d{3})+|\\d{1,3})(?:${d}\\d+)?$`).test(run);
  return isWritten ? run.replaceAll(group, '').replace(decimal, '.') : null;
}

const NUMBER = /\p{N}+(?:[.,'’\u00a0\u202f\u2009]\p{N}+)*/gu;

function numbers(text: string, habits: Habits, language: Language): Read[] {
  return [...text.matchAll(NUMBER)].map(({ 0: run, index }): Read => {
    const [before, after] = [text.slice(0, index), text.slice(index + run.length)];
    if (BAR_UNITS[language].test(after)) return { at: index, is: 'length', text: run, value: run };
    const minus = /[-\u2010-\u2015\u2212]$/.exec(before)?.[0];
    const sign = minus === undefined ? (before.endsWith('+') ? '+' : '') : '-';
    // A hyphen behind a letter or a figure is none of this figure's.
    const isSigned = sign !== '' && !/[\p{L}\p{N})\]%]$/u.test(before.slice(0, -(minus ?? sign).length));
    const shown = isSigned ? sign : '';
    const percent = /^[\s\u00a0\u202f]*[%％‰]/u.exec(after)?.[0] ?? null;
    const isUsual =
      (percent === null || percent === habits.percent) &&
      (!isSigned || minus === undefined || habits.minus.includes(minus));
    const value = isUsual ? plainOf(run, habits) : null;
    return {
      at: index,
      is: 'number',
      text: `${isSigned ? (minus ?? sign) : ''}${run}${percent ?? ''}`,
      value: value === null ? null : `${shown === '-' ? '-' : ''}${value}`,
      sign: shown,
      percent: percent !== null,
    };
  });
}

/** Every figure of a text: its days, times of day and numbers, each with what it is worth. */
export function figuresIn(text: string, language: Language, habits: Habits): Read[] {
  const plain = habits.day === undefined ? { text, read: [] } : numericDays(text, habits.day);
  const dated = language === 'ja' ? japaneseDays(plain.text) : days(plain.text, language);
  const timed = clocks(dated.text);
  return [...plain.read, ...dated.read, ...timed.read, ...numbers(timed.text, habits, language)];
}
