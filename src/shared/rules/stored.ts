import * as z from 'zod/mini';
import { approvalSchema } from '../approval.ts';
import { SESSIONS } from '../bar-import.ts';
import { oneLabel } from '../label.ts';
import { timeframeSchema } from '../market.ts';
import { ownSplitSchema } from '../own-symbols.ts';
import { routeFormsSchema, routeSchema } from '../routes.ts';
import { ruleActivitySchema } from './activity.ts';
import { messageSchema } from './message.ts';
import { fromOldNames } from './old-names.ts';
import { parseRule, readAnyRule, TYPED_MAX } from './parse.ts';
import { RuleProblem } from './problem.ts';
import { settingsSchema } from './settings.ts';

/** Rules of a workspace, deleted ones left out; symbols of a watchlist; watchlists. */
export const RULES_MAX = 10_000;
export const WATCHLIST_SYMBOLS_MAX = 500;
export const WATCHLISTS_MAX = 100;
/** A replay looks at the newest bars of the span, so many of each symbol and of all together, and lists so many alerts. */
export const REPLAY_BARS_MAX = 20_000;
export const REPLAY_ALL_BARS_MAX = 2_000_000;
export const REPLAY_ALERTS_MAX = 1_000;
/** Of rules that also speak on open bars: the newest smaller bars, so many of each symbol and of all together. */
export const REPLAY_SMALLER_MAX = 200_000;
export const REPLAY_ALL_SMALLER_MAX = 2_000_000;

const time = z.iso.datetime();
const SAY_NAME = 'Please give it a name.';
export const label = (max: number) =>
  z
    .string(SAY_NAME)
    .check(
      z.overwrite(oneLabel),
      z.minLength(1, SAY_NAME),
      z.maxLength(max, `A name can have at most ${max} characters.`),
    );

/** Whether a text is a rule; the sentence says where it is none. */
const isRule = z.check<string>(({ value, issues }) => {
  try {
    parseRule(value);
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    const { line, column, sentence } = error;
    issues.push({ code: 'custom', message: `Line ${line}, column ${column}: ${sentence}`, input: value });
  }
});
/** What is typed as on a chart platform is stored in the language: what a stored rule means never depends on how that is read. */
const inLanguage = (text: string): string => {
  try {
    return readAnyRule(text).text;
  } catch (error) {
    if (error instanceof RuleProblem) return text;
    throw error;
  }
};
const SAY_RULE = 'Please say what the rule watches for.';
const typedLength = z.maxLength(TYPED_MAX, 'A rule can have at most 16,000 characters.');
const ruleLength = z.maxLength(4000, 'A rule can have at most 4,000 characters.');
export const conditionText = z
  .string(SAY_RULE)
  .check(typedLength, isRule, z.overwrite(inLanguage), ruleLength);
/** A rule of a file from before names meant what charts mean by them, as one of today. */
export const oldConditionText = z
  .string(SAY_RULE)
  .check(ruleLength, z.overwrite(fromOldNames), isRule, z.overwrite(inLanguage));
export const symbolText = z.string('A symbol is a text.').check(z.minLength(1), z.maxLength(40));

export const settingsForm = z.extend(settingsSchema, { rearm: z.optional(conditionText) });
export const oldSettingsForm = z.extend(settingsSchema, { rearm: z.optional(oldConditionText) });

/** What a rule watches: one symbol, or every one of a watchlist. */
const oneTarget = z.refine<{ symbol?: string | undefined; watchlistId?: string | undefined }>(
  ({ symbol, watchlistId }) => (symbol === undefined) !== (watchlistId === undefined),
  { error: 'A rule watches either a symbol or a watchlist.' },
);
const target = {
  symbol: z.optional(symbolText),
  watchlistId: z.optional(z.uuid('There is no such watchlist.')),
};

export const formShape = {
  name: label(200),
  condition: conditionText,
  ...target,
  timeframe: timeframeSchema,
  /** Left out: by the condition (`defaultFrequency`). */
  settings: z.optional(settingsForm),
  /** Null, or one without words: those of the built-in writer. */
  message: z.optional(z.nullable(messageSchema)),
  approval: z.optional(approvalSchema),
  /** Left out or empty: the default brand, to the members. */
  routes: z.optional(routeFormsSchema),
  state: z.optional(z.enum(['active', 'paused'])),
};
export const ruleFormSchema = z.object(formShape).check(oneTarget);
export type RuleForm = z.infer<typeof ruleFormSchema>;

