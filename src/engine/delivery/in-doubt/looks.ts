import type { Channel } from '../../channels/channel.ts';
import { mayStayUnknown } from '../../channels/stays-unknown.ts';

/** When we look for an unknown delivery at the provider: ms after it became unknown. Most are settled within a minute. */
const LOOKS_MS = [3_000, 15_000, 45_000, 300_000, 1_800_000] as const;

const FIRST_LOOK_MS = LOOKS_MS[0];

/** A message that isn't there yet may still be on its way for so long, in ms. */
export const ON_ITS_WAY_MS = 45_000;

/** @param age since the outcome became unknown, in ms. @returns when it's looked for again, after that; null for never */
export const nextLook = (age: number): number | null => LOOKS_MS.find((each) => each > age) ?? null;

/**
 * When an unknown delivery is looked at first, in ms; null for never. Where the provider can't be asked, once nothing can be
 * on its way any more: then the connection's setting decides.
 */
export const firstLookAfter = (channel: Pick<Channel, 'fields' | 'capabilities' | 'lookUp'>): number | null =>
  channel.lookUp ? FIRST_LOOK_MS : mayStayUnknown(channel) ? ON_ITS_WAY_MS : null;
