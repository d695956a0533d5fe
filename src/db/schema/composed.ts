import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#src/shared/content/answer.ts';
import type { ComposedWords, ComposedVouch, WhenStale } from '#src/shared/composed.ts';
import { at } from './columns.ts';

/** What a person typed for an alert, and when it goes out. */
export const composedAlerts = pgTable('composed_alerts', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  /** Carries its routes. */
  ruleId: uuid('rule_id').notNull(),
  words: jsonb().$type<ComposedWords>().notNull(),
  language: text().$type<Language>().notNull(),
  chart: boolean().notNull(),
  vouches: jsonb().$type<ComposedVouch[]>().notNull().default([]),
  /** `user:ID` or `key:NAME`. */
  writtenBy: text('written_by').notNull(),
  createdAt: at('created_at').notNull(),
  /** Null: as soon as it is approved. */
  sendAt: at('send_at'),
  /** The wall-clock time that was chosen: 2026-11-27T09:00. */
  sendLocal: text('send_local'),
  sendZone: text('send_zone'),
  whenStale: text('when_stale').$type<WhenStale>().notNull().default('hold'),
  /** It still waits for that time. */
  planned: boolean().notNull().default(false),
});
