import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FollowUpPurpose, FollowUpState } from '#src/shared/follow-ups.ts';
import { at } from './columns.ts';

/** An update or a correction of an alert: a revision on its way to those who got the first. */
export const followUps = pgTable('follow_ups', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  alertId: uuid('alert_id').notNull(),
  purpose: text().$type<FollowUpPurpose>().notNull(),
  sendNo: integer('send_no').notNull(),
  revisionId: uuid('revision_id').notNull(),
  state: text().$type<FollowUpState>().notNull(),
  /** Figures that its author confirmed: the alert's evidence doesn't have them. */
  ownFigures: text('own_figures').array().notNull().default([]),
  /** `user:ID` or `key:NAME`. */
  writtenBy: text('written_by').notNull(),
  /** Null: a policy. */
  decidedBy: text('decided_by'),
  reason: text(),
  createdAt: at('created_at').notNull(),
  decidedAt: at('decided_at'),
});
