import type { Outside } from './rules.ts';

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);

/** What a rule listens to, in plain words. */
export function readOutside(outside: Outside): string {
  const { cooldownMinutes } = outside;
  const still = cooldownMinutes === undefined ? '' : ` Then it keeps still for ${minutes(cooldownMinutes)}.`;
  return `Every call to its address makes an alert.${still}`;
}
