import * as z from 'zod/mini';
import { channelKindSchema, deliveryStateSchema } from './alerts.ts';

export const DELIVERY_LOG_MAX = 200;

/** States that the log of deliveries can be narrowed to. One that is being sent has left that state in a moment. */
export const LOGGED_STATES = ['sent', 'rejected', 'unknown', 'retry', 'pending', 'held'] as const;
export const loggedStateSchema = z.enum(LOGGED_STATES);
export type LoggedState = z.infer<typeof loggedStateSchema>;

/** A line of the log. `address` is of a person, or the name of a destination; empty where it is gone. */
export const loggedDeliverySchema = z.object({
  id: z.uuid(),
  /** Null for a digest. */
  alert: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  channel: channelKindSchema,
  address: z.string(),
  contactId: z.nullable(z.uuid()),
  state: deliveryStateSchema,
  reason: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
});
export type LoggedDelivery = z.infer<typeof loggedDeliverySchema>;

/** /api/v1/deliveries, newest first. */
export const deliveryLogSchema = z.object({
  items: z.array(loggedDeliverySchema),
  next: z.nullable(z.string()),
});
export type DeliveryLog = z.infer<typeof deliveryLogSchema>;

/** What a person says of a delivery whose outcome is unknown, or does about it. */
export const RESOLUTIONS = ['arrived', 'lost', 'send_again'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
/** /api/v1/deliveries/{id}/resolution */
export const resolutionFormSchema = z.object({ as: z.enum(RESOLUTIONS) });
