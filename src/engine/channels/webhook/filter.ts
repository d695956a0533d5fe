import { didYouMean, RuleProblem } from '#src/shared/rules/problem.ts';
import type { Facts } from './facts.ts';

/*
 * Which alerts an endpoint gets: `kind in ["gap", "big_move"] and move <= -2`. It compares what the payload has, and
 * nothing else.
 */

/** What a filter can ask about, by the names that the payload has for it. */
const FIELDS = {
  kind: 'text',
  symbol: 'text',
  ticker: 'text',
  exchange: 'text',
  currency: 'text',
  timeframe: 'text',
  brand: 'text',
  language: 'text',
  direction: 'text',
  headline: 'text',
  move: 'number',
  close: 'number',
  volume: 'number',
} as const;
type Name = keyof typeof FIELDS;
export const FILTER_FIELDS = Object.keys(FIELDS) as Name[];

export const FILTER_MAX = { characters: 1_000, depth: 20, list: 50 } as const;

type Value = string | number;
type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains';
export type Filter =
  | { any: Filter[] }
  | { all: Filter[] }
  | { not: Filter }
  | { field: Name; is: Operator; values: readonly Value[] };

type Token = { at: number; text: string; kind: 'word' | 'text' | 'number' | 'sign' | 'end' };

const TOKEN =
  /\s*(?:("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([-+]?\d+(?:\.\d+)?%?)|([A-Za-z_][\w.]*)|(&&|\|\||[=!<>]=|[<>=!()[\],]))/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) {
      const at = text.length - text.slice(from).trimStart().length;
      const odd = text[at] ?? '';
      const isQuote = odd === '"' || odd === "'";
      throw new RuleProblem(
        text,
        at,
        isQuote ? 'the text isn’t closed. Add the second quote.' : `“${odd}” isn’t allowed here.`,
      );
    }
    const [whole, quoted, number, word, sign = ''] = found;
    const at = from + whole.length - whole.trimStart().length;
    if (quoted !== undefined)
      tokens.push({ at, kind: 'text', text: quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1') });
    else if (number !== undefined) tokens.push({ at, kind: 'number', text: number.replace(/%$/, '') });
    else if (word !== undefined) tokens.push({ at, kind: 'word', text: word });
    else tokens.push({ at, kind: 'sign', text: sign });
  }
  return [...tokens, { at: end, kind: 'end', text: '' }];
}

/** As they are written in other languages of this kind. */
const SAME: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '!': 'not', '=': '==' };
const COMPARE: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const wordOf = ({ kind, text }: Token): string =>
  kind === 'word' ? text.toLowerCase() : kind === 'sign' ? (SAME[text] ?? text) : '';

