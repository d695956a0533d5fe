import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { isSymbol, othersOf } from '#src/shared/rules/symbols.ts';
import { UsageError } from './command.ts';

export type RuleFlags = {
  every?: string | undefined;
  cooldown?: string | undefined;
  rearm?: string | undefined;
};

/** Rules with how often they may speak; `rearm` is the rule of --rearm. */
export type ReplayRule = { condition: Condition; settings: RuleSettings; rearm: Condition | null };

const FREQUENCIES = ['once', 'every_time', 'once_per_bar_close'] as const;

const ruleOf = (flag: string, text: string): Condition => {
  try {
    return parseRule(text);
  } catch (error) {
    throw error instanceof RuleProblem ? new UsageError(`${flag}: ${error.message}`) : error;
  }
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

/** The rules of --rule, each with the settings of the other flags. Throws UsageError. */
export const rulesOf = (texts: readonly string[], flags: RuleFlags): ReplayRule[] => {
  if (texts.length === 0) {
    const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
    if (flag !== undefined) throw new UsageError(`--${flag} is about --rule, and there is none.`);
  }
  const settings: RuleSettings = {
    frequency: frequencyOf(flags.every ?? 'every_time'),
    ...(flags.cooldown !== undefined && { cooldown_minutes: minutesOf('--cooldown', flags.cooldown) }),
    ...(flags.rearm !== undefined && { rearm: flags.rearm }),
  };
  const rearm = flags.rearm === undefined ? null : ruleOf('--rearm', flags.rearm);
  return texts.map((text) => ({ condition: ruleOf('--rule', text), settings, rearm }));
};

/** The files of --other by symbol: one for each symbol that the rules name, and no more. Throws UsageError. */
export const otherFiles = (texts: readonly string[], rules: readonly ReplayRule[]): Map<string, string> => {
  const named = othersOf(
    ...rules.flatMap(({ condition, rearm }) => (rearm ? [condition, rearm] : [condition])),
  );
  const files = new Map<string, string>();
  for (const text of texts) {
    // ES=F=es.csv: a symbol may hold the sign too.
    const ends = [...text.matchAll(/=/g)].map(({ index }) => index);
    const cuts = ends.map((end) => [text.slice(0, end).trim().toUpperCase(), text.slice(end + 1)] as const);
    const [symbol, file] = cuts.find(([each]) => named.includes(each)) ?? cuts[0] ?? ['', ''];
    if (!isSymbol(symbol) || file === '')
      throw new UsageError(`--other is SYMBOL=FILE, e.g. --other ES=es.csv, not '${text}'.`);
    if (!named.includes(symbol)) throw new UsageError(`--other ${text}: no rule names ${symbol}.`);
    files.set(symbol, file);
  }
  const missing = named.find((symbol) => !files.has(symbol));
  if (missing !== undefined)
    throw new UsageError(`--rule names ${missing}: say where its bars are, e.g. --other ${missing}=FILE.`);
  return files;
};
