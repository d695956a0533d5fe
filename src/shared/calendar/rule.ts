import * as z from 'zod/mini';
import { oneLabel } from '../label.ts';
import { ENTRY_KINDS, IMPORTANCES, OCCASIONS } from './entry.ts';

const list = (what: string, longest: number, most: number, say: string) =>
  z._default(
    z
      .array(
        z
          .string(`${what} is a text.`)
          .check(
            z.overwrite(oneLabel),
            z.minLength(1, `${what} is not empty.`),
            z.maxLength(longest, `${what} can have at most ${longest} characters.`),
          ),
      )
      .check(z.maxLength(most, say)),
    [],
  );
const codes = (what: string, longest: number, say: string) =>
  list(what, longest, 50, say).check(z.overwrite((all) => all.map((code) => code.toUpperCase())));

const BEFORE_MAX = 20_160;

/** Which entries a rule is about; an empty list asks for nothing. */
const askedShape = {
  kinds: z._default(
    z
      .array(z.enum(ENTRY_KINDS, 'An entry is of the kind economic, earnings or other.'))
      .check(z.maxLength(3, 'There are three kinds of entries.')),
    [],
  ),
  /** At least; an entry that does not say how important it is is none of these. */
  importance: z.optional(z.enum(IMPORTANCES, 'Importance is low, medium or high.')),
  /** Codes of countries and currencies: US, USD, EU, EUR. */
  places: codes('A code of a country or currency', 40, 'There are 50 countries and currencies at most.'),
  symbols: codes('A symbol', 40, 'There are 50 symbols at most.'),
  words: list('A word', 60, 30, 'There are 30 words at most.'),
};

/** When it triggers: so many minutes before, at the time, when the actual figure came. */
const whenShape = {
  before: z.optional(
    z
      .int('A reminder comes a whole number of minutes before.')
      .check(
        z.gte(1, 'A reminder comes at least 1 minute before.'),
        z.lte(BEFORE_MAX, 'A reminder comes 14 days before at most.'),
      ),
  ),
  at: z.optional(z.boolean('Say true or false for “at”.')),
  released: z.optional(
    z.strictObject({
      /** Only where it is off the forecast by so many percent of it. */
      percent: z.optional(
        z
          .number('The difference from the forecast is a number of percent.')
          .check(
            z.gt(0, 'The difference from the forecast is more than 0 percent.'),
            z.lte(100_000, 'The difference from the forecast is 100,000 percent at most.'),
          ),
      ),
      side: z.optional(z.enum(['above', 'below'], 'A figure is above or below its forecast.')),
    }),
  ),
};

export const calendarRuleShape = {
  kind: z.literal('calendar'),
  ...askedShape,
  ...whenShape,
  /** Ids of sources; none: all of them. */
  sources: z._default(z.array(z.uuid()).check(z.maxLength(50)), []),
};
export const saysWhen = ({
  before,
  at,
  released,
}: {
  before?: unknown;
  at?: unknown;
  released?: unknown;
}): boolean => before !== undefined || at === true || released !== undefined;
export const SAY_WHEN = {
  error: 'Choose when the rule triggers: before, at the time, or when the figure is released.',
  path: ['before'],
};
const calendarRuleSchema = z.strictObject(calendarRuleShape);
export type CalendarRule = z.infer<typeof calendarRuleSchema>;
export type Asked = Pick<CalendarRule, 'kinds' | 'importance' | 'places' | 'symbols' | 'words'>;

/** What evidence keeps of the rule: what it asked for, and which of its occasions it was. */
export const askedSchema = z.object({
  ...askedShape,
  occasion: z.enum(OCCASIONS),
  before: whenShape.before,
  released: whenShape.released,
});
