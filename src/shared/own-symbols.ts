import * as z from 'zod/mini';
import { SESSIONS } from './bar-import.ts';
import { suspectedSplitSchema } from './feeds.ts';
import { timeframeSchema } from './market.ts';

const SPLITS_MAX = 100;
/** 4 is four new for one old, 0.1 one new for ten old. */
export const SPLIT_RATIO = { least: 0.000_001, most: 1_000_000 } as const;

export const ownSplitSchema = z.object({
  date: z.iso.date('A date looks like 2022-07-22.'),
  ratio: z.number('Say how many new ones there are for one old, like 4.').check(
    z.minimum(SPLIT_RATIO.least, 'A split is of more than a millionth for one.'),
    z.maximum(SPLIT_RATIO.most, 'A split is of a million for one at most.'),
    z.refine((ratio) => ratio !== 1, { error: 'One for one isn’t a split.' }),
  ),
});
export type OwnSplit = z.infer<typeof ownSplitSchema>;

/** In any order, one a day. */
export const ownSymbolChangeSchema = z.object({
  splits: z.array(ownSplitSchema).check(
    z.maxLength(SPLITS_MAX, `A symbol has ${SPLITS_MAX} splits at most.`),
    z.refine((splits) => new Set(splits.map(({ date }) => date)).size === splits.length, {
      error: 'Two splits are of the same day.',
    }),
  ),
});
export type OwnSymbolChange = z.infer<typeof ownSymbolChangeSchema>;

/** What a suspected split was: a split, or a move of the market. */
export const suspectedSplitAnswerSchema = z.object({ isSplit: z.boolean('Say whether it is a split.') });

/** A symbol that a workspace brought in, with the history it has of it. */
export const ownSymbolSchema = z.object({
  symbol: z.string(),
  currency: z.string(),
  session: z.enum(SESSIONS),
  timeZone: z.string(),
  /** Where the first bar of each size begins, and the last. */
  history: z.array(z.object({ timeframe: timeframeSchema, from: z.iso.datetime(), to: z.iso.datetime() })),
  /** In order of time. */
  splits: z.array(ownSplitSchema),
  /** Jumps that look like splits, until somebody says what they were; in order of time. */
  suspectedSplits: z.array(suspectedSplitSchema),
});
export type OwnSymbol = z.infer<typeof ownSymbolSchema>;
export const ownSymbolsSchema = z.object({ items: z.array(ownSymbolSchema) });
