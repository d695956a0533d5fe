import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { CorrectedBar, CorrectedFigure } from '#src/shared/bar-corrections.ts';
import { at } from './columns.ts';

/** What checks of alerts came to whose bars were corrected; see migrations 0340, 0341 and 0386. */
export const barCorrections = pgTable('bar_corrections', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  alertId: uuid('alert_id').notNull(),
  /** `proposed`: how it ended is the follow-up's. */
  state: text()
    .$type<'checking' | 'still_right' | 'differs' | 'proposed' | 'dismissed' | 'not_sent' | 'not_possible'>()
    .notNull(),
  cause: text().$type<'bar' | 'split'>().notNull(),
  changeId: bigint('change_id', { mode: 'number' }).notNull(),
  bars: jsonb().$type<CorrectedBar[]>().notNull().default([]),
  figures: jsonb().$type<CorrectedFigure[]>().notNull().default([]),
  triggers: boolean(),
  problem: text(),
  followUpId: uuid('follow_up_id'),
  foundAt: at('found_at').notNull(),
  checkedAt: at('checked_at'),
  nextAt: at('next_at').notNull(),
  dismissedBy: text('dismissed_by'),
  reason: text(),
  dismissedAt: at('dismissed_at'),
  version: integer().notNull().default(1),
});
