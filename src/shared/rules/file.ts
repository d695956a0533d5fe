import * as z from 'zod/mini';
import { approvalNameSchema } from '../approval.ts';
import { fileExternalRuleSchema, EXTERNAL_RULES_MAX } from '../external/rules.ts';
import {
  conditionText,
  formShape,
  label,
  oldConditionText,
  oldSettingsForm,
  RULES_MAX,
  settingsForm,
  symbolText,
  WATCHLIST_SYMBOLS_MAX,
  WATCHLISTS_MAX,
} from './stored.ts';
import { timeframeSchema } from '../market.ts';
import { fileRoutesSchema } from '../routes.ts';

/** Ten thousand rules, as many as a workspace has, may be of 1,600 characters each. */
export const RULES_FILE_BYTES = 16 * 1024 * 1024;

const NAMES_ONE = 'A rule of the file names either a symbol or a watchlist.';
const SAY_RULES = 'The file has no rules.';
const list = z.object({
  name: label(100),
  symbols: z
    .array(symbolText)
    .check(z.maxLength(WATCHLIST_SYMBOLS_MAX, `A watchlist has ${WATCHLIST_SYMBOLS_MAX} symbols at most.`)),
});
const ruleShape = {
  name: formShape.name,
  condition: conditionText,
  symbol: z.optional(symbolText),
  timeframe: timeframeSchema,
  settings: settingsForm,
  message: formShape.message,
  /** A standard policy, or the name of one of the workspace's own. */
  approval: z.optional(approvalNameSchema),
  routes: fileRoutesSchema,
};
/** As files before version 3 have them. */
const oldRuleShape = { ...ruleShape, condition: oldConditionText, settings: oldSettingsForm };
const namesOne = z.refine<{ symbol?: string | undefined; watchlist?: unknown }>(
  ({ symbol, watchlist }) => (symbol === undefined) !== (watchlist === undefined),
  { error: NAMES_ONE },
);
const tooMany = (most: number) => z.maxLength(most, `A file has ${most.toLocaleString('en')} rules at most.`);
const format = z.literal('rules', { error: 'This isn’t a rules file.' });
/** Rules on external sources. */
const outside = z.optional(
  z
    .array(fileExternalRuleSchema)
    .check(z.maxLength(EXTERNAL_RULES_MAX, `A file has ${EXTERNAL_RULES_MAX} external rules at most.`)),
);
const hasRules = z.refine<{ rules: readonly unknown[]; outside?: readonly unknown[] | undefined }>(
  ({ rules, outside: others = [] }) => rules.length + others.length > 0,
  { error: SAY_RULES },
);

const fileRuleSchema = z.object({ ...ruleShape, watchlist: z.optional(label(100)) }).check(namesOne);
export type FileRule = z.infer<typeof fileRuleSchema>;
const shape = {
  format,
  version: z.literal(3),
  /** Those that its rules name. */
  watchlists: z.optional(
    z.array(list).check(z.maxLength(WATCHLISTS_MAX, `A file has ${WATCHLISTS_MAX} watchlists at most.`)),
  ),
  rules: z.array(fileRuleSchema, SAY_RULES).check(tooMany(RULES_MAX)),
  outside,
};
/** As it was: rules with names that meant something else (`fromOldNames`). */
const secondShape = {
  ...shape,
  version: z.literal(2),
  rules: z
    .array(z.object({ ...oldRuleShape, watchlist: z.optional(label(100)) }).check(namesOne), SAY_RULES)
    .check(tooMany(RULES_MAX)),
};

/** What an export answers with. `leftOut`: rules that cannot be in a file, each with the reason; an import passes over it. */
export const rulesFileSchema = z.object({
  ...shape,
  leftOut: z.optional(z.array(z.object({ name: z.string(), reason: z.string() }))),
});
export type RulesFile = z.infer<typeof rulesFileSchema>;
export type FileList = z.infer<typeof list>;
export type LeftOut = NonNullable<RulesFile['leftOut']>;

/** As it was first: the symbols of a watchlist with each rule that names it. */
const firstVersion = z
  .object({
    format,
    version: z.literal(1),
    rules: z
      .array(z.object({ ...oldRuleShape, watchlist: z.optional(list) }).check(namesOne), SAY_RULES)
      .check(tooMany(RULES_MAX)),
    outside,
  })
  .check(hasRules);

/** What an import takes. */
export const rulesFileInSchema = z.discriminatedUnion(
  'version',
  [firstVersion, z.object(secondShape).check(hasRules), z.object(shape).check(hasRules)],
  {
    error: ({ input }) =>
      typeof input === 'object' && input !== null && 'format' in input && input.format === 'rules'
        ? 'This file of rules is of another version.'
        : 'This isn’t a rules file.',
  },
);
export type RulesFileIn = z.infer<typeof rulesFileInSchema>;

/** A file of any version as one of the newest. Of lists of one name the first counts, as it does for the workspace. */
export function newestVersion(file: RulesFileIn): Omit<RulesFile, 'leftOut'> {
  if (file.version === 3) return file;
  if (file.version === 2) return { ...file, version: 3 };
  const lists = new Map<string, FileList>();
  for (const { watchlist } of file.rules) {
    const key = watchlist?.name.toLowerCase();
    if (watchlist && key !== undefined && !lists.has(key)) lists.set(key, watchlist);
  }
  const rules = file.rules.map(({ watchlist, ...rule }) => ({
    ...rule,
    ...(watchlist && { watchlist: watchlist.name }),
  }));
  return { ...file, version: 3, watchlists: [...lists.values()], rules };
}
