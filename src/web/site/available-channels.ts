import { channels } from '#src/engine/channels/registry.ts';
import type { AVAILABILITY } from '#src/shared/availability.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';

/** Whether alerts go out on channels today: on each of them, on some, or on none. */
export function availabilityOf(kinds: readonly ChannelKind[]): keyof typeof AVAILABILITY {
  const there = new Set(channels().map(({ kind }) => kind));
  const sending = kinds.filter((kind) => there.has(kind));
  if (sending.length === kinds.length) return 'now';
  return sending.length > 0 ? 'partly' : 'later';
}
