import type { Condition, Operand } from './ast.ts';
import { EVENTS } from './events.ts';
import { FUNCTIONS } from './functions.ts';
import type { Span } from './spans.ts';

/** Parameters of events that count bars. */
const COUNTS = new Set(['window', 'slow', 'period', 'length']);

const ofSpan = (span: Span): number => (typeof span === 'object' ? 0 : span);

const ofOperand = (operand: Operand): number => {
  if ('price' in operand) return 1 + (operand.back ?? 0);
  if ('negate' in operand) return ofOperand(operand.negate);
  if ('op' in operand) return Math.max(ofOperand(operand.left), ofOperand(operand.right));
  // What stands in for an unknown value is known on the first bar.
  if ('math' in operand) return operand.math === 'nz' ? 1 : Math.max(...operand.of.map(ofOperand));
  if (!('call' in operand)) return 1;
  const { call, args, back = 0 } = operand;
  if (operand.when) {
    const when = leastBars(operand.when) + (call === 'count' ? (args[0] ?? 1) - 1 : 0);
    return Math.max(when, operand.of ? ofOperand(operand.of) : 1) + back;
  }
  const { from } = FUNCTIONS[call] ?? {};
  if (from === 'time' || from === 'day') return 1 + back;
  // Of a row of bars, `most` says how far it's counted, not how long it has to be.
  const whole = args.filter((_, at) => {
    const param = FUNCTIONS[call]?.params[at];
    return param?.whole && param.name !== 'most';
  });
  const inner = Math.max(...[operand.of, operand.with].map((each) => (each ? ofOperand(each) : 1)));
  return Math.max(1, ...whole) + inner - 1 + back;
};

/**
 * How many bars of its own symbol and timeframe a rule needs before it can be true at all: the longest period in it.
 * Never more than it really needs. Bars from elsewhere and times such as 52 weeks are not counted.
 */
export const leastBars = (condition: Condition): number => {
  if ('test' in condition) return Math.max(ofOperand(condition.left), ofOperand(condition.right));
  if ('channel' in condition)
    return Math.max(...[condition.value, condition.low, condition.high].map(ofOperand));
  if ('moves' in condition) return ofOperand(condition.value) + ofSpan(condition.bars);
  if ('event' in condition) {
    const params = EVENTS[condition.event]?.params ?? [];
    const counts = condition.args.filter((_, at) => COUNTS.has(params[at]?.name ?? ''));
    return Math.max(1, ...counts) + 1;
  }
  if ('within' in condition) return leastBars(condition.of);
  if ('all' in condition) return Math.max(...condition.all.map(leastBars));
  if ('any' in condition) return Math.min(...condition.any.map(leastBars));
  return 1;
};
