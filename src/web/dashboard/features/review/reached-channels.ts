import { type AlertReach, reachedAhead } from '#src/shared/alert-reach.ts';

/** The channels on which somebody will get an alert, at once or later; null where that isn't known. */
export const reachedChannels = (reach: AlertReach | undefined): ReadonlySet<string> | null =>
  reach?.ahead ? reachedAhead(reach.ahead) : null;
