import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { AuthorizationState } from '#src/shared/authorizations.ts';
import type { UnknownPolicy } from '#src/shared/connections.ts';
import { at, bytea } from './columns.ts';

/** An account at a provider, an SMTP server or an endpoint. `sealed` holds its secrets. */
export const connections = pgTable('connections', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  name: text().notNull(),
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  sealed: text(),
  /** Its messages go to the practice provider of a development machine. */
  practice: boolean().notNull().default(false),
  state: text().$type<'ok' | 'failing' | 'paused'>().notNull().default('ok'),
  problem: text(),
  checkedAt: at('checked_at'),
  /** Sends that failed in a row because of the account. */
  failures: integer().notNull().default(0),
  /** How often the circuit breaker opened since one succeeded. */
  openings: integer().notNull().default(0),
  heldUntil: at('held_until'),
  /** Since when nothing that was sent over it arrived, where its channel gives up after some days. */
  failingSince: at('failing_since'),
  /** When its access token ends, as far as we know; and when it is refreshed next, null for never. */
  tokenEndsAt: at('token_ends_at'),
  refreshAt: at('refresh_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  deletedAt: at('deleted_at'),
  /** The provider's last call, and what was wrong with the last one that was refused since. */
  calledAt: at('called_at'),
  callProblem: text('call_problem'),
  /** What becomes of a message over it whose outcome stays unknown. */
  whenUnknown: text('when_unknown').$type<UnknownPolicy>().notNull().default('ask'),
  /** The account's id at the provider, where it was connected there. */
  account: text(),
});

/** An account that is being connected at its provider. `sealed` holds the PKCE verifier, then the accounts to choose from. */
export const authorizations = pgTable('authorizations', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  userId: uuid('user_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  connectionId: uuid('connection_id'),
  practice: boolean().notNull(),
  stateHash: bytea('state_hash').notNull(),
  sealed: text(),
  state: text().$type<AuthorizationState>().notNull().default('waiting'),
  problem: text(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

/** One place of a connection where a post is seen by many. */
export const destinations = pgTable('destinations', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  connectionId: uuid('connection_id').notNull(),
  name: text().notNull(),
  address: text().notNull(),
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** Alerts of several rules about one move within so many minutes are posted there as one. */
  groupMinutes: smallint('group_minutes'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  deletedAt: at('deleted_at'),
});

/** Who sends a brand's messages over a channel. */
export const senders = pgTable('senders', {
  workspaceId: uuid('workspace_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  connectionId: uuid('connection_id'),
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  /** Until then, the day's number of its domain is used up. */
  heldUntil: at('held_until'),
});

/** A domain that a workspace sends from, with a DKIM key of its own. `sealed` holds the private key. */
export const sendingDomains = pgTable('sending_domains', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  domain: text().notNull(),
  selector: text().notNull(),
  publicKey: text('public_key').notNull(),
  sealed: text().notNull(),
  /** What the last look at the DNS found, by record; null where it gave no answer. */
  found: jsonb().$type<Record<string, boolean | null>>().notNull().default({}),
  alignedAt: at('aligned_at'),
  /** Since when the records of an aligned domain aren't found any more. */
  lostAt: at('lost_at'),
  signsAt: at('signs_at'),
  checkedAt: at('checked_at'),
  createdAt: at('created_at').notNull(),
  /** A new domain sends few messages a day, and more each day. */
  warmUpBeganAt: at('warm_up_began_at'),
  warmUpEndedAt: at('warm_up_ended_at'),
  /** Who ended it early, and why. */
  warmUpEndedBy: text('warm_up_ended_by'),
  warmUpEndReason: text('warm_up_end_reason'),
});

/** Names of places that anyone can open at an address of ours. One that was given up stays its workspace's. */
export const publicPlaces = pgTable('public_places', {
  workspaceId: uuid('workspace_id').notNull(),
  slug: text().notNull(),
  destinationId: uuid('destination_id').notNull(),
  takenAt: at('taken_at').notNull(),
});

/** Alerts that members took off public pages. */
export const hiddenPosts = pgTable('hidden_posts', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  hiddenAt: at('hidden_at').notNull(),
});
