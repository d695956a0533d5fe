import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Suspended } from '#src/shared/flapping.ts';
import type { MuteKind } from '#src/shared/mutes.ts';
import { at } from './columns.ts';

/** What members have muted; over where `until` has passed. */
export const mutes = pgTable('mutes', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  kind: text().$type<MuteKind>().notNull(),
  /** The id of the rule, the instrument or the brand. */
  target: uuid().notNull(),
  reason: text(),
  /** `user:` and the id, `key:` and the key's name, or `SYSTEM`. */
  mutedBy: text('muted_by').notNull(),
  since: at('since').notNull(),
  /** Null if it lasts until someone unmutes it. */
  until: at('until'),
  timeZone: text('time_zone').notNull(),
  /** Why the system suspended the rule; null for what someone muted. */
  suspended: jsonb().$type<Suspended>(),
});

/** When a rule is suspended, in workspaces that chose another limit. */
export const flappingLimits = pgTable('flapping_limits', {
  workspaceId: uuid('workspace_id').primaryKey(),
  most: integer(),
  minutes: integer().notNull(),
});

/** When a rule was resumed last, and when it was last reported that a critical one triggers too often. */
export const ruleFlapping = pgTable('rule_flapping', {
  workspaceId: uuid('workspace_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  resumedAt: at('resumed_at'),
  reportedAt: at('reported_at'),
});
