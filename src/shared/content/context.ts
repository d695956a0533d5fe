import * as z from 'zod/mini';

/** What a history can say of an event. */
export const CONTEXT_FACTS = [
  'largest_since',
  'streak',
  'year_extreme',
  'year_distance',
  'followed',
] as const satisfies readonly ContextFact['fact'][];

const waySchema = z.enum(['up', 'down']);
const countSchema = z.int().check(z.gte(0));

/**
 * What the bars before an event say of it. `largest_since`: the last move of its way that was at least as large was that
 * of the bar that starts at `since`; null where there was none. `streak`: so many closes in a row went this way.
 * `year_extreme`: no close of the 52 weeks before was as high, or as low. `year_distance`: how far the close is from the
 * highest or lowest of these, in percent. `followed`: of `count` earlier moves of `min_pct` percent or more, `later` were
 * followed by a higher close `horizon` bars later.
 */
const contextFactSchema = z.discriminatedUnion('fact', [
  z.strictObject({
    fact: z.literal('largest_since'),
    way: waySchema,
    since: z.nullable(z.iso.datetime()),
  }),
  z.strictObject({ fact: z.literal('streak'), way: waySchema, length: countSchema }),
  z.strictObject({ fact: z.literal('year_extreme'), side: z.enum(['high', 'low']) }),
  z.strictObject({
    fact: z.literal('year_distance'),
    side: z.enum(['high', 'low']),
    close: z.number(),
    time: z.iso.datetime(),
    distance_pct: z.number(),
  }),
  z.strictObject({
    fact: z.literal('followed'),
    way: waySchema,
    min_pct: z.number(),
    count: countSchema,
    later: countSchema,
    horizon: countSchema,
  }),
]);
export type ContextFact = z.infer<typeof contextFactSchema>;

/** The facts that an alert's context states, and the bars that they can be computed from again, the event's last. */
export const contextSchema = z.strictObject({
  /** Start of the first bar. */
  from: z.iso.datetime(),
  bars: z.int().check(z.gte(1)),
  facts: z.array(contextFactSchema).check(z.minLength(1), z.maxLength(2)),
});
export type Context = z.infer<typeof contextSchema>;
