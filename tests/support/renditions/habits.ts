import type { Language } from '#src/shared/content/answer.ts';

/** How a text writes its figures. The reader takes it as given, so a brand's own habits can be read as well. */
export type Habits = {
  /** Between thousands, and before decimals. */
  group: string;
  decimal: string;
  /** What is written for percent, with the space before it. */
  percent: string;
  /** Signs that stand for minus. */
  minus: readonly string[];
  /** Days in figures: the order of day (D), month (M) and year (Y), and what is between them. Missing for words. */
  day?: string;
};

const habits = (group: string, decimal: string, percent: string): Habits => ({
  group,
  decimal,
  percent,
  minus: ['-'],
});

/** As style guides of each language have it; nothing here comes from the code that is checked. */
export const USUAL_HABITS: Readonly<Record<Language, Habits>> = {
  en: habits(',', '.', '%'),
  de: habits('.', ',', '\u00a0%'),
  es: habits('.', ',', '\u00a0%'),
  fr: habits('\u202f', ',', '\u00a0%'),
  pt: habits('.', ',', '%'),
  ja: habits(',', '.', '%'),
};

/** What a brand chose, as its formats say it in words; what it left out is the language's. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, Partial<Habits>>>>> = {
  separators: {
    comma_point: { group: ',', decimal: '.' },
    point_comma: { group: '.', decimal: ',' },
    space_comma: { group: '\u202f', decimal: ',' },
    apostrophe_point: { group: "'", decimal: '.' },
  },
  percent: { tight: { percent: '%' }, spaced: { percent: '\u00a0%' } },
  minusSign: { minus: { minus: ['\u2212'] } },
  date: { iso: { day: 'Y-M-D' }, day_points: { day: 'D.M.Y' }, day_slashes: { day: 'D/M/Y' } },
};

/** How a brand writes figures in a language. */
export function habitsOf(language: Language, formats: Readonly<Record<string, string>> = {}): Habits {
  const chosen = Object.entries(formats).map(([name, choice]) => CHOICES[name]?.[choice] ?? {});
  return Object.assign({}, USUAL_HABITS[language], ...chosen) as Habits;
}

type Calendar = { months: readonly string[]; weekdays: readonly string[] };
const words = (text: string): string[] => text.split(' ');

/** January and Monday first. Short forms are beginnings of these. */
export const CALENDARS: Readonly<Record<Exclude<Language, 'ja'>, Calendar>> = {
  en: {
    months: words('january february march april may june july august september october november december'),
    weekdays: words('monday tuesday wednesday thursday friday saturday sunday'),
  },
  de: {
    months: words('januar februar märz april mai juni juli august september oktober november dezember'),
    weekdays: words('montag dienstag mittwoch donnerstag freitag samstag sonntag'),
  },
  es: {
    months: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    weekdays: words('lunes martes miércoles jueves viernes sábado domingo'),
  },
  fr: {
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    weekdays: words('lundi mardi mercredi jeudi vendredi samedi dimanche'),
  },
  pt: {
    months: words('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
    weekdays: words('segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo'),
  },
};
export const JAPANESE_WEEKDAYS = '月火水木金土日';

/** What a number of the length of bars is followed by. */
export const BAR_UNITS: Readonly<Record<Language, RegExp>> = {
  en: /^[- ](?:minutes?|hours?)\b/,
  de: /^[- ](?:Minuten|Stunden)\b/,
  es: /^ (?:minutos?|horas?)(?!\p{L})/u,
  fr: /^ (?:minutes?|heures?)(?!\p{L})/u,
  pt: /^ (?:minutos?|horas?)(?!\p{L})/u,
  ja: /^(?:分足|分間|時間足|時間で|営業日で|日で|週間で)/,
};
