import { boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ChannelKind, DeliveryState } from '#src/shared/alerts.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Lapsed, LapsedThen } from '#src/shared/lapsed.ts';
import { at } from './columns.ts';

/** What a delivery is for; each has send numbers of its own. */
export type Purpose = 'first' | 'update' | 'correction' | 'digest';

/** One immutable state of an alert's content, known by the hash of its canonical JSON. */
export const revisions = pgTable('revisions', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  alertId: uuid('alert_id').notNull(),
  n: integer().notNull(),
  content: jsonb().$type<unknown>().notNull(),
  hash: text().notNull(),
  createdAt: at('created_at').notNull(),
});

/** A revision as one channel sends it, in one language. */
export const renditions = pgTable('renditions', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  revisionId: uuid('revision_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  language: text().notNull(),
  prepared: jsonb().$type<Prepared>().notNull(),
  createdAt: at('created_at').notNull(),
  /** Number of the set of its revision's disclosures that it carries; 0 is none. */
  disclosure: smallint().notNull().default(0),
});

/** A revision on its way to one target: an audience, a destination, or one person. */
export const fanOuts = pgTable('fan_outs', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  alertId: uuid('alert_id').notNull(),
  eventMonth: date('event_month').notNull(),
  revisionId: uuid('revision_id').notNull(),
  routeId: uuid('route_id'),
  audienceId: uuid('audience_id'),
  destinationId: uuid('destination_id'),
  contactId: uuid('contact_id'),
  purpose: text().$type<Purpose>().notNull().default('first'),
  sendNo: integer('send_no').notNull().default(1),
  reach: text().$type<'each' | 'preferred'>().notNull().default('each'),
  channels: text().array().$type<ChannelKind[]>().notNull(),
  state: text().$type<'open' | 'done' | 'expired'>().notNull(),
  /** Why it stands still, where it does. */
  waits: text(),
  /** Over which of its channels it stands still. */
  waiting: text().array().$type<ChannelKind[]>().notNull().default([]),
  workedBy: uuid('worked_by'),
  expiresAt: at('expires_at'),
  /** Nothing goes before it's decided what is most important (src/engine/attention). */
  gathersUntil: at('gathers_until'),
  /** Its audience's budget is used: it goes into the digest of that moment. */
  heldUntil: at('held_until'),
  /** The first alert about the same move: those who got it don't get this one (src/engine/attention/groups). */
  groupFirst: uuid('group_first'),
  /** An earlier alert of the group is still on its way. */
  groupWaits: boolean('group_waits').notNull().default(false),
  /** Nothing goes before then: it's outside of sending hours (src/engine/barred/hours). */
  opensAt: at('opens_at'),
  /** The zone of the market whose open that is; null where it's hours by the clock. */
  marketZone: text('market_zone'),
  /** What becomes of it if it lapses while it waits for them. */
  late: text().$type<LapsedThen>().notNull().default('nothing'),
  /** It lapsed before anything went out: it goes into digests, as past news. */
  lapsed: text().$type<Lapsed>(),
  /** Nothing goes before then: its route releases it later than others. */
  embargoUntil: at('embargo_until'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** The contacts after `cursorId` up to and with `untilId`, over one channel. The last shard has no end. */
export const fanOutShards = pgTable('fan_out_shards', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  fanOutId: uuid('fan_out_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  n: integer().notNull(),
  cursorId: uuid('cursor_id').notNull(),
  untilId: uuid('until_id'),
  isDone: boolean('is_done').notNull().default(false),
});

/** How many deliveries stand where. Written by triggers of `deliveries` (migration 0095) and by nobody else. */
export const fanOutCounts = pgTable('fan_out_counts', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  fanOutId: uuid('fan_out_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  pending: integer().notNull().default(0),
  held: integer().notNull().default(0),
  /** Of those held, the ones that go at a known moment; the others wait for their address to be confirmed. */
  scheduled: integer().notNull().default(0),
  sending: integer().notNull().default(0),
  retry: integer().notNull().default(0),
  sent: integer().notNull().default(0),
  unknown: integer().notNull().default(0),
  rejected: integer().notNull().default(0),
  lastSentAt: at('last_sent_at'),
  reason: text(),
});

/** How many people were passed over, and why (src/engine/delivery/eligible.ts). */
export const fanOutSkips = pgTable('fan_out_skips', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  fanOutId: uuid('fan_out_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  reason: text().notNull(),
  people: integer().notNull(),
});

/** One rendition to one address or destination. Partitioned by `eventMonth`, which is its alert's. */
export const deliveries = pgTable('deliveries', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  eventMonth: date('event_month').notNull(),
  alertId: uuid('alert_id').notNull(),
  fanOutId: uuid('fan_out_id').notNull(),
  renditionId: uuid('rendition_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  /** An address of the contact, or a destination where there is no contact. */
  targetId: uuid('target_id').notNull(),
  contactId: uuid('contact_id'),
  purpose: text().$type<Purpose>().notNull().default('first'),
  sendNo: integer('send_no').notNull().default(1),
  preferred: boolean().notNull().default(false),
  /** The address where it is a device, each of which gets its own; nil elsewhere. */
  deviceId: uuid('device_id').notNull().default('00000000-0000-0000-0000-000000000000'),
  state: text().$type<DeliveryState>().notNull(),
  reason: text(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: at('next_attempt_at'),
  waitsForServer: boolean('waits_for_server').notNull().default(false),
  serverWaits: integer('server_waits').notNull().default(0),
  pauses: integer().notNull().default(0),
  claimedBy: uuid('claimed_by'),
  leaseUntil: at('lease_until'),
  providerMessageId: text('provider_message_id'),
  sentAt: at('sent_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  /** As the provider reported, where it reports. */
  deliveredAt: at('delivered_at'),
  readAt: at('read_at'),
  /** Its outcome stayed unknown, and this setting of its connection decided. */
  decidedBy: text('decided_by').$type<'resend' | 'leave'>(),
});

/** Messages that providers may report on, by what they know them by. */
export const sentMessages = pgTable('sent_messages', {
  workspaceId: uuid('workspace_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  messageId: text('message_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  deliveryId: uuid('delivery_id').notNull(),
  eventMonth: date('event_month').notNull(),
  sentAt: at('sent_at').notNull(),
});

/** What a provider said of a message, kept once. It waits for the outcome of the send, where that isn't written yet. */
export const receipts = pgTable('receipts', {
  workspaceId: uuid('workspace_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  id: text().notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  messageId: text('message_id').notNull(),
  kind: text().$type<'delivered' | 'read' | 'bounced' | 'failed'>().notNull(),
  detail: text().notNull(),
  at: at('at').notNull(),
  receivedAt: at('received_at').notNull(),
  appliedAt: at('applied_at'),
});

export const attempts = pgTable('attempts', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  eventMonth: date('event_month').notNull(),
  alertId: uuid('alert_id').notNull(),
  deliveryId: uuid('delivery_id').notNull(),
  n: integer().notNull(),
  outcome: text().$type<'sent' | 'retry' | 'unknown' | 'rejected'>().notNull(),
  detail: text().notNull(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at').notNull(),
});
