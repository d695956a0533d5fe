import type { Condition } from './ast.ts';

/**
 * Whether a condition is an event, true on the bar where something happens, and not a state that stays true. An event
 * on the bar after another is a second one, and not the first that goes on. What has both is a state where either is
 * enough.
 */
export const isEvent = (condition: Condition): boolean => {
  if ('event' in condition || 'happens' in condition) return true;
  if ('test' in condition) return condition.test.startsWith('crosses');
  if ('channel' in condition) return condition.channel === 'enters' || condition.channel === 'leaves';
  if ('moves' in condition) return condition.bars === 1;
  if ('all' in condition) return condition.all.some(isEvent);
  if ('any' in condition) return condition.any.every(isEvent);
  return false;
};

/** How often a rule triggers unless told: events on every bar that closes with one, states when they become true. */
export const defaultFrequency = (condition: Condition): 'once_per_bar_close' | 'every_time' =>
  isEvent(condition) ? 'once_per_bar_close' : 'every_time';
