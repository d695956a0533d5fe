import type { AlertReach } from '#src/shared/alert-reach.ts';

/** The channels on which somebody will get an alert, at once or later; null where that isn't known. */
export function reachedChannels(reach: AlertReach | undefined): ReadonlySet<string> | null {
  if (!reach?.ahead) return null;
  const { channels, destinations } = reach.ahead;
  return new Set([
    ...channels
      .filter(({ people, held, digest }) => people > 0 || held.length > 0 || digest > 0)
      .map(({ channel }) => channel),
    ...destinations.map(({ channel }) => channel),
  ]);
}
