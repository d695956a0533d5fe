import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { trackingSchema } from './tracking.ts';

const count = z.int();
/** What came back of messages. Each message counts once in each, however often it was opened or clicked. */
export const reactionCountsSchema = z.object({
  sent: count,
  /** As far as providers report it. */
  delivered: count,
  opened: count,
  /** Loaded only by a mail app that hides its reader. */
  maybeOpened: count,
  clicked: count,
  bounced: count,
  complained: count,
  unsubscribed: count,
  /** Loaded or followed by robots only. */
  robotOpened: count,
  robotClicked: count,
});
export type ReactionCounts = z.infer<typeof reactionCountsSchema>;
export const REACTIONS = Object.keys(reactionCountsSchema.shape) as (keyof ReactionCounts)[];

const named = z.object({ id: z.uuid(), name: z.string(), ...reactionCountsSchema.shape });

/** /api/v1/analytics/reactions: counts messages, one per person and channel, and posts. */
export const reactionFiguresSchema = z.object({
  /** What any of the workspace's brands counts at the moment. */
  tracking: trackingSchema,
  /** From what was detected to who followed a link. */
  funnel: z.object({ events: count, alerts: count, ...reactionCountsSchema.shape }),
  channels: z.array(z.object({ channel: channelKindSchema, ...reactionCountsSchema.shape })),
  rules: z.array(named),
  audiences: z.array(named),
});
export type ReactionFigures = z.infer<typeof reactionFiguresSchema>;

/** /api/v1/alerts/{id}/reactions */
export const alertReactionsSchema = z.object({
  /** What its brand counts at the moment. */
  tracking: trackingSchema,
  channels: z.array(z.object({ channel: channelKindSchema, ...reactionCountsSchema.shape })),
  /** Links that were followed, the most followed first: by how many recipients, and in how many only by robots. */
  links: z.array(z.object({ url: z.string(), clicked: count, robotClicked: count })),
});
export type AlertReactions = z.infer<typeof alertReactionsSchema>;
