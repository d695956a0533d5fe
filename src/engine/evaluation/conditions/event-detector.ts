import { EVENTS } from '#src/shared/rules/events.ts';
import type { Detector } from '#src/engine/detectors/register.ts';
import { findDetector } from '#src/engine/detectors/registry.ts';

/** The detector behind an event of the rule language, with its figures. */
export const detectorOf = ({ event, args }: { event: string; args: readonly number[] }): Detector => {
  const params = (EVENTS[event]?.params ?? []).map(({ name }, at) => [name, args[at]] as const);
  const configured = findDetector(event)?.configure(Object.fromEntries(params));
  if (!configured?.ok) throw new Error(`The event ${event} cannot be found with its figures.`);
  return configured.detector;
};
