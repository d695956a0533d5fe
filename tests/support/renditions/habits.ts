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
