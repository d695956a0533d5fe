import * as z from 'zod/mini';
import { oneLabel } from '../label.ts';
import { didYouMean, RuleProblem } from './problem.ts';

/** Characters of a headline and a text as they are written, and as they may become; figures that can be named. */
export const MESSAGE = { headlineMax: 120, textMax: 1000, filledTextMax: 1500, plots: 20 } as const;

/** What stands for a fact of the detection, by the names that charting tools use, and what each is. */
export const PLACEHOLDERS = {
  ticker: 'the symbol',
  exchange: 'where it is traded',
  open: 'the open of the bar',
  high: 'its high',
  low: 'its low',
  close: 'its close',
  volume: 'its volume',
  time: 'when the bar was, in the time zone of its market',
  timenow: 'when the rule spoke, in the same time zone',
  interval: 'the timeframe of the bars',
  'syminfo.currency': 'the currency of the prices',
} as const satisfies Record<string, string>;
export type Placeholder = keyof typeof PLACEHOLDERS | `plot_${number}`;

/** Words as they stand, and placeholders between them. */
export type MessagePart<More extends string = never> = { said: string } | { placeholder: Placeholder | More };

const NAMES = [
  ...Object.keys(PLACEHOLDERS),
  ...Array.from({ length: MESSAGE.plots }, (_, at) => `plot_${at}`),
];

/** Whether a figure between these would be read as another one. */
export const isGlued = (before: string, after: string): boolean =>
  GLUED_BEFORE.test(before) || GLUED_AFTER.test(after) || UNIT_AFTER.test(after);

/** What would become part of a figure: letters and digits that touch it, a sign, a decimal point. */
const GLUED_BEFORE = /[\p{L}\p{N}_.,+\-\u2012-\u2015\u2212]$|\}\}[.,'\u2019]*$/u;
const GLUED_AFTER = /^[\p{L}\p{N}_+\-\u2012-\u2015\u2212]|^[.,'\u2019]\p{N}/u;
/** What would make another figure of it: a unit or a factor. */
const UNIT_AFTER =
  /^\s?(?:%|per ?cent|(?:pct|hundreds?|thousands?|millions?|billions?|trillions?|dozens?)\b)/iu;

const countWords = (figures: number): string => {
  if (figures === 0) return 'no figures';
  return figures === 1
    ? 'one figure, {{plot_0}}'
    : `${figures} figures, {{plot_0}} to {{plot_${figures - 1}}}`;
};

/**
 * Takes the text of a message apart. `figures`: how many figures the rule compares, where that is known. In an address,
 * which nobody reads as a figure, what is filled in may touch what is around it.
 * Throws RuleProblem with the place: for a placeholder that there is none of, one that is not closed, a figure that the
 * rule does not have, and for what would make another figure of the one that is filled in. `more`: placeholders that only
 * this text may have.
 */
export function messageParts<More extends string = never>(
  text: string,
  figures: number = MESSAGE.plots,
  place: 'sentence' | 'address' = 'sentence',
  more: readonly More[] = [],
): MessagePart<More>[] {
  const names: readonly string[] = [...NAMES, ...more];
  const isKnown = (name: string): name is Placeholder | More => names.includes(name);
  const parts: MessagePart<More>[] = [];
  let end = 0;
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', end)) {
    const fail = (sentence: string): never => {
      throw new RuleProblem(text, at, sentence);
    };
    const found = /^\{\{\s*([^{}]*?)\s*\}\}/.exec(text.slice(at));
    if (!found) return fail('a placeholder is written {{close}}, with two braces on each side.');
    const [whole, written = ''] = found;
    const name = written.toLowerCase();
    if (!isKnown(name)) {
      const plot = /^plot_\d+$/.test(name) ? ` They go from plot_0 to plot_${MESSAGE.plots - 1}.` : null;
      return fail(`there is no placeholder {{${written.slice(0, 40)}}}.${plot ?? didYouMean(name, names)}`);
    }
    const plot = /^plot_(\d+)$/.exec(name)?.[1];
    if (plot !== undefined && Number(plot) >= figures)
      return fail(`the rule compares ${countWords(figures)}; there is no {{${name}}}.`);
    const [before, after] = [text.slice(0, at), text.slice(at + whole.length)];
    const isRead = place === 'sentence';
    if (isRead && (GLUED_BEFORE.test(before) || GLUED_AFTER.test(after)))
      return fail(`{{${name}}} comes with its own sign: put a space between it and what’s next to it.`);
    if (isRead && UNIT_AFTER.test(after))
      return fail(`{{${name}}} brings its own unit: what comes after it would make another figure of it.`);
    if (at > end) parts.push({ said: text.slice(end, at) });
    parts.push({ placeholder: name });
    end = at + whole.length;
  }
  if (end < text.length) parts.push({ said: text.slice(end) });
  return parts;
}

/** Lines of text: tidy, and without more than one empty line between them. */
export const lines = (text: string): string =>
  text
    .split(/\r\n?|\n|\u2028|\u2029/)
    .map(oneLabel)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Where a message is wrong, in one sentence; null where it is not. */
export function messageProblem(
  message: RuleMessage,
  figures?: number,
): { field: 'headline' | 'text'; sentence: string } | null {
  for (const field of ['headline', 'text'] as const) {
    const text = message[field];
    if (text === undefined) continue;
    try {
      messageParts(text, figures);
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      const place = field === 'headline' ? 'Headline' : `Text, line ${error.line}`;
      return { field, sentence: `${place}, column ${error.column}: ${error.sentence}` };
    }
  }
  return null;
}

const written = (clean: (text: string) => string, max: number, tooLong: string) =>
  z.optional(z.string('A message is a text.').check(z.overwrite(clean), z.maxLength(max, tooLong)));

/**
 * The words of a rule's own for its alerts: a headline, a text, or both; what is left out or empty is the built-in
 * writer's. How many figures the rule compares is checked where its condition is known.
 */
export const messageSchema = z
  .strictObject({
    headline: written(
      oneLabel,
      MESSAGE.headlineMax,
      `A headline can have at most ${MESSAGE.headlineMax} characters.`,
    ),
    text: written(lines, MESSAGE.textMax, 'A text can have at most 1,000 characters.'),
  })
  .check(
    z.overwrite(({ headline, text }) => ({ ...(headline && { headline }), ...(text && { text }) })),
    z.check(({ value, issues }) => {
      const problem = messageProblem(value);
      if (problem)
        issues.push({ code: 'custom', message: problem.sentence, path: [problem.field], input: value });
    }),
  );
export type RuleMessage = z.infer<typeof messageSchema>;

/** Null where there are no words. */
export const messageOf = (message: RuleMessage | null | undefined): RuleMessage | null =>
  message && Object.keys(message).length > 0 ? message : null;
