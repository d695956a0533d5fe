import { readAnyRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readRule } from '#src/shared/rules/read.ts';

/** What a text typed as on a chart platform is saved as, and which lines of a script are not in it. */
export type Became = { text: string; notes: readonly { line: number; text: string }[] };
export type Reading =
  | { reading: string; became: Became | null; problem: null }
  | { reading: null; became: null; problem: RuleProblem };

/** A condition in plain words, or where it is wrong. */
export function readingOf(text: string): Reading {
  try {
    const { condition, text: saved, isTranslated, notes } = readAnyRule(text);
    return {
      reading: readRule(condition),
      became: isTranslated ? { text: saved, notes } : null,
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return { reading: null, became: null, problem: error };
  }
}
