import * as z from 'zod/mini';
import { timeframeSchema } from './market.ts';
import { ROLES } from './permissions.ts';

/**
 * How an alert lives; which step may follow which stands in src/engine/approval/states.ts.
 * `withheld`: kept and not sent, because the month’s allowance is used, the workspace is read-only, its rule,
 * symbol or brand is muted, or it was recalled.
 */
export const ALERT_STATES = [
  'drafted',
  'pending_review',
  'approved',
  'rejected',
  'expired',
  'scheduled',
  'sending',
  'sent',
  'partly_sent',
  'failed',
  'unknown',
  'withheld',
] as const;
export const alertStateSchema = z.enum(ALERT_STATES);
export type AlertState = z.infer<typeof alertStateSchema>;

/**
 * One alert to one recipient over one channel. `held`: waits for the recipient's address to be confirmed;
 * `unknown`: the program died between handing over and hearing the answer, so it is never sent again by itself.
 */
export const DELIVERY_STATES = [
  'pending',
  'held',
  'sending',
  'retry',
  'sent',
  'unknown',
  'rejected',
] as const;
export const deliveryStateSchema = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

/** What a channel is known by. Which ones there are is for the registry alone (src/engine/channels/registry.ts). */
export const channelKindSchema = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a kind of channel'));
export type ChannelKind = z.infer<typeof channelKindSchema>;

/** Of a delivery, or of an alert that was kept and has none. */
const recentStateSchema = z.enum([...DELIVERY_STATES, 'withheld']);
export type RecentState = z.infer<typeof recentStateSchema>;

/** So many alerts wait for one address to be confirmed; others aren't sent to it. */
export const HELD_MAX = 20;

/** A row of Recent alerts: one alert on one channel. Times are ISO in UTC; `value` is in the detector's unit. */
export const recentAlertSchema = z.object({
  id: z.uuid(),
  /** Null for an alert that ended before it was written. */
  channel: z.nullable(channelKindSchema),
  state: recentStateSchema,
  title: z.string(),
  symbol: z.string(),
  /** Null for external events; so is `value`, and the symbol is what its sender names. */
  timeframe: z.nullable(timeframeSchema),
  /** IANA zone of the instrument's market: the day of a daily bar is the day there. */
  timeZone: z.string(),
  detector: z.string(),
  value: z.nullable(z.number()),
  eventTime: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
  trial: z.boolean(),
});
export type RecentAlert = z.infer<typeof recentAlertSchema>;
export const recentAlertsSchema = z.object({ items: z.array(recentAlertSchema) });

/** The signed-in person and their workspace: /api/v1/me. */
export const meSchema = z.object({
  user: z.object({
    id: z.uuid(),
    email: z.email(),
    firstName: z.string(),
    lastName: z.string(),
    emailConfirmed: z.boolean(),
  }),
  workspace: z.object({ id: z.uuid(), name: z.string(), role: z.enum(ROLES) }),
  brand: z.object({ id: z.uuid(), name: z.string(), color: z.string() }),
  subscription: z.nullable(
    z.object({ plan: z.string(), status: z.string(), trialEndsAt: z.nullable(z.iso.datetime()) }),
  ),
  /** Where mails of a development machine can be read, or null. */
  outboxUrl: z.nullable(z.string()),
});
export type Me = z.infer<typeof meSchema>;

/** Live hints: refetch what the topic names. `resync` means: hints may have been missed, refetch everything. */
const LIVE_TOPICS = [
  'alerts',
  'account',
  'notifications',
  'chat',
  'team',
  'documents',
  'feeds',
  'rules',
  'outside',
  'contacts',
  'channels',
  'viewers',
  'resync',
] as const;
export const liveTopicSchema = z.enum(LIVE_TOPICS);
export type LiveTopic = z.infer<typeof liveTopicSchema>;
