import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { AudienceFilter } from '#src/shared/audiences.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { at } from './columns.ts';

/** A person who gets alerts. Members of the workspace have a user's id. */
export const contacts = pgTable('contacts', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull().default(''),
  userId: uuid('user_id'),
  /** Members who join get the trial runs they start; a person who has left gets nothing. */
  receives: text().$type<'all' | 'trials' | 'nothing'>().notNull().default('all'),
  externalId: text('external_id'),
  language: text(),
  /** What they chose last themselves; kept by a trigger of `preferences` (migration 0175). */
  ownLanguage: text('own_language'),
  /** Theirs, or else the contact's: what filters look at. The index on it needs statistics (migration 0241). */
  effectiveLanguage: text('effective_language').generatedAlwaysAs(sql`coalesce(own_language, language)`),
  timeZone: text('time_zone'),
  country: text(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  deletedAt: at('deleted_at'),
  erasedAt: at('erased_at'),
  /** A merged duplicate, or the holder of an address that was removed, is part of this contact. */
  mergedInto: uuid('merged_into'),
});

/** One way to reach a contact. */
export const addresses = pgTable('addresses', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  contactId: uuid('contact_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  address: text().notNull(),
  /** The only account at its provider that reaches it; null where any does. */
  account: text(),
  confirmedAt: at('confirmed_at'),
  suppressedAt: at('suppressed_at'),
  /** What reaches a device that registered itself; nothing else reads it. */
  sealed: text(),
  /** The brand on whose page it did, whose alerts alone it shows. Null: every brand's. */
  brandId: uuid('brand_id'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const contactTags = pgTable('contact_tags', {
  workspaceId: uuid('workspace_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  tag: text().notNull(),
});

/** What a contact is searched by. Triggers write it. */
export const contactWords = pgTable('contact_words', {
  workspaceId: uuid('workspace_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  word: text().notNull(),
});

export const audiences = pgTable('audiences', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  kind: text().$type<'list' | 'filter' | 'members'>().notNull(),
  filter: jsonb().$type<AudienceFilter>(),
  /** Its attention budget, by the clock of the time zone; all null where there is none. */
  mostPerHour: smallint('most_per_hour'),
  mostPerDay: smallint('most_per_day'),
  budgetTimeZone: text('budget_time_zone'),
  /** Alerts about the same move within so many minutes reach it as one; null where each is sent. */
  groupMinutes: smallint('group_minutes'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  deletedAt: at('deleted_at'),
});

export const audienceContacts = pgTable('audience_contacts', {
  workspaceId: uuid('workspace_id').notNull(),
  audienceId: uuid('audience_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  addedAt: at('added_at').notNull(),
});

/** How many contacts a workspace has besides its members. Triggers count (migration 0150). */
export const contactCounts = pgTable('contact_counts', {
  workspaceId: uuid('workspace_id').notNull(),
  contacts: integer().notNull().default(0),
  /** The part of the plan's contacts, in percent, that the owners were told of last. */
  told: smallint().$type<0 | 80 | 100>().notNull().default(0),
  /** Since when there are more than the plan includes, and how many it includes; null while all fit. */
  overSince: at('over_since'),
  overAllowed: integer('over_allowed'),
});

/** How many contacts have a tag; none is 0 or no row. Triggers count. */
export const contactTagCounts = pgTable('contact_tag_counts', {
  workspaceId: uuid('workspace_id').notNull(),
  tag: text().notNull(),
  contacts: integer().notNull().default(0),
});
