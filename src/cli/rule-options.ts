import type { Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { sourceKey, sourcesOf } from '#src/shared/rules/elsewhere.ts';
import { defaultFrequency } from '#src/shared/rules/default-frequency.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { timeframeProblem } from '#src/shared/rules/timeframe-problem.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';

import { UsageError } from './command.ts';

type RuleFlags = {
  every?: string | undefined;
  cooldown?: string | undefined;
  rearm?: string | undefined;
};

/** Rules with how often they may speak; `rearm` is the rule of --rearm. */
export type ReplayRule = { condition: Condition; settings: RuleSettings; rearm: Condition | null };

const FREQUENCIES = ['once', 'every_time', 'once_per_bar', 'once_per_bar_close'] as const;

const ruleOf = (flag: string, text: string, timeframe: Timeframe): Condition => {
  let condition: Condition;
  try {
    condition = parseRule(text);
  } catch (error) {
    throw error instanceof RuleProblem ? new UsageError(`${flag}: ${error.message}`) : error;
  }
  const problem = timeframeProblem(condition, timeframe);
  if (problem !== null) throw new UsageError(`${flag}: ${problem}`);
  return condition;
};

const minutesOf = (flag: string, text: string): number => {
  const minutes = /^\d+$/.test(text) ? Number(text) : 0;
  if (minutes >= 1 && minutes <= 525_600) return minutes;
  throw new UsageError(`${flag} must be a whole number of minutes from 1 to 525600, not '${text}'.`);
};

const frequencyOf = (text: string): RuleSettings['frequency'] => {
  const named = FREQUENCIES.find((name) => name === text);
  if (named) return named;
  const [, minutes] = /^(\d+)m$/.exec(text) ?? [];
  if (minutes !== undefined) return { minutes: minutesOf('--every', minutes) };
  throw new UsageError(`--every must be ${FREQUENCIES.join(', ')} or minutes such as 60m, not '${text}'.`);
};

/** The rules of --rule on bars of a size, each with the settings of the other flags. Throws UsageError. */
export const rulesOf = (texts: readonly string[], flags: RuleFlags, timeframe: Timeframe): ReplayRule[] => {
  if (texts.length === 0) {
    const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
    if (flag !== undefined) throw new UsageError(`--${flag} is about --rule, and there is none.`);
  }
  const every = flags.every === undefined ? null : frequencyOf(flags.every);
  const limits = {
    ...(flags.cooldown !== undefined && { cooldown_minutes: minutesOf('--cooldown', flags.cooldown) }),
    ...(flags.rearm !== undefined && { rearm: flags.rearm }),
  };
  const rearm = flags.rearm === undefined ? null : ruleOf('--rearm', flags.rearm, timeframe);
  return texts.map((text) => {
    const condition = ruleOf('--rule', text, timeframe);
    const settings: RuleSettings = { frequency: every ?? defaultFrequency(condition), ...limits };
    return { condition, settings, rearm };
  });
};

/** A file of bars that a rule names beside its own: what it is known by, its timeframe where it is another, its path. */
export type OtherFile = { source: string; timeframe: Timeframe | null; file: string };

/** "es on 1D" as sources are known: ES on 1d. */
const keyOf = (text: string): string => {
  const [, symbol = '', timeframe] = /^(.*?)(?:(?:^|\s+)on\s+(\w+))?$/i.exec(text.trim()) ?? [];
  return [symbol.toUpperCase(), timeframe && `on ${timeframe.toLowerCase()}`].filter(Boolean).join(' ');
};
const quoted = (text: string): string => (text.includes(' ') ? `'${text}'` : text);

/** The files of --other: one for each source that the rules name, and no more. Throws UsageError. */
export const otherFiles = (texts: readonly string[], rules: readonly ReplayRule[]): OtherFile[] => {
  const sources = sourcesOf(
    ...rules.flatMap(({ condition, rearm }) => (rearm ? [condition, rearm] : [condition])),
  );
  const named = new Set(sources.map(sourceKey));
  const files = new Map<string, string>();
  for (const text of texts) {
    // ES=F=es.csv: a symbol may hold the sign too.
    const ends = [...text.matchAll(/=/g)].map(({ index }) => index);
    const cuts = ends.map((end) => [keyOf(text.slice(0, end)), text.slice(end + 1)] as const);
    const [source, file] = cuts.find(([each]) => named.has(each)) ?? cuts[0] ?? ['', ''];
    if (source === '' || file === '')
      throw new UsageError(
        `--other is SYMBOL=FILE, e.g. --other ES=es.csv, or with a timeframe 'ES on 1d=FILE' or 'on 1d=FILE', not '${text}'.`,
      );
    if (!named.has(source)) throw new UsageError(`--other ${text}: no rule names ${source}.`);
    files.set(source, file);
  }
  return sources.map((source) => {
    const key = sourceKey(source);
    const file = files.get(key);
    if (file === undefined)
      throw new UsageError(
        `--rule names ${key}: say where its bars are, e.g. --other ${quoted(`${key}=FILE`)}.`,
      );
    return { source: key, timeframe: source.timeframe ?? null, file };
  });
};
