import { counted } from '#src/shared/plural.ts';
import type { RuleStates } from '#src/shared/rules/states.ts';

/** "4 rules paused. 1 couldn’t be changed: There is no such rule." */
export function outcomeWords(paused: boolean, items: RuleStates['items']): string {
  const done = items.filter(({ refusal }) => refusal === null).length;
  const reasons = new Map<string, number>();
  for (const { refusal } of items)
    if (refusal) reasons.set(refusal.detail, (reasons.get(refusal.detail) ?? 0) + 1);
  return [
    ...(done > 0 ? [`${counted(done, 'rule')} ${paused ? 'paused' : 'resumed'}.`] : []),
    ...[...reasons].map(([reason, count]) => `${count} couldn’t be changed: ${reason}`),
  ].join(' ');
}