/** What is left out stays; a symbol takes the place of a watchlist, and the other way round. */
export const ruleChangeSchema = z
  .object({
    name: z.optional(formShape.name),
    condition: z.optional(conditionText),
    ...target,
    timeframe: z.optional(timeframeSchema),
    settings: z.optional(settingsForm),
    message: formShape.message,
    approval: formShape.approval,
    routes: formShape.routes,
    state: formShape.state,
  })
  .check(
    z.refine(({ symbol, watchlistId }) => symbol === undefined || watchlistId === undefined, {
      error: 'A rule watches either a symbol or a watchlist.',
    }),
  );
export type RuleChange = z.infer<typeof ruleChangeSchema>;

/** Why a rule can't trigger, or not yet, and what would mend it. */
const ruleWarningSchema = z.object({
  code: z.enum(['never_true', 'no_feed', 'short_history']),
  text: z.string(),
});
export type RuleWarning = z.infer<typeof ruleWarningSchema>;

export const ruleSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  condition: z.string(),
  reading: z.string(),
  symbol: z.nullable(z.string()),
  watchlist: z.nullable(z.object({ id: z.uuid(), name: z.string(), symbols: z.int() })),
  timeframe: timeframeSchema,
  settings: settingsSchema,
  message: z.nullable(z.object({ headline: z.optional(z.string()), text: z.optional(z.string()) })),
  approval: approvalSchema,
  routes: z.array(routeSchema),
  state: z.enum(['active', 'paused']),
  version: z.int(),
  inPlan: z.boolean(),
  warnings: z.array(ruleWarningSchema),
  createdAt: time,
  updatedAt: time,
  deletedAt: z.nullable(time),
});
export type StoredRule = z.infer<typeof ruleSchema>;
/** A rule in the list, with what it did lately. */
export const listedRuleSchema = z.extend(ruleSchema, { activity: ruleActivitySchema });
export type ListedRule = z.infer<typeof listedRuleSchema>;
export const rulePageSchema = z.object({ items: z.array(listedRuleSchema), next: z.nullable(z.string()) });
export type RulePage = z.infer<typeof rulePageSchema>;

/** How long a rule has waited, in days, beside the longest that it waited over the stored bars. */
export const ruleWaitSchema = z.object({
  since: time,
  triggered: z.boolean(),
  waitedDays: z.number(),
  longestDays: z.nullable(z.number()),
  replayed: z.object({ bars: z.int(), alerts: z.int() }),
  reasons: z.array(z.string()),
});
export type RuleWait = z.infer<typeof ruleWaitSchema>;

export const ruleTextSchema = z.object({
  condition: z.string('Please say what the rule watches for.').check(typedLength),
});
export const ruleCheckSchema = z.object({
  ok: z.boolean(),
  canonical: z.nullable(z.string()),
  reading: z.nullable(z.string()),
  detection: z.nullable(z.enum(['basic', 'advanced'])),
  inPlan: z.boolean(),
  neverTrue: z.nullable(z.string()),
  /** Typed as on a chart platform: `canonical` is what is saved. */
  translated: z.boolean(),
  /** Of a script: what became of lines that aren't in the rule. */
  notes: z.array(z.object({ line: z.int(), text: z.string() })),
  problem: z.nullable(z.object({ line: z.int(), column: z.int(), offset: z.int(), sentence: z.string() })),
});
export type RuleCheck = z.infer<typeof ruleCheckSchema>;

