import type { Condition, Operand } from './ast.ts';
import { EVENTS } from './events.ts';
import { sourceOf } from './elsewhere.ts';
import { printOperand } from './print.ts';
import { readOperandText } from './read.ts';

const CLOSE: Operand = { price: 'close' };

/** What a condition compares, outermost only, in the order in which it is written. */
export const operandsCompared = (condition: Condition): Operand[] => {
  if ('test' in condition) return [condition.left, condition.right];
  if ('channel' in condition) return [condition.value, condition.low, condition.high];
  if ('moves' in condition) return [condition.value];
  if ('event' in condition) return [CLOSE];
  if ('happens' in condition) return [{ ...sourceOf(condition), value: CLOSE }];
  if ('within' in condition) return operandsCompared(condition.of);
  if ('not' in condition) return operandsCompared(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(operandsCompared);
};

/**
 * The figures that a rule compares, by their keys in the evidence of its detections and in the order in which these are
 * made (a test holds it to the engine's); a stored detection does not keep the order. A rule that is one named event has
 * the figures of that event. Evidence lacks a figure that was not known on its bar.
 */
export const figuresCompared = (condition: Condition): string[] => {
  if ('event' in condition) return [...(EVENTS[condition.event]?.figures ?? [])];
  return [...new Set(operandsCompared(condition).map(printOperand))].filter((text) =>
    Number.isNaN(Number(text)),
  );
};

/** A figure by its key, as people read it: "previous close", "200-bar average of the close". */
export const figureWords = (key: string): string =>
  /^[a-z_]+$/.test(key)
    ? key.replace(/_pct$/, ' in percent').replaceAll('_', ' ')
    : readOperandText(key).replace(/^the /, '');
