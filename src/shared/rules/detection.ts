import { detectionOf, type Entitlements } from '../entitlements.ts';
import type { Condition, Operand } from './ast.ts';

const isPlain = (operand: Operand): boolean => {
  if ('call' in operand || 'extreme' in operand) return false;
  if ('value' in operand) return isPlain(operand.value);
  if ('negate' in operand) return isPlain(operand.negate);
  if ('math' in operand) return operand.of.every(isPlain);
  return 'op' in operand ? isPlain(operand.left) && isPlain(operand.right) : true;
};

/** Basic detection compares prices and volumes with each other and with numbers, and has the basic events; what asks for an indicator is advanced. */
export const detectionOfRule = (condition: Condition): Entitlements['detection'] => {
  if ('event' in condition) return detectionOf(condition.event);
  if ('happens' in condition) return detectionOf(condition.happens.event);
  if ('not' in condition) return detectionOfRule(condition.not);
  if ('within' in condition) return detectionOfRule(condition.of);
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any;
    return parts.every((part) => detectionOfRule(part) === 'basic') ? 'basic' : 'advanced';
  }
  const operands =
    'test' in condition
      ? [condition.left, condition.right]
      : 'channel' in condition
        ? [condition.value, condition.low, condition.high]
        : [condition.value];
  return operands.every(isPlain) ? 'basic' : 'advanced';
};

/** Whether a plan includes a rule. */
export const mayWatch = ({ detection }: Entitlements, condition: Condition): boolean =>
  detection === 'advanced' || detectionOfRule(condition) === 'basic';
