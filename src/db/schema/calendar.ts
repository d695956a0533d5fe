import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { EntryKind, Importance, Occasion, Timing } from '#src/shared/calendar/entry.ts';
import type { CalendarFormat, DateOrder } from '#src/shared/calendar/sources.ts';
import { at } from './columns.ts';

/** Where a workspace reads its calendar, and what stands in it; see migration 0031. */
export const calendarSources = pgTable('calendar_sources', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  url: text(),
  format: text().$type<CalendarFormat>(),
  kind: text().$type<EntryKind>(),
  timeZone: text('time_zone').notNull(),
  dateOrder: text('date_order').$type<DateOrder>(),
  createdAt: at('created_at').notNull(),
  nextAt: at('next_at'),
  turnAt: at('turn_at').notNull(),
  etag: text(),
  lastModified: text('last_modified'),
  firstReadAt: at('first_read_at'),
  readAt: at('read_at'),
  failures: integer().notNull().default(0),
  problem: text(),
  putAside: bigint('put_aside', { mode: 'number' }).notNull().default(0),
});

export const calendarEntries = pgTable('calendar_entries', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  sourceId: uuid('source_id').notNull(),
  key: text().notNull(),
  kind: text().$type<EntryKind>().notNull(),
  title: text().notNull(),
  country: text(),
  currency: text(),
  symbol: text(),
  at: at('at').notNull(),
  day: date().notNull(),
  timing: text().$type<Timing>().notNull(),
  importance: text().$type<Importance>(),
  previous: text(),
  forecast: text(),
  actual: text(),
  unit: text(),
  link: text(),
  seenAt: at('seen_at').notNull(),
  changedAt: at('changed_at').notNull(),
  timeKnownAt: at('time_known_at').notNull(),
  actualAt: at('actual_at'),
  goneAt: at('gone_at'),
});

export const calendarSaid = pgTable('calendar_said', {
  workspaceId: uuid('workspace_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  entryId: uuid('entry_id').notNull(),
  occasion: text().$type<Occasion>().notNull(),
  entryAt: at('entry_at').notNull(),
  saidAt: at('said_at').notNull(),
  quiet: text(),
});

export const calendarPutAside = pgTable('calendar_put_aside', {
  workspaceId: uuid('workspace_id').notNull(),
  sourceId: uuid('source_id').notNull(),
  n: integer().notNull(),
  place: text().notNull(),
  reason: text().notNull(),
  problem: text().notNull(),
  sample: text().notNull(),
});
