import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { oneLabel } from '../label.ts';

/** `restricted`: never sent. `watch`: always reviewed by a person. */
export const SYMBOL_LISTS = ['restricted', 'watch'] as const;
export type SymbolList = (typeof SYMBOL_LISTS)[number];

/** So many lines are added by one request, and so many symbols a brand has on a list. */
export const LINES_MAX = 1_000;
export const LISTED_MAX = 5_000;
export const REASON_MAX = 300;
/** The history shows so many entries, the newest first. */
export const HISTORY_MAX = 500;

export const listedSymbolSchema = z.object({
  id: z.uuid(),
  list: z.enum(SYMBOL_LISTS),
  symbol: z.string(),
  reason: z.string(),
  by: z.string(),
  addedAt: z.iso.datetime(),
  /** The first and the last day, by the brand's clocks; null: from when it was added, and without an end. */
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** Whether it applies at this moment. */
  inForce: z.boolean(),
  /** When it was removed or replaced, and by whom. */
  endedAt: z.nullable(z.iso.datetime()),
  endedBy: z.nullable(z.string()),
});
export type ListedSymbol = z.infer<typeof listedSymbolSchema>;

export const symbolListsSchema = z.object({ items: z.array(listedSymbolSchema) });
export type SymbolLists = z.infer<typeof symbolListsSchema>;

export const symbolsFormSchema = z.strictObject({
  list: z.enum(SYMBOL_LISTS, 'Choose the `restricted` or the `watch` list.'),
  symbols: z
    .string('Enter the symbols, one per line.')
    .check(z.maxLength(200_000, 'That is too much at once. Add the symbols in several parts.')),
  reason: z.optional(z.string().check(z.overwrite(oneLabel), z.maxLength(REASON_MAX))),
  from: z.optional(z.nullable(daySchema)),
  until: z.optional(z.nullable(daySchema)),
});
export type SymbolsForm = z.infer<typeof symbolsFormSchema>;

/** What is wrong with a line, by its number from 1. */
export const lineProblemsSchema = z.array(z.object({ line: z.int(), problem: z.string() }));
export type LineProblem = z.infer<typeof lineProblemsSchema>[number];

export const symbolsAddedSchema = z.object({
  added: z.int(),
  /** They were on the list with the same reason and days. */
  unchanged: z.int(),
});
export type SymbolsAdded = z.infer<typeof symbolsAddedSchema>;
