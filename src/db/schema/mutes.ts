import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
  /** `user:` and the id, or `key:` and the key's name. */
  mutedBy: text('muted_by').notNull(),
  since: at('since').notNull(),
  /** Null if it lasts until someone unmutes it. */
  until: at('until'),
  timeZone: text('time_zone').notNull(),
});
