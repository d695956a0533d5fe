import type { EventCondition } from './ast.ts';
import { type EventParam, EVENTS } from './events.ts';
import type { Cursor } from './parse-cursor.ts';

/** Reads one figure of an event: a number, or a word that stands for one. */
const readEventFigure = (cursor: Cursor, name: string, param: EventParam): number => {
  const { peek, next, is, fail, expected } = cursor;
  const token = peek();
  const words = Object.keys(param.words ?? {});
  const word = token.kind === 'word' ? param.words?.[token.text] : undefined;
  if (word !== undefined) {
    next();
    return word;
  }
  const isNumber = param.orNumber && (token.kind === 'number' || is('-'));
  if (words.length > 0 && !isNumber) {
    const known = words
      .map((each) => `'${each}'`)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1');
    return expected(param.orNumber ? `a number or ${known}` : known, words);
  }
  const value = cursor.signedNumber();
  if (param.whole && !Number.isInteger(value))
    return fail(`${param.name} of ${name} is a whole number.`, token);
  const within = param.open
    ? value > param.least && value < param.most
    : value >= param.least && value <= param.most;
  if (within) return value;
  const range = param.open
    ? `between ${param.least} and ${param.most}`
    : `from ${param.least} to ${param.most}`;
  return fail(`${param.name} of ${name} is ${range}.`, token);
};

/** Reads an event such as `big_move(5)`; null where the next word names none. */
export const readEvent = (cursor: Cursor): EventCondition | null => {
  const { peek, next, take, need, fail } = cursor;
  const token = peek();
  const spec = token.kind === 'word' && Object.hasOwn(EVENTS, token.text) ? EVENTS[token.text] : undefined;
  if (!spec) return null;
  next();
  const args = spec.params.map((param) => param.default);
  if (take('(') && !take(')')) {
    let at = 0;
    do {
      const param = spec.params[at];
      if (!param) {
        const names = spec.params.map(({ name }) => name).join(', ') || 'none';
        return fail(`${token.text} has fewer figures than that; it has: ${names}.`);
      }
      args[at] = readEventFigure(cursor, token.text, param);
      at += 1;
    } while (take(','));
    need(')', "',' or ')'");
  }
  const wrong = spec.check?.(args);
  return wrong ? fail(`in ${token.text}, ${wrong}`, token) : { event: token.text, args };
};
