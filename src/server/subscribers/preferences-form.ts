import { normalTimeZone } from '#src/shared/places.ts';
import { cadenceSchema, DIGEST_HOUR, type QuietHours, WEEKDAYS } from '#src/shared/timing.ts';
import { LANGUAGES } from '#src/shared/reader-languages.ts';
import type { Choices } from '#src/subscribers/timing.ts';

type Read = { choices: Choices } | { fault: string };

/**
 * What a person chose of symbols, language and time. A form of before asks for none of these: null.
 * @param known ids of the symbols that the page lists
 */
export function readChoices(form: URLSearchParams, known: ReadonlySet<string>): Read | null {
  const given = form.get('cadence');
  if (given === null) return null;
  const cadence = cadenceSchema.safeParse(given);
  if (!cadence.success) return { fault: 'Choose how often you get alerts.' };
  const timeZone = normalTimeZone(form.get('timeZone') ?? '');
  if (timeZone === null) return { fault: 'Choose a time zone from the list.' };
  const language = form.get('language') ?? '';
  if (language !== '' && !LANGUAGES.some(({ code }) => code === language))
    return { fault: 'Choose a language from the list.' };
  const quiet = readQuiet(form);
  if (typeof quiet === 'string') return { fault: quiet };
  const quietDays = readDays(form);
  if (quietDays.length === WEEKDAYS.length) return { fault: 'Leave at least one day with alerts.' };
  const symbols = [...new Set(form.getAll('symbol'))].filter((id) => known.has(id));
  const isAll = form.get('symbols') !== 'some';
  if (!isAll && symbols.length === 0) return { fault: 'Choose at least one symbol, or all of them.' };
  return {
    choices: {
      cadence: cadence.data,
      digestHour: readHour(form.get('digestHour')),
      timeZone,
      language: language === '' ? null : language,
      quiet,
      quietDays,
      instruments: isAll ? null : symbols,
      tracked: form.get('untracked') !== 'yes',
    },
  };
}

/** The choices as they were sent, as far as they make sense: for a page that says what is wrong with the others. */
export function typedChoices(form: URLSearchParams, before: Choices): Choices {
  const cadence = cadenceSchema.safeParse(form.get('cadence'));
  const quiet = { from: readTime(form.get('quietFrom')), to: readTime(form.get('quietTo')) };
  return {
    cadence: cadence.success ? cadence.data : before.cadence,
    digestHour: readHour(form.get('digestHour')),
    timeZone: normalTimeZone(form.get('timeZone') ?? '') ?? before.timeZone,
    language: LANGUAGES.find(({ code }) => code === form.get('language'))?.code ?? before.language,
    quiet: form.get('quiet') === 'yes' ? { from: quiet.from ?? QUIET.from, to: quiet.to ?? QUIET.to } : null,
    quietDays: readDays(form),
    instruments: form.get('symbols') === 'some' ? form.getAll('symbol') : null,
    tracked: form.get('untracked') !== 'yes',
  };
}

/** What the page suggests. */
export const QUIET: QuietHours = { from: 22 * 60, to: 7 * 60 };

const HOUR = /^(?:[01]?\d|2[0-3])$/;
const readHour = (text: string | null): number =>
  text !== null && HOUR.test(text) ? Number(text) : DIGEST_HOUR;

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d(?:\.\d+)?)?$/;
function readTime(text: string | null): number | null {
  const [, hour, minute] = TIME.exec(text ?? '') ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

const readDays = (form: URLSearchParams): number[] =>
  WEEKDAYS.flatMap((_, at) => (form.getAll('quietDay').includes(String(at + 1)) ? [at + 1] : []));

/** Null for none; a sentence for what is wrong. */
function readQuiet(form: URLSearchParams): QuietHours | null | string {
  if (form.get('quiet') !== 'yes') return null;
  const [from, to] = [readTime(form.get('quietFrom')), readTime(form.get('quietTo'))];
  if (from === null || to === null) return 'Enter quiet hours like 22:00 to 07:00.';
  if (from === to) return 'Quiet hours need an end that differs from their start.';
  return { from, to };
}
