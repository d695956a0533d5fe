import type { Condition, Operand } from '#src/shared/rules/ast.ts';
import { printOperand, printRule } from '#src/shared/rules/print.ts';

export type Moves = Extract<Condition, { moves: string }>;

/**
 * A condition about one figure and constant levels: it can only change when the figure comes past one of them, or when
 * it was true for one bar alone (`isPulse`) and that bar is over. The figure is `of`, or `of` divided by `per`.
 */
export type Part = {
  condition: Condition;
  of: Operand | Moves;
  per: Operand | null;
  levels: number[];
  isPulse: boolean;
  /** True on few bars: good to wait for. */
  isRare: boolean;
  /** What it is when nothing happens. */
  atRest: boolean;
};

/** What parts with the same key have in common: their figure. */
export const figureKey = ({ of, per }: Part): string =>
  `${'moves' in of ? printRule({ ...of, by: 1 }) : printOperand(of)}${per ? ` per ${printOperand(per)}` : ''}`;

/** The number that an operand always is, if it is one. */
const constantOf = (operand: Operand): number | null => {
  if ('number' in operand) return operand.number;
  if ('negate' in operand) {
    const inner = constantOf(operand.negate);
    return inner === null ? null : -inner;
  }
  if (!('op' in operand)) return null;
  const [left, right] = [constantOf(operand.left), constantOf(operand.right)];
  if (left === null || right === null) return null;
  return { '+': left + right, '-': left - right, '*': left * right, '/': left / right }[operand.op];
};

type Beside = Pick<Part, 'of' | 'per'> & { level: number };

/** `left` compared with a number, or with another operand so many times. */
const besideLevel = (left: Operand, right: Operand): Beside | null => {
  const level = constantOf(right);
  if (level !== null) return { of: left, per: null, level };
  if (!('op' in right) || right.op !== '*') return null;
  const [one, other] = [constantOf(right.left), constantOf(right.right)];
  if (one !== null) return { of: left, per: right.right, level: one };
  return other === null ? null : { of: left, per: right.left, level: other };
};

const partOf = (
  condition: Condition,
  beside: readonly (Beside | null)[],
  kind: { isPulse: boolean; isRare: boolean },
): Part[] | null => {
  const [first, ...others] = beside;
  if (!first) return null;
  const levels = [first.level];
  for (const each of others) {
    if (!each || figuresOf(each) !== figuresOf(first)) return null;
    levels.push(each.level);
  }
  if (!levels.every((level) => Math.abs(level) < FAR)) return null;
  return [{ condition, of: first.of, per: first.per, levels, ...kind, atRest: false }];
};
const figuresOf = ({ of, per }: Beside): string => JSON.stringify([of, per]);
/** No market has such figures, and products of them are still numbers. */
export const FAR = 1e100;

const notOf = (condition: Condition): Part[] | null => {
  if ('not' in condition) return neededParts(condition.not);
  if ('all' in condition) return anyOf(condition.all.map((each) => ({ not: each })));
  if ('any' in condition) return allOf(condition.any.map((each) => ({ not: each })));
  const parts = neededParts(condition);
  // Only a part that is the condition itself says when it is not true.
  if (parts?.length !== 1 || parts[0]?.condition !== condition) return null;
  return parts.map((part) => ({
    ...part,
    condition: { not: condition },
    isRare: false,
    atRest: part.isPulse,
  }));
};
const anyOf = (conditions: readonly Condition[]): Part[] | null => {
  const parts = conditions.map(neededParts);
  return parts.every((each) => each !== null) ? parts.flat() : null;
};
/** Of what is all needed it is enough to wait for one: what is rare rather than not, few parts rather than many. */
const allOf = (conditions: readonly Condition[]): Part[] | null =>
  conditions
    .flatMap((each) => [neededParts(each) ?? []])
    .filter((parts) => parts.length > 0)
    .toSorted((a, b) => cost(a) - cost(b))[0] ?? null;
const cost = (parts: readonly Part[]): number =>
  parts.length + (parts.every(({ isRare }) => isRare) ? 0 : 1000);

/**
 * Parts of a condition of which at least one is true whenever the condition is: while none is, nobody needs to look at
 * it. Null where there are no such parts and it has to be worked out on every bar; so it is with every kind of condition
 * that is not named here.
 */
export const neededParts = (condition: Condition): Part[] | null => {
  if ('test' in condition) {
    const { test, left, right } = condition;
    const isPulse = test.startsWith('crosses');
    const beside = besideLevel(left, right) ?? besideLevel(right, left);
    return partOf(condition, [beside], { isPulse, isRare: isPulse || test === '=' });
  }
  if ('channel' in condition) {
    const { channel, value, low, high } = condition;
    const isPulse = channel === 'enters' || channel === 'leaves';
    return partOf(condition, [besideLevel(value, low), besideLevel(value, high)], {
      isPulse,
      isRare: isPulse,
    });
  }
  if ('moves' in condition)
    return partOf(condition, [{ of: condition, per: null, level: condition.by }], {
      isPulse: false,
      isRare: true,
    });
  if ('all' in condition) return allOf(condition.all);
  if ('any' in condition) return anyOf(condition.any);
  if ('not' in condition) return notOf(condition.not);
  return null;
};
