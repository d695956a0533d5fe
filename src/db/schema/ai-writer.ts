import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ProviderId, WriterOutcome, WriterRefusal } from '#src/shared/content/ai-writer.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { at } from './columns.ts';

export type WriterSource = 'installation' | 'own';

/** The model that a workspace's alerts are written by. `sealed` holds the key. */
export const aiWriters = pgTable('ai_writers', {
  workspaceId: uuid('workspace_id').primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  source: text().$type<WriterSource>().notNull().default('own'),
  provider: text().$type<ProviderId>().notNull(),
  address: text(),
  model: text(),
  sealed: text(),
  /** Ten-thousandths of a US dollar per million tokens; null is the listed price. */
  inputPrice: integer('input_price'),
  outputPrice: integer('output_price'),
  capCents: integer('cap_cents').notNull(),
  checkedAt: at('checked_at'),
  checkedOutcome: text('checked_outcome').$type<WriterOutcome>(),
  updatedAt: at('updated_at').notNull(),
});

/** Each time a model was asked, or would have been. */
export const aiWriterCalls = pgTable('ai_writer_calls', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  purpose: text().$type<'alert' | 'playground' | 'check'>().notNull(),
  alertId: uuid('alert_id'),
  language: text().$type<Language>(),
  source: text().$type<WriterSource>().notNull(),
  provider: text().notNull(),
  model: text().notNull(),
  /** Null until it ended. */
  outcome: text().$type<WriterOutcome>(),
  refusals: jsonb().$type<WriterRefusal[]>().notNull().default([]),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  costMicrocents: bigint('cost_microcents', { mode: 'number' }).notNull().default(0),
  tookMs: integer('took_ms').notNull().default(0),
  promptHash: text('prompt_hash'),
  answerHash: text('answer_hash'),
  createdAt: at('created_at').notNull(),
});

/** What a month cost, by whose account paid. */
export const aiWriterMonths = pgTable('ai_writer_months', {
  workspaceId: uuid('workspace_id').notNull(),
  month: date().notNull(),
  source: text().$type<WriterSource>().notNull(),
  calls: integer().notNull().default(0),
  written: integer().notNull().default(0),
  inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
  outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
  costMicrocents: bigint('cost_microcents', { mode: 'number' }).notNull().default(0),
});
