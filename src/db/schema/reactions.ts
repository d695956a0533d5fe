import { boolean, date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { at } from './columns.ts';

/** What can come back of a delivery. */
export type ReactionKind = 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed';

/** What came back of a delivery. Partitioned by `eventMonth`, which is its delivery's. */
export const deliveryReactions = pgTable('delivery_reactions', {
  workspaceId: uuid('workspace_id').notNull(),
  eventMonth: date('event_month').notNull(),
  deliveryId: uuid('delivery_id').notNull(),
  kind: text().$type<ReactionKind>().notNull(),
  /** Its place among the links of the rendition; -1 is the delivery as a whole. */
  link: smallint().notNull().default(-1),
  alertId: uuid('alert_id').notNull(),
  fanOutId: uuid('fan_out_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  contactId: uuid('contact_id'),
  /** How often by a person, by a mail app that hides whether it was one, and by a robot. */
  people: integer().notNull().default(0),
  maybe: integer().notNull().default(0),
  robots: integer().notNull().default(0),
  firstAt: at('first_at').notNull(),
  lastAt: at('last_at').notNull(),
  /** The first time by a person. */
  personAt: at('person_at'),
  /** Whether a person was seen before, also one that turned out to be a scanner. Set by a trigger (migration 0213). */
  noted: boolean().notNull().default(false),
});

/** How many deliveries had each. Written only by triggers of `delivery_reactions` (migration 0212). */
export const fanOutReactions = pgTable('fan_out_reactions', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  fanOutId: uuid('fan_out_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  delivered: integer().notNull().default(0),
  opened: integer().notNull().default(0),
  maybeOpened: integer('maybe_opened').notNull().default(0),
  robotOpened: integer('robot_opened').notNull().default(0),
  clicked: integer().notNull().default(0),
  robotClicked: integer('robot_clicked').notNull().default(0),
  bounced: integer().notNull().default(0),
  complained: integer().notNull().default(0),
  unsubscribed: integer().notNull().default(0),
});
