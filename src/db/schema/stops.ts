import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { StopScope } from '#src/shared/sending.ts';
import { at } from './columns.ts';

/** What members have stopped. What operators have is in `sending_stops`. */
export const workspaceStops = pgTable('workspace_stops', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  scope: text().$type<StopScope>().notNull(),
  /** The brand's id or the channel's kind; empty where everything is stopped. */
  target: text().notNull(),
  reason: text(),
  /** `user:` and the id, or `key:` and the key's name. */
  stoppedBy: text('stopped_by').notNull(),
  since: at('since').notNull(),
});
