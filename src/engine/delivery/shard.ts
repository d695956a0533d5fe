import { sql, type SQL } from 'drizzle-orm';
import type { AudienceOf } from '#src/db/queries/audience.ts';
import type { Purpose } from '#src/db/schema/delivery.ts';
import type { Lapsed, LapsedThen } from '#src/shared/lapsed.ts';
import { findChannel } from '../channels/registry.ts';
import type { Ask } from './claimed.ts';

/** A part of a fan-out over one channel: the contacts after `cursor_id`, up to and with `until_id`. */
export type Shard = {
  fan_out_id: string;
  n: number;
  cursor_id: string;
  until_id: string | null;
  revision_id: string;
  audience: AudienceOf | null;
  destination_id: string | null;
  contact_id: string | null;
  purpose: Purpose;
  send_no: number;
  reach: 'each' | 'preferred';
  channels: string[];
  expired: boolean;
  /** Its audience's budget is used: it goes into the digest of that moment. */
  held_until: string | null;
  /** When the sending hours that it waited for began; null where it needn't wait. */
  opens_at: string | null;
  /** What becomes of it if it lapses meanwhile, and why it did. */
  late: LapsedThen;
  lapsed: Lapsed | null;
  /** The first alert about the same move (src/engine/attention/groups). */
  group_first: string | null;
  /** Nobody has said for a while that it moves on. */
  quiet: boolean;
};

export const ownShard = (ask: Ask, { fan_out_id, n }: Pick<Shard, 'fan_out_id' | 'n'>): SQL => sql`
  workspace_id = ${ask.workspaceId}::uuid and alert_id = ${ask.alertId}::uuid
    and fan_out_id = ${fan_out_id}::uuid and channel = ${ask.channel} and n = ${n}`;

/** Whether each device of a person gets it, and not one address of theirs. Over one channel of several, one does. */
export const isEachDevice = (ask: Ask, { reach }: Pick<Shard, 'reach'>): boolean =>
  reach === 'each' && findChannel(ask.channel)?.devices !== undefined;