export const SPAN_ENDS_FIRST = 'The span ends before it begins.';
export const ruleReplayFormSchema = z
  .object({
    condition: conditionText,
    ...target,
    timeframe: timeframeSchema,
    settings: z.optional(settingsForm),
    /** Of the rule: `sample` is in these words. */
    message: formShape.message,
    from: z.optional(time),
    to: z.optional(time),
  })
  .check(
    oneTarget,
    z.refine<{ from?: string | undefined; to?: string | undefined }>(
      ({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to),
      { error: SPAN_ENDS_FIRST, path: ['to'] },
    ),
  );
export type RuleReplayForm = z.infer<typeof ruleReplayFormSchema>;

const change = z.nullable(z.number());
export const replayAlertSchema = z.object({
  symbol: z.string(),
  time,
  bar: time,
  close: z.number(),
  high: z.number(),
  low: z.number(),
  value: z.number(),
  figures: z.record(z.string(), z.number()),
  after: z.object({ 1: change, 5: change, 20: change }),
  highest: change,
  lowest: change,
});
export type ReplayAlert = z.infer<typeof replayAlertSchema>;
export const ruleReplaySchema = z.object({
  reading: z.string(),
  symbols: z.array(
    z.object({
      symbol: z.string(),
      timeZone: z.string(),
      bars: z.int(),
      alerts: z.int(),
      openBars: z.nullable(timeframeSchema),
      /** The span has bars before those that were looked at. */
      isCut: z.boolean(),
    }),
  ),
  bars: z.int(),
  barsEach: z.int(),
  from: z.nullable(time),
  to: z.nullable(time),
  truncated: z.boolean(),
  alerts: z.int(),
  /** In a unit that the span holds; null without bars. */
  rate: z.nullable(z.object({ alerts: z.number(), per: z.enum(['hour', 'day', 'week']) })),
  perWeek: z.nullable(z.number()),
  /** How many alerts each frequency would have given, on closed bars. */
  choices: z.array(
    z.object({ frequency: z.enum(['once_per_bar_close', 'every_time', 'once']), alerts: z.int() }),
  ),
  /** There where one day can use what the plan allows for a month. */
  allowance: z.nullable(z.object({ inADay: z.int(), perMonth: z.int() })),
  speaksEarly: z.boolean(),
  items: z.array(replayAlertSchema),
  chart: z.array(z.object({ time, close: z.number() })),
  /** The newest alert as it would have read; null without one. */
  sample: z.nullable(z.object({ headline: z.string(), text: z.string(), symbol: z.string(), time })),
});
export type RuleReplay = z.infer<typeof ruleReplaySchema>;

export const messageTryFormSchema = z
  .object({ condition: conditionText, ...target, timeframe: timeframeSchema, message: messageSchema })
  .check(oneTarget);
export type MessageTryForm = z.infer<typeof messageTryFormSchema>;
export const messageTrySchema = z.object({
  headline: z.nullable(z.string()),
  text: z.nullable(z.string()),
  symbol: z.string(),
  time: z.nullable(time),
  values: z.array(z.object({ placeholder: z.string(), says: z.string(), value: z.string() })),
});
export type MessageTry = z.infer<typeof messageTrySchema>;

/** `addresses`: of the webhooks that were made, each told now and never again. */
export const rulesImportedSchema = z.object({
  rules: z.int(),
  watchlists: z.int(),
  addresses: z.array(z.object({ id: z.uuid(), name: z.string(), address: z.string() })),
});
export type RulesImported = z.infer<typeof rulesImportedSchema>;

export const watchlistSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  symbols: z.array(z.string()),
  rules: z.int(),
});
export type Watchlist = z.infer<typeof watchlistSchema>;
export const watchlistsSchema = z.object({ items: z.array(watchlistSchema) });
export const watchlistFormSchema = z.object({
  name: label(100),
  symbols: z
    .array(symbolText, 'Please name the symbols.')
    .check(
      z.minLength(1, 'A watchlist has one symbol at least.'),
      z.maxLength(WATCHLIST_SYMBOLS_MAX, `A watchlist has ${WATCHLIST_SYMBOLS_MAX} symbols at most.`),
    ),
});
export type WatchlistForm = z.infer<typeof watchlistFormSchema>;
export const watchlistChangeSchema = z.partial(watchlistFormSchema);
export type WatchlistChange = z.infer<typeof watchlistChangeSchema>;

export const instrumentSchema = z.object({
  symbol: z.string(),
  name: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  exchange: z.nullable(z.string()),
  tickSize: z.nullable(z.string()),
  session: z.enum(SESSIONS),
  simulated: z.boolean(),
  own: z.boolean(),
  delayMinutes: z.nullable(z.int()),
  /** Its corporate actions, in order of time. */
  splits: z.array(ownSplitSchema),
  timeframes: z.array(timeframeSchema),
});
export type Instrument = z.infer<typeof instrumentSchema>;
export const instrumentPageSchema = z.object({
  items: z.array(instrumentSchema),
  next: z.nullable(z.string()),
});
export type InstrumentPage = z.infer<typeof instrumentPageSchema>;
/** So many of a page at most. */
export const INSTRUMENTS_MAX = 500;
