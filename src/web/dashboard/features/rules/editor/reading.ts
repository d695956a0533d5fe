import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printOperand } from '#src/shared/rules/print.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readRule } from '#src/shared/rules/read.ts';

export type Reading = { reading: string; problem: null } | { reading: null; problem: RuleProblem };

/** What a text says in plain words, or where it is wrong. */
export function readingOf(text: string): Reading {
  try {
    return { reading: readRule(parseRule(text)), problem: null };
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return { reading: null, problem: error };
  }
}

/** A condition as rows of the builder: comparisons that all, or any of them, have to hold. */
export type Rows = { join: 'all' | 'any'; rows: Row[] };
export type Row = { left: string; test: string; right: string };
export const FIRST_ROW: Row = { left: 'close', test: 'crosses above', right: 'sma(50)' };

const rowOf = (condition: Condition): Row | null =>
  'test' in condition
    ? { left: printOperand(condition.left), test: condition.test, right: printOperand(condition.right) }
    : null;

/** The rows that a text is, or null where it says more than rows can. */
export function rowsOf(text: string): Rows | null {
  if (text.trim() === '') return { join: 'all', rows: [FIRST_ROW] };
  let condition: Condition;
  try {
    condition = parseRule(text);
  } catch {
    return null;
  }
  const join = 'any' in condition ? 'any' : 'all';
  const parts = 'any' in condition ? condition.any : 'all' in condition ? condition.all : [condition];
  const rows = parts.map(rowOf);
  return rows.every((row) => row !== null) ? { join, rows } : null;
}

export const textOf = ({ join, rows }: Rows): string =>
  rows
    .map(({ left, test, right }) => `${left.trim()} ${test} ${right.trim()}`)
    .join(join === 'all' ? ' and ' : ' or ');
