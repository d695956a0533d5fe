import { bigint, boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { FeedHappeningKind, FeedState, SymbolKind } from '#src/shared/feeds.ts';
import type { ProviderId } from '#src/shared/market-data.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { at } from './columns.ts';

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Market data of a feed at work; see migrations 0027 and 0044. */
export const feedShards = pgTable('feed_shards', {
  feed: text().notNull(),
  shard: smallint().notNull(),
  leaseOwner: uuid('lease_owner'),
  leaseUntil: at('lease_until'),
  epoch: count('epoch'),
  state: text().$type<FeedState>().notNull(),
  problem: text(),
  since: at('since').notNull(),
  lastMessageAt: at('last_message_at'),
  lagMs: integer('lag_ms'),
  silent: uuid('silent').array().notNull().default([]),
  connects: count('connects'),
  silences: count('silences'),
  ticks: count('ticks'),
  repeated: count('repeated'),
  filled: count('filled'),
  lost: count('lost'),
  late: count('late'),
  quarantined: count('quarantined'),
  updatedAt: at('updated_at').notNull(),
});

export const feedCursors = pgTable('feed_cursors', {
  instrumentId: uuid('instrument_id').primaryKey(),
  closedUntil: at('closed_until'),
  wholeFrom: at('whole_from'),
  lastId: bigint('last_id', { mode: 'number' }),
  lastTs: at('last_ts'),
  price: text(),
  priceAt: at('price_at'),
  refused: text(),
  haltedAt: at('halted_at'),
  haltReason: text('halt_reason'),
});

/** How far the rules on a series that look at the same other instruments are dealt with; see migration 0032. */
export const joinedCursors = pgTable('joined_cursors', {
  instrumentId: uuid('instrument_id').notNull(),
  timeframe: text().$type<Timeframe>().notNull(),
  others: text().notNull(),
  cursorTs: at('cursor_ts').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const feedQuarantine = pgTable('feed_quarantine', {
  id: uuid().primaryKey(),
  feed: text().notNull(),
  instrumentId: uuid('instrument_id'),
  reason: text().notNull(),
  problem: text().notNull(),
  sample: text().notNull(),
  count: integer().notNull(),
  firstAt: at('first_at').notNull(),
  lastAt: at('last_at').notNull(),
  file: text(),
  line: integer(),
});

export const feedHappenings = pgTable('feed_happenings', {
  id: uuid().primaryKey(),
  feed: text().notNull(),
  kind: text().$type<FeedHappeningKind>().notNull(),
  instrumentId: uuid('instrument_id'),
  problem: text().notNull(),
  at: at('at').notNull(),
});

export const feedWatches = pgTable('feed_watches', {
  workspaceId: uuid('workspace_id').notNull(),
  instrumentId: uuid('instrument_id').notNull(),
  createdAt: at('created_at').notNull(),
});

/** Keys of workspaces for sources of market data; see migration 0195. */
export const feedKeys = pgTable('feed_keys', {
  workspaceId: uuid('workspace_id').notNull(),
  provider: text().$type<ProviderId>().notNull(),
  sealed: text().notNull(),
  fingerprint: text().notNull(),
  /** Shown, so that people know which key it is. */
  hint: text().notNull(),
  plan: text().notNull(),
  extended: boolean().notNull(),
  checkedAt: at('checked_at').notNull(),
  connectedAt: at('connected_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** Instruments that one workspace alone sees; see migrations 0035 and 0039. */
export const ownInstruments = pgTable('own_instruments', {
  workspaceId: uuid('workspace_id').notNull(),
  instrumentId: uuid('instrument_id').notNull(),
  symbol: text().notNull(),
  removedAt: at('removed_at'),
});

/** The symbols that a feed lists. */
export const feedSymbolLists = pgTable('feed_symbol_lists', {
  feed: text().primaryKey(),
  symbols: jsonb().$type<
    {
      symbol: string;
      ticker: string;
      name: string;
      kind: SymbolKind;
      currency: string;
      venue?: string;
      isin?: string;
    }[]
  >(),
  refreshedAt: at('refreshed_at'),
  triedAt: at('tried_at').notNull(),
  problem: text(),
});
