import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at, bytea } from './columns.ts';

export const apiKeys = pgTable('api_keys', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  hint: text().notNull(),
  keyHash: bytea('key_hash').notNull(),
  scopes: text().array().notNull(),
  createdBy: uuid('created_by'),
  createdByName: text('created_by_name').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at'),
  lastUsedAt: at('last_used_at'),
  lastUsedNetwork: text('last_used_network'),
  revokedAt: at('revoked_at'),
});

export const idempotencyKeys = pgTable('idempotency_keys', {
  workspaceId: uuid('workspace_id').notNull(),
  actor: text().notNull(),
  route: text().notNull(),
  keyHash: bytea('key_hash').notNull(),
  requestHash: bytea('request_hash').notNull(),
  claim: uuid().notNull(),
  claimedAt: at('claimed_at').notNull(),
  status: smallint(),
  body: text(),
  contentType: text('content_type'),
});
