import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Channel } from '../channels/channel.ts';
import { channelOf } from '../channels/registry.ts';
import type { DeliverDeps, Pace, Rate } from './deliver-deps.ts';
import { createSlots } from './slots.ts';

/** How many sends at a time go through an account of a channel that has one of the installation's own. */
type Rooms = { own: number; connection: number };

/** The rates of an account (src/engine/connections/rates.ts). */
type Rates = {
  ofAccount: (channel: Channel, of: { workspaceId: string; connectionId: string | null }) => Rate | null;
};

/** How this process works each account of each channel, as the channel declares it. `rates`: null where none is held. */
export function createPaces(rooms: Rooms, rates: Rates | null): DeliverDeps['pace'] {
  const known = new Map<string, Pace>();
  return (kind, connectionId, workspaceId) => {
    const key = `${kind} ${connectionId ?? ''}`;
    const pace = known.get(key) ?? {
      ...paceOf(kind, connectionId === null ? rooms.own : rooms.connection),
      rate: rates?.ofAccount(channelOf(kind), { workspaceId, connectionId }) ?? null,
    };
    known.set(key, pace);
    return pace;
  };
}

function paceOf(kind: ChannelKind, ownRoom: number): Omit<Pace, 'rate'> {
  const { window, lanes: most, hasOwnAccount } = channelOf(kind);
  const room = hasOwnAccount ? ownRoom : window * most;
  // Two at least, so that one claims while the other sends.
  const lanes = Math.min(most, room, Math.max(2, Math.ceil(room / window)));
  return { lanes, window: Math.min(window, Math.ceil(room / lanes)), slots: createSlots(room) };
}
