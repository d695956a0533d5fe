import type { FunctionSpec } from './functions.ts';
import type { Token } from './lexer.ts';

/** A figure of a function as it was written. */
export type Arg = { value: number; token: Token };

/** The figures of a function in order, those that were left out as they usually are; `fail` is told what is wrong, and where. */
export const argsOf = (
  name: string,
  spec: FunctionSpec,
  args: readonly Arg[],
  fail: (sentence: string, token?: Token) => never,
): number[] => {
  const [extra] = args.slice(spec.params.length);
  if (extra) {
    if (spec.instead !== undefined)
      return fail(
        `${name} is of the trading day and has no figures. For a number of bars, use ${spec.instead}(${extra.value}).`,
        extra.token,
      );
    const names = spec.params.map((param) => param.name).join(', ') || 'none';
    return fail(`${name} has fewer figures than that; it has: ${names}.`, extra.token);
  }
  const read = spec.params.map((param, index) => {
    const given = args[index];
    if (!given && param.required)
      return fail(`${name} needs ${spec.params.map((each) => each.name).join(', ')}.${exampleOf(spec)}`);
    if (!given) return param.default;
    const { value, token } = given;
    if (param.whole && !Number.isInteger(value))
      return fail(`${param.name} of ${name} is a whole number.`, token);
    if (param.date && (value < param.least || value > param.most))
      return fail(`${param.name} of ${name} is a date such as 2024-01-02 or 2024-01-02T14:30.`, token);
    const words = Object.keys(param.words ?? {});
    if (words.length > 0 && (value < param.least || value > param.most))
      return fail(`${param.name} of ${name} is ${words.join(', ')}.`, token);
    if (value < param.least || value > param.most)
      return fail(`${param.name} of ${name} is from ${param.least} to ${param.most}.`, token);
    return value;
  });
  const problem = spec.problem?.(read) ?? null;
  return problem === null ? read : fail(`${name}: ${problem}`, args.at(-1)?.token);
};

const exampleOf = ({ example }: FunctionSpec): string => (example === undefined ? '' : ` Write ${example}.`);
