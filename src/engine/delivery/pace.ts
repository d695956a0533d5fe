import type { ChannelKind } from '#src/shared/alerts.ts';
import { channelOf } from '../channels/registry.ts';
import type { Pace } from './deliver-deps.ts';
import { createSlots } from './slots.ts';

/**
 * How this process works each channel, as it declares it. `ownRoom`: so many sends at a time go through the installation's
 * own account, for each channel that has one.
 */
export function createPaces(ownRoom: number): (channel: ChannelKind) => Pace {
  const known = new Map<ChannelKind, Pace>();
  return (kind) => {
    const pace = known.get(kind) ?? paceOf(kind, ownRoom);
    known.set(kind, pace);
    return pace;
  };
}

function paceOf(kind: ChannelKind, ownRoom: number): Pace {
  const { window, lanes: most, hasOwnAccount } = channelOf(kind);
  const room = hasOwnAccount ? ownRoom : window * most;
  // Two at least, so that one claims while the other sends.
  const lanes = Math.min(most, room, Math.max(2, Math.ceil(room / window)));
  return { lanes, window: Math.min(window, Math.ceil(room / lanes)), slots: createSlots(room) };
}
