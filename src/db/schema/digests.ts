import { boolean, date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Lapsed } from '#src/shared/lapsed.ts';
import type { Cadence } from '#src/shared/timing.ts';
import { at } from './columns.ts';

/** What a person wants of a brand beside channels and topics; null is what the contact has, or everything. */
export const preferences = pgTable('preferences', {
  workspaceId: uuid('workspace_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  language: text(),
  timeZone: text('time_zone'),
  /** Minutes after midnight by the clock of the time zone. */
  quietFrom: smallint('quiet_from'),
  quietTo: smallint('quiet_to'),
  /** 1 is Monday, 7 is Sunday. */
  quietDays: smallint('quiet_days').array().notNull().default([]),
  cadence: text().$type<Cadence>().notNull().default('instant'),
  digestHour: smallint('digest_hour').notNull().default(8),
  instruments: uuid().array(),
  updatedAt: at('updated_at').notNull(),
  /** Whether the brand may count what they open and follow. */
  tracked: boolean().notNull().default(true),
});

/** What has revisions, fan-outs and deliveries: an alert or a digest, by its id. */
export const publications = pgTable('publications', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  kind: text().$type<'alert' | 'digest'>().notNull(),
});

export const digests = pgTable('digests', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  brandId: uuid('brand_id').notNull(),
  state: text().$type<'drafted' | 'sending' | 'done' | 'withheld'>().notNull(),
  /** Why it is withheld. */
  reason: text(),
  /** How many it lists. */
  alerts: integer().notNull(),
  title: text(),
  /** The revision that was approved, by the hash of its content. */
  approvedHash: text('approved_hash'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  eventMonth: date('event_month')
    .notNull()
    .generatedAlwaysAs(sql`(date_trunc('month', created_at at time zone 'UTC'))::date`),
});

/** An alert that a person gets in a digest instead of at once. */
export const digestItems = pgTable('digest_items', {
  workspaceId: uuid('workspace_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  brandId: uuid('brand_id').notNull(),
  /** When it would have gone. */
  at: at('at').notNull(),
  /** When to look at it next. */
  dueAt: at('due_at').notNull(),
  digestId: uuid('digest_id'),
  /** A budget holds it until then (src/engine/attention). */
  notBefore: at('not_before'),
  /** It's listed as past news: the price moved too far, or its time limit was over. */
  lapsed: text().$type<Lapsed>(),
  /** Why it is in none. */
  ended: text(),
});
