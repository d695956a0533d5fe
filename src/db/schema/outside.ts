import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { HookCall } from '#src/shared/outside/rules.ts';
import { at, bytea } from './columns.ts';

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** The address of a webhook rule; see migration 0028. */
export const ruleHooks = pgTable('rule_hooks', {
  workspaceId: uuid('workspace_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  secretHash: bytea('secret_hash').notNull(),
  hint: text().notNull(),
  madeAt: at('made_at').notNull(),
  accepted: count('accepted'),
  repeated: count('repeated'),
  refused: count('refused'),
});

export const hookCalls = pgTable('hook_calls', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  ruleId: uuid('rule_id').notNull(),
  receivedAt: at('received_at').notNull(),
  contentType: text('content_type').notNull(),
  body: text().notNull(),
  bodyHash: bytea('body_hash').notNull(),
  saidId: text('said_id'),
  outcome: text().$type<HookCall['outcome']>().notNull(),
  reason: text(),
  alertId: uuid('alert_id'),
});
