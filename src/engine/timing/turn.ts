import type { Timing } from '#src/shared/timing.ts';
import { digestAt } from './digest-times.ts';
import { heldUntil } from './quiet-hours.ts';

/** Whether what is due goes now, waits until quiet hours or days end, or goes into the person's next digest. Times in ms, UTC. */
export type Turn = { go: 'now' } | { go: 'later'; until: number } | { go: 'digest'; at: number };

const NOW: Turn = { go: 'now' };

/**
 * Only an alert itself waits for a digest: what follows it comes at once.
 * @param timing null: no preferences
 */
export function turnOf(
  timing: Timing | null,
  purpose: 'first' | 'update' | 'correction' | 'digest',
  now: number,
): Turn {
  if (timing === null) return NOW;
  if (purpose === 'first' && timing.cadence !== 'instant') return { go: 'digest', at: digestAt(timing, now) };
  const until = heldUntil(timing, now);
  return until === null ? NOW : { go: 'later', until };
}
