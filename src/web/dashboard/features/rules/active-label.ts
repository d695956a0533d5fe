import type { StoredRule } from '#src/shared/rules/stored.ts';

/** The state of a rule in words; an active one that can't trigger says so. */
export function activeLabel({ state, warnings }: Pick<StoredRule, 'state' | 'warnings'>): string {
  if (state === 'paused') return 'Paused';
  if (warnings.length === 0) return 'Active';
  return warnings.every(({ code }) => code === 'short_history') ? 'Active, waiting' : 'Active, can’t trigger';
}
