import type { ChannelKind } from '#src/shared/alerts.ts';
import { channelOf } from '../channels/registry.ts';
import type { DeliverDeps, Pace } from './deliver-deps.ts';
import { createSlots } from './slots.ts';

/** How many sends at a time go through an account of a channel that has one of the installation's own. */
type Rooms = { own: number; connection: number };

/** How this process works each account of each channel, as the channel declares it. */
export function createPaces(rooms: Rooms): DeliverDeps['pace'] {
  const known = new Map<string, Pace>();
  return (kind, connectionId) => {
    const key = `${kind} ${connectionId ?? ''}`;
    const pace = known.get(key) ?? paceOf(kind, connectionId === null ? rooms.own : rooms.connection);
    known.set(key, pace);
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
