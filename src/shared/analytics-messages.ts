import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';

const messagesSchema = z.object({ sent: z.int(), failed: z.int(), unknown: z.int(), skipped: z.int() });
/** How many messages went out, and to how many people none did. */
export type MessageCounts = z.infer<typeof messagesSchema>;
const named = z.object({ id: z.uuid(), name: z.string() });

/** /api/v1/analytics/messages: everything counts messages, one per person and channel. */
export const messageFiguresSchema = z.object({
  routes: z.array(
    z.object({
      /** Null of rules without a route. */
      id: z.nullable(z.uuid()),
      rule: named,
      brand: named,
      ...messagesSchema.shape,
    }),
  ),
  audiences: z.array(z.object({ ...named.shape, ...messagesSchema.shape })),
  destinations: z.array(z.object({ ...named.shape, ...messagesSchema.shape })),
  channels: z.array(z.object({ channel: channelKindSchema, ...messagesSchema.shape })),
});
export type MessageFigures = z.infer<typeof messageFiguresSchema>;
