import { bigint, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { HoldScope } from '#src/shared/ledger-keeping.ts';
import { at, bytea } from './columns.ts';

/** The chain of what was decided, consented to and sent. Written by the functions of migration 0120 and nothing else. */
export const ledgerEntries = pgTable('ledger_entries', {
  workspaceId: uuid('workspace_id').notNull(),
  sequence: bigint({ mode: 'number' }).notNull(),
  kind: text().notNull(),
  subject: text().notNull(),
  at: at('at').notNull(),
  body: text().notNull(),
  previous: bytea().notNull(),
  hash: bytea().notNull(),
});

/** Where each workspace's chain ends. */
export const ledgerChains = pgTable('ledger_chains', {
  workspaceId: uuid('workspace_id').notNull(),
  sequence: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
  signedSequence: bigint('signed_sequence', { mode: 'number' }).notNull().default(0),
  signedAt: at('signed_at'),
  retentionYears: smallint('retention_years').notNull().default(6),
  heldAt: at('held_at'),
});

export const ledgerBytes = pgTable('ledger_bytes', {
  workspaceId: uuid('workspace_id').notNull(),
  hash: bytea().notNull(),
  type: text().notNull(),
  size: integer().notNull(),
  bytes: bytea().notNull(),
  keptAt: at('kept_at').notNull().defaultNow(),
});

export const ledgerHeads = pgTable('ledger_heads', {
  workspaceId: uuid('workspace_id').notNull(),
  sequence: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
  at: at('at').notNull(),
  publicKey: bytea('public_key').notNull(),
  signature: bytea().notNull(),
});

/** Null is a key that was destroyed when the person was erased. */
export const ledgerKeys = pgTable('ledger_keys', {
  workspaceId: uuid('workspace_id').notNull(),
  person: uuid().notNull(),
  key: bytea(),
  createdAt: at('created_at').notNull().defaultNow(),
  destroyedAt: at('destroyed_at'),
});

/** Settled windows of deliveries that wait for the writer of the chain. */
export const ledgerWindows = pgTable('ledger_windows', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  at: at('at').notNull(),
  alertId: uuid('alert_id').notNull(),
  body: text().notNull(),
});

/** Legal holds. Rows are added and never changed. */
export const ledgerHolds = pgTable('ledger_holds', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  scope: text().$type<HoldScope>().notNull(),
  target: text(),
  fromAt: at('from_at'),
  toAt: at('to_at'),
  reason: text().notNull(),
  placedBy: uuid('placed_by').notNull(),
  placedAt: at('placed_at').notNull(),
});

/** What ended a hold. */
export const ledgerHoldLifts = pgTable('ledger_hold_lifts', {
  workspaceId: uuid('workspace_id').notNull(),
  holdId: uuid('hold_id').notNull(),
  reason: text().notNull(),
  liftedBy: uuid('lifted_by').notNull(),
  liftedAt: at('lifted_at').notNull(),
});
