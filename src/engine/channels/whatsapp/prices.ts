import { z } from 'zod';
import type { Charge } from '#src/shared/channels.ts';
import { isDecimal } from '#src/shared/decimal.ts';

export const CATEGORIES = ['utility', 'marketing'] as const;
type Category = (typeof CATEGORIES)[number];

/** `+49`, `+1`, `+1876`; the longest one that a number begins with counts. */
const CODE = /^\+[1-9]\d{0,3}$/;
/** As many signs of an address as a code can have. */
export const CODE_SIGNS = 5;
const EVERYWHERE_ELSE = 'others';

const priceSchema = z
  .string('a price is a text like "0.0550"')
  .refine((text) => isDecimal(text) && !text.startsWith('-'), 'a price is a decimal like "0.0550"');
const listSchema = z.strictObject({
  from: z.iso.date('"from" is a day like 2026-10-01'),
  category: z.enum(CATEGORIES, `"category" is one of ${CATEGORIES.join(', ')}`),
  prices: z.record(
    z
      .string()
      .refine(
        (key) => key === EVERYWHERE_ELSE || CODE.test(key),
        'a calling code is like "+49", or "others"',
      ),
    priceSchema,
  ),
});
const fileSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, '"currency" is like USD'),
  lists: z.array(listSchema, '"lists" is a list').min(1, '"lists" has at least one list'),
});
type Prices = z.infer<typeof fileSchema>;

let known: Prices | null = null;

/**
 * Takes the operator's price lists; null forgets them.
 * @throws Error that says what is wrong with them
 */
export function takePrices(given: unknown): void {
  if (given === null) {
    known = null;
    return;
  }
  const read = fileSchema.safeParse(given);
  if (read.success) {
    known = read.data;
    return;
  }
  const [issue] = read.error.issues;
  const inside = issue?.code === 'invalid_key' ? issue.issues[0] : issue;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${inside?.message ?? ''}`);
}

export const categoryOf = (settings: Readonly<Record<string, string>>): Category =>
  CATEGORIES.find((each) => each === settings['category']) ?? 'utility';

/**
 * What Meta charges for one message to a number: by the newest list of its template's category that has begun, and the
 * number's calling code. @param day YYYY-MM-DD, UTC. @returns null where the lists don't say
 */
export function priceOf(number: string, category: Category, day: string): Charge | null {
  const list = known?.lists
    .filter((each) => each.category === category && each.from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0];
  if (!known || !list) return null;
  const { prices } = list;
  for (let length = CODE_SIGNS; length > 1; length -= 1) {
    const amount = prices[number.slice(0, length)];
    if (amount !== undefined) return { currency: known.currency, amount };
  }
  const amount = prices[EVERYWHERE_ELSE];
  return amount === undefined ? null : { currency: known.currency, amount };
}
