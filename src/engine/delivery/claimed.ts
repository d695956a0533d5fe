import type { Purpose } from '#src/db/schema/delivery.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Bar } from '../barred/barred.ts';
import type { Tracking } from '#src/shared/tracking.ts';
import type { Rendition } from './renditions.ts';

/** Longer than the longest send can take (src/platform/mail/transport.ts), so that a slow one is not called dead. */
export const CLAIM_MS = 180_000;

/** Longer than any channel waits before it tries again. What is due later was put down while the clock was ahead. */
export const RETRY_LONGEST_MS = 13 * 3_600_000;

/** Where the first shard of a fan-out begins: before every contact. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** A delivery that this process sends now. */
export type ClaimedDelivery = {
  id: string;
  workspaceId: string;
  alertId: string;
  /** The first day of the month in which its partition lies. */
  eventMonth: string;
  fanOutId: string;
  channel: ChannelKind;
  targetId: string;
  contactId: string | null;
  purpose: Purpose;
  sendNo: number;
  /** The member whose address it is. */
  userId: string | null;
  address: string;
  /** The account that a destination belongs to. */
  connectionId: string | null;
  attempt: number;
  serverWaits: number;
  pauses: number;
  brandId: string;
  brandName: string;
  detector: string;
  instrumentId: string | null;
  /** What the brand counts, and whether this person lets it. */
  tracking: Tracking;
  tracked: boolean;
  rendition: Pick<Rendition, 'hash' | 'revision' | 'language'>;
  prepared: Rendition['prepared'];
};

/** One lane's question for work: of one alert, over one channel, to people or to one place. */
export type Ask = {
  workspaceId: string;
  alertId: string;
  channel: ChannelKind;
  /** The place that it goes to; null is people. */
  destinationId: string | null;
  /** The place gets alerts on a symbol one after the other. */
  inOrder?: boolean;
  instanceId: string;
  /** Its rates let nothing out: only what has ended is looked after. */
  held?: boolean;
  atMost: number;
  now: Date;
};

/** What a window needs to know of its alert or digest. */
export type Head = {
  eventMonth: string;
  brandId: string;
  brandName: string;
  /** `digest` for a digest (src/shared/topics.ts). */
  detector: string;
  instrumentId: string | null;
  /** What the brand counts of its messages. */
  tracking: Tracking;
  /** Channels over which the brand may reach few people (sender-limit.ts); read once by each job. */
  limited?: readonly string[];
  /** The last contact that the plan includes, where there are more (`planEdge`); read once by each job. */
  planEdge?: string | null;
  /** Why nothing of it may go out at the moment; read anew by each claim. */
  bar?: Bar | null;
};
