import * as z from 'zod/mini';
import { type Timeframe, timeframeSchema } from '../market.ts';
import { EVENT_NAMES } from './events.ts';
import { FUNCTION_NAMES, FUNCTIONS } from './functions.ts';
import { MATH_NAMES, type MathName, MOST_NUMBERS } from './math.ts';
import { MOST_MINUTES, type Span } from './spans.ts';
import { type PriceName, PRICES } from './prices.ts';
import { symbolSchema } from './symbols.ts';

/*
 * A condition as data: what the parser makes of a text, what programs may send instead of one, and what is stored.
 * Texts and this form say the same; `printRule` gives the one text of a form, `parseRule` the form of a text.
 */

/** Whose bars: another symbol's, those of another timeframe, or both. What is left out is the rule's own. */
export type Source = { symbol?: string; timeframe?: Timeframe };

export type Operand =
  | { number: number }
  /** A figure of the bar, or of the bar `back` bars before. */
  | { price: PriceName; back?: number }
  /**
   * A function of `of` (the close if left out; functions of whole bars have none) with its figures; of `of` and `with`,
   * where it is one of two; and of the bars on which `when` is true.
   */
  | { call: string; when?: Condition; of?: Operand; with?: Operand; args: number[]; back?: number }
  /** A function of numbers alone. */
  | { math: MathName; of: Operand[] }
  /** The highest high or lowest low of the bars that began in a time before the bar. */
  | { extreme: 'high' | 'low'; minutes: number }
  /** A figure from elsewhere, on the newest bar there that ended by the end of this one. */
  | (Source & { value: Operand })
  | { negate: Operand }
  | { op: '+' | '-' | '*' | '/'; left: Operand; right: Operand };

export const COMPARISONS = ['>', '>=', '<', '<=', '=', 'crosses', 'crosses above', 'crosses below'] as const;
export const CHANNEL_TESTS = ['enters', 'leaves', 'is inside', 'is outside'] as const;

export type EventCondition = { event: string; args: number[] };

export type Condition =
  | { test: (typeof COMPARISONS)[number]; left: Operand; right: Operand }
  | { channel: (typeof CHANNEL_TESTS)[number]; value: Operand; low: Operand; high: Operand }
  /** The value has gone up or down by at least `by` since one of the `bars` bars before, or of a time before. */
  | { moves: 'up' | 'down'; value: Operand; by: number; percent: boolean; bars: Span }
  /** An event with a name of its own, with all its figures. */
  | EventCondition
  /** An event from elsewhere, on the newest of the bars there that this bar is the first to see. */
  | (Source & { happens: EventCondition })
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  /** True on this bar or one of the `within` − 1 before, or on one that began less than a time before. */
  | { within: Span; of: Condition };

/** The furthest that a rule looks back in one step, in bars. */
export const MOST_BARS = 2000;
/** So many conditions are joined by one 'and' or 'or' at most, and so many figures are computed in a rule. */
export const MOST_JOINED = 50;
export const MOST_OPERATORS = 200;
/** Deeper than any text leads to. */
const DEEPEST = 400;
const barsSchema = z.int().check(z.gte(1), z.lte(MOST_BARS));
const minutesSchema = z.int().check(z.gte(1), z.lte(MOST_MINUTES));
const spanSchema = z.union([barsSchema, z.strictObject({ minutes: minutesSchema })]);
const figureSchema = z.number();

/** What a condition compares, and the operands in what it joins. */
const operandsIn = (condition: Condition): Operand[] => {
  if ('test' in condition) return [condition.left, condition.right];
  if ('channel' in condition) return [condition.value, condition.low, condition.high];
  if ('moves' in condition) return [condition.value];
  if ('within' in condition) return operandsIn(condition.of);
  if ('not' in condition) return operandsIn(condition.not);
  if ('event' in condition || 'happens' in condition) return [];
  return ('all' in condition ? condition.all : condition.any).flatMap(operandsIn);
};
const happensIn = (condition: Condition): boolean => {
  if ('happens' in condition) return true;
  if ('within' in condition) return happensIn(condition.of);
  if ('not' in condition) return happensIn(condition.not);
  return ('all' in condition ? condition.all : 'any' in condition ? condition.any : []).some(happensIn);
};

/** The operands that an operand is made of, one level down. */
export const partsOf = (operand: Operand): Operand[] => {
  if ('value' in operand) return [operand.value];
  if ('negate' in operand) return [operand.negate];
  if ('op' in operand) return [operand.left, operand.right];
  if ('math' in operand) return operand.of;
  if (!('call' in operand)) return [];
  const { when, of, with: other } = operand;
  return [...(when ? operandsIn(when) : []), ...(of ? [of] : []), ...(other ? [other] : [])];
};
const someInside = (operand: Operand, is: (part: Operand) => boolean): boolean => partsOf(operand).some(is);

