import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readRule } from '#src/shared/rules/read.ts';

export type Reading = { reading: string; problem: null } | { reading: null; problem: RuleProblem };

/** A condition in plain words, or where it is wrong. */
export function readingOf(text: string): Reading {
  try {
    return { reading: readRule(parseRule(text)), problem: null };
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return { reading: null, problem: error };
  }
}
