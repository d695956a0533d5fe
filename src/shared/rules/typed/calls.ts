import { FUNCTIONS } from '../functions.ts';
import { RuleProblem } from '../problem.ts';
import {
  CHART_FUNCTIONS,
  NO_COUNTERPART,
  OF_TYPICAL_PRICE,
  TA_FUNCTIONS,
  TUPLES,
} from './chart-functions.ts';
import { inPlace, isSign, type Piece, split } from './piece.ts';

const PARAMETERS =
  /^(?:source|src|series|length|len|factor|atrperiod|period|title|defval|message|when|condition|occurrence|offset|start|inc|max|mult|float|diff|expression|symbol|timeframe|text|fastlen|slowlen|siglen)$/;

/** The arguments of a call, without the names of their parameters. */
export const argumentsOf = (inner: readonly Piece[]): { name: string | null; pieces: Piece[] }[] =>
  inner.length === 0
    ? []
    : split(inner, (piece) => isSign(piece, ',')).map((pieces) => {
        const [name, sign] = pieces;
        const isNamed = name?.kind === 'word' && isSign(sign, '=') && PARAMETERS.test(name.text);
        return isNamed ? { name: name.text, pieces: pieces.slice(2) } : { name: null, pieces };
      });

/** Arithmetic of numbers alone, worked out; null where something else is in it. */
export const constantOf = (pieces: readonly Piece[]): Piece[] | null => {
  if (pieces.length === 0) return null;
  let at = 0;
  const sign = (...signs: string[]): string | null => {
    const piece = pieces[at];
    if (piece?.kind !== 'sign' || !signs.includes(piece.text)) return null;
    at += 1;
    return piece.text;
  };
  const one = (): number => {
    if (sign('-')) return -one();
    if (sign('(')) {
      const inner = sum();
      return sign(')') ? inner : Number.NaN;
    }
    const piece = pieces[at];
    at += 1;
    return piece?.kind === 'number' ? Number(piece.text) : Number.NaN;
  };
  const product = (): number => {
    let value = one();
    for (let op = sign('*', '/'); op; op = sign('*', '/')) value = op === '*' ? value * one() : value / one();
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let op = sign('+', '-'); op; op = sign('+', '-')) value += op === '+' ? product() : -product();
    return value;
  };
  const value = sum();
  if (at < pieces.length || !Number.isFinite(value)) return null;
  return inPlace(String(Number(value.toPrecision(12))), pieces);
};

/** A template with arguments in the places of `@1`, `@2`; `@*` is all of them. */
export const filledIn = (template: string, args: readonly Piece[][], of: readonly Piece[]): Piece[] =>
  inPlace(template, of).flatMap((piece) => {
    if (piece.text === '@*') return args.flatMap((arg, at) => [...(at > 0 ? inPlace(',', of) : []), ...arg]);
    const place = /^@(\d)$/.exec(piece.text)?.[1];
    return place === undefined ? [piece] : (args[Number(place) - 1] ?? []);
  });

const isTypicalPrice = (pieces: readonly Piece[]): boolean =>
  ['hlc3', '((high+low+close)/3)', '(high+low+close)/3'].includes(pieces.map(({ text }) => text).join(''));

/**
 * A call of a function as chart platforms know it, in the language. Its arguments are rewritten already. `name` is where
 * it stands; `whole` are all its pieces.
 */
export const callOf = (
  text: string,
  name: Piece,
  given: readonly Piece[][],
  whole: readonly Piece[],
): Piece[] => {
  const isTa = /^(?:ta|math)\./.test(name.text);
  const plain = name.text.replace(/^(?:ta|math|strategy)\./, '');
  let args = given.map((each) => constantOf(each) ?? each);
  if (OF_TYPICAL_PRICE.has(plain) && args[0] && isTypicalPrice(args[0])) args = args.slice(1);
  const no = Object.hasOwn(NO_COUNTERPART, plain) ? NO_COUNTERPART[plain] : undefined;
  if (no) throw new RuleProblem(text, name.at, `${name.text} has no counterpart. ${no}`, true);
  const isPrice = args[0]?.length !== 1 || args[0][0]?.kind !== 'number';
  if (OF_TYPICAL_PRICE.has(plain) && isPrice && args.length > (plain === 'vwap' ? 0 : 1))
    throw new RuleProblem(
      text,
      name.at,
      `${plain} is of (high + low + close) / 3 here. Write ${plain === 'vwap' ? 'vwap' : `${plain}(20)`}.`,
      true,
    );
  const count = String(args.length);
  // max(close, 20) is the highest close of 20 bars; math.max is not.
  const isBars = (plain === 'max' || plain === 'min') && !isTa && args[1]?.[0]?.kind === 'number';
  const known = isBars ? undefined : ((isTa ? TA_FUNCTIONS[plain] : undefined) ?? CHART_FUNCTIONS[plain]);
  const template = known?.[count] ?? known?.['*'];
  if (template !== undefined) return filledIn(template, plain === 'ref' ? unsigned(args) : args, whole);
  if (plain === 'avg' && isTa)
    return filledIn(`((${args.map((_, at) => `@${at + 1}`).join(' + ')}) / ${count})`, args, whole);
  if (Object.hasOwn(TUPLES, plain) && !Object.hasOwn(FUNCTIONS, plain))
    throw new RuleProblem(
      text,
      name.at,
      `${name.text} has several lines. Write one of them: ${(TUPLES[plain] ?? []).map((each) => each.replace(/[(-]*([a-z_]+)\(.*$/, '$1')).join(', ')}.`,
      true,
    );
  const isSwapped = args.length === 2 && args[0]?.length === 1 && args[0][0]?.kind === 'number';
  if (isSwapped && FUNCTIONS[plain]?.from === 'values' && args[1]?.[0]?.kind === 'word')
    args = args.toReversed();
  const as = { ...name, text: plain };
  return [as, ...filledIn('(@*)', args, whole)];
};

const unsigned = (args: readonly Piece[][]): Piece[][] =>
  args.map((arg) =>
    arg
      .map((piece) => (piece.kind === 'number' ? { ...piece, text: piece.text.replace('-', '') } : piece))
      .filter((piece, at) => at > 0 || !isSign(piece, '-')),
  );