/** Whether some part of an operand is from elsewhere. */
export const namesSource = (operand: Operand): boolean => {
  if ('value' in operand) return true;
  if ('call' in operand && operand.when && happensIn(operand.when)) return true;
  return someInside(operand, namesSource);
};

/** Whether some part of it counts from the first bar that was seen: evidence could not say from where, elsewhere. */
export const countsOn = (operand: Operand): boolean =>
  ('call' in operand && operand.call === 'obv') || someInside(operand, countsOn);

/** Whether a function has the condition and the values that it is of, and no others. */
const hasItsParts = ({
  call,
  when,
  of,
  with: other,
}: {
  call: string;
  when?: unknown;
  of?: unknown;
  with?: unknown;
}): boolean => {
  const from = FUNCTIONS[call]?.from;
  const isOfCondition = from === 'conditions' || from === 'choices';
  return (
    (when !== undefined) === isOfCondition &&
    (other !== undefined) === (from === 'pairs') &&
    (of !== undefined || (from !== 'pairs' && from !== 'choices'))
  );
};

const sourceShape = { symbol: z.optional(symbolSchema), timeframe: z.optional(timeframeSchema) };
const namesOne = z.refine<Source>(
  ({ symbol, timeframe }) => symbol !== undefined || timeframe !== undefined,
  { error: 'A symbol or a timeframe is missing.' },
);

const operandSchema: z.ZodMiniType<Operand> = z.lazy(() =>
  z.union([
    z.strictObject({ number: figureSchema }),
    z.strictObject({ price: z.enum(PRICES), back: z.optional(barsSchema) }),
    z
      .strictObject({
        call: z.enum(FUNCTION_NAMES),
        when: z.optional(z.lazy((): z.ZodMiniType<Condition> => anyCondition)),
        of: z.optional(operandSchema),
        with: z.optional(operandSchema),
        args: z.array(figureSchema).check(z.maxLength(4)),
        back: z.optional(barsSchema),
      })
      .check(z.refine(hasItsParts, { error: 'The function needs a condition or a value that is missing.' })),
    z.strictObject({
      math: z.enum(MATH_NAMES),
      of: z.array(operandSchema).check(z.minLength(1), z.maxLength(MOST_NUMBERS)),
    }),
    z.strictObject({ extreme: z.enum(['high', 'low']), minutes: minutesSchema }),
    z.strictObject({ ...sourceShape, value: operandSchema }).check(
      namesOne,
      z.refine(({ value }) => !namesSource(value), {
        error: 'The figure is of another symbol or timeframe already.',
      }),
      z.refine(({ value }) => !countsOn(value), {
        error: 'On-balance volume counts on from its first bar, and is asked of the rule’s own bars alone.',
      }),
    ),
    z.strictObject({ negate: operandSchema }),
    z.strictObject({ op: z.enum(['+', '-', '*', '/']), left: operandSchema, right: operandSchema }),
  ]),
) as z.ZodMiniType<Operand>;

const eventSchema = z.strictObject({
  event: z.enum(EVENT_NAMES),
  args: z.array(figureSchema).check(z.maxLength(4)),
});

const anyCondition: z.ZodMiniType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ test: z.enum(COMPARISONS), left: operandSchema, right: operandSchema }),
    z.strictObject({
      channel: z.enum(CHANNEL_TESTS),
      value: operandSchema,
      low: operandSchema,
      high: operandSchema,
    }),
    z.strictObject({
      moves: z.enum(['up', 'down']),
      value: operandSchema,
      by: figureSchema.check(z.gt(0)),
      percent: z.boolean(),
      bars: spanSchema,
    }),
    eventSchema,
    z.strictObject({ ...sourceShape, happens: eventSchema }).check(namesOne),
    z.strictObject({ all: z.array(anyCondition).check(z.minLength(2), z.maxLength(MOST_JOINED)) }),
    z.strictObject({ any: z.array(anyCondition).check(z.minLength(2), z.maxLength(MOST_JOINED)) }),
    z.strictObject({ not: anyCondition }),
    z.strictObject({ within: spanSchema, of: anyCondition }),
  ]),
) as z.ZodMiniType<Condition>;

/** Looked at without going in: what is nested a million deep must not be walked by calling oneself. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return true;
}

export const conditionSchema = z.pipe(
  z.unknown().check(z.refine(isShallow, { error: 'The rule is nested too deep.', abort: true })),
  anyCondition,
);
