import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { InvitationEnd, InvitedRole } from '#src/shared/team.ts';
import { at, bytea } from './columns.ts';

export const invitations = pgTable('invitations', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  email: text().notNull(),
  role: text().$type<InvitedRole>().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  invitedBy: uuid('invited_by').notNull(),
  inviterName: text('inviter_name').notNull(),
  createdAt: at('created_at').notNull(),
  sentAt: at('sent_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  ended: text().$type<InvitationEnd>(),
  endedAt: at('ended_at'),
});