/** @throws RuleProblem with the place of what can't be read */
export function readFilter(text: string): Filter {
  const tokens = tokensOf(text);
  let next = 0;
  const peek = (): Token => tokens[next] ?? { at: text.length, kind: 'end', text: '' };
  const take = (): Token => {
    const token = peek();
    next += 1;
    return token;
  };
  const fail = ({ at }: Pick<Token, 'at'>, sentence: string): never => {
    throw new RuleProblem(text, at, sentence);
  };
  const named = ({ kind, text: said }: Token): string =>
    kind === 'end' ? 'the end' : `“${said.slice(0, 40)}”`;
  const takes = (word: string): boolean => {
    if (wordOf(peek()) !== word) return false;
    next += 1;
    return true;
  };
  const listOf = (word: 'or' | 'and', part: (depth: number) => Filter, depth: number): Filter[] => {
    const parts = [part(depth)];
    while (takes(word)) parts.push(part(depth));
    return parts;
  };
  const either = (depth: number): Filter => {
    const [first, ...more] = listOf('or', both, depth);
    return first && more.length === 0 ? first : { any: first ? [first, ...more] : more };
  };
  const both = (depth: number): Filter => {
    const [first, ...more] = listOf('and', one, depth);
    return first && more.length === 0 ? first : { all: first ? [first, ...more] : more };
  };
  const one = (depth: number): Filter => {
    if (depth > FILTER_MAX.depth) fail(peek(), `it is nested more than ${FILTER_MAX.depth} deep.`);
    if (takes('not')) return { not: one(depth + 1) };
    if (takes('(')) {
      const inner = either(depth + 1);
      if (!takes(')')) fail(peek(), `a “)” is missing before ${named(peek())}.`);
      return inner;
    }
    return comparison();
  };
  const comparison = (): Filter => {
    const token = take();
    const field = FILTER_FIELDS.find((each) => each === token.text.replace(/^alert\./, '').toLowerCase());
    if (token.kind !== 'word' || !field) {
      const known = token.kind === 'word' ? didYouMean(token.text, FILTER_FIELDS) : '';
      return fail(
        token,
        `${named(token)} isn’t a field.${known || ` The fields are ${FILTER_FIELDS.join(', ')}.`}`,
      );
    }
    const isNot = takes('not');
    const operator = take();
    const is = wordOf(operator);
    if (isNot && is !== 'in' && is !== 'contains') fail(operator, 'after “not” comes in or contains.');
    const negated = (filter: Filter): Filter => (isNot ? { not: filter } : filter);
    if (is === 'in') return negated({ field, is, values: valuesOf(field) });
    if (is === 'contains') {
      if (FIELDS[field] === 'number')
        fail(operator, `${field} is a number. Compare it with ==, !=, <, <=, > or >=.`);
      return negated({ field, is, values: [valueOf(field)] });
    }
    if (!COMPARE.has(is))
      return fail(
        operator,
        `after ${field} comes ==, !=, <, <=, >, >=, in or contains, not ${named(operator)}.`,
      );
    if (FIELDS[field] === 'text' && is !== '==' && is !== '!=')
      fail(operator, `${field} is a text. Compare it with ==, !=, in or contains.`);
    return { field, is: is as Operator, values: [valueOf(field)] };
  };
  const valueOf = (field: Name): Value => {
    const token = take();
    if (FIELDS[field] === 'number') {
      if (token.kind === 'number') return Number(token.text);
      return fail(token, `${field} is compared with a number, such as 2.5, not with ${named(token)}.`);
    }
    if (token.kind === 'text' || token.kind === 'number') return token.text;
    return fail(
      token,
      `put the text in quotes${token.kind === 'word' ? `: "${token.text.slice(0, 40)}"` : ''}.`,
    );
  };
  const valuesOf = (field: Name): Value[] => {
    const open = take();
    const close = { '[': ']', '(': ')' }[open.text];
    if (open.kind !== 'sign' || close === undefined)
      return fail(open, 'after in comes a list in brackets, such as ["gap", "big_move"].');
    const values = [valueOf(field)];
    while (takes(',')) values.push(valueOf(field));
    if (values.length > FILTER_MAX.list) fail(open, `a list has ${FILTER_MAX.list} values at most.`);
    if (!takes(close)) fail(peek(), `a “${close}” or a comma is missing before ${named(peek())}.`);
    return values;
  };
  const filter = either(0);
  if (peek().kind !== 'end') fail(peek(), `before ${named(peek())}, write and or or.`);
  return filter;
}

/** What is wrong with a filter, and where, in a sentence; null where it can be used. */
export function filterProblem(text: string): string | null {
  try {
    readFilter(text);
    return null;
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return `Line ${error.line}, column ${error.column}: ${error.sentence}`;
  }
}

const numberOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined || text === '' ? null : Number(text);

/** What an alert has for each field; null where it has nothing. */
const valuesIn = ({ data, brand, language, direction, headline }: Facts): Record<Name, Value | null> => ({
  kind: data?.kind ?? null,
  symbol: data?.symbol ?? null,
  ticker: data?.ticker ?? null,
  exchange: data?.exchange ?? null,
  currency: data?.currency ?? null,
  timeframe: data?.timeframe ?? null,
  brand,
  language,
  direction,
  headline,
  move: numberOf(data?.move),
  close: numberOf(data?.bar?.close),
  volume: numberOf(data?.bar?.volume),
});

/** People write "nasdaq" and mean NASDAQ. */
const folded = (value: Value): Value => (typeof value === 'string' ? value.toLowerCase() : value);

function compares(has: Value | null, is: Operator, values: readonly Value[]): boolean {
  if (has === null) return is === '!=';
  const [left, right] = [folded(has), values.map(folded)];
  const [first = ''] = right;
  switch (is) {
    case 'in':
    case '==':
      return right.includes(left);
    case '!=':
      return !right.includes(left);
    case 'contains':
      return String(left).includes(String(first));
    case '<':
      return left < first;
    case '<=':
      return left <= first;
    case '>':
      return left > first;
    default:
      return left >= first;
  }
}

/** Whether an alert passes. Of what it has no value for, only `!=` is true. */
export function passesFilter(filter: Filter, facts: Facts): boolean {
  const values = valuesIn(facts);
  const holds = (part: Filter): boolean => {
    if ('any' in part) return part.any.some(holds);
    if ('all' in part) return part.all.every(holds);
    if ('not' in part) return !holds(part.not);
    return compares(values[part.field], part.is, part.values);
  };
  return holds(filter);
}
