import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
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
