import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AlertState } from '#src/shared/alerts.ts';
import type { TradingHours } from '#src/shared/bar-import.ts';
import { type CountryPolicy, NO_COUNTRY_POLICY } from '#src/shared/countries/policy.ts';
import type { Blocked } from '#src/shared/countries/verdict.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { EventHistory } from '#src/shared/content/event-history.ts';
import type {
  BrandDisclaimer,
  BrandVoice,
  DarkPictures,
  FontName,
  ShapeName,
  Socials,
} from '#src/shared/brand-kit.ts';
import type { ChosenFormats } from '#src/shared/formats.ts';
import { NO_TRACKING, type Tracking } from '#src/shared/tracking.ts';
import type { MessageKind } from '#src/shared/contact.ts';
import type { NotificationKind } from '#src/shared/notifications.ts';
import type { RuleMessage } from '#src/shared/rules/message.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { Role } from '#src/shared/permissions.ts';
import { at, bytea, inet, tsvector } from './schema/columns.ts';

export * from './schema/activity.ts';
export * from './schema/approval.ts';
export * from './schema/attention.ts';
export * from './schema/ai-writer.ts';
export * from './schema/bar-corrections.ts';
export * from './schema/billing.ts';
export * from './schema/calendar.ts';
export * from './schema/comments.ts';
export * from './schema/demo.ts';
export * from './schema/feeds.ts';
export * from './schema/follow-ups.ts';
export * from './schema/first-run.ts';
export * from './schema/chat.ts';
export * from './schema/operators.ts';
export * from './schema/invitations.ts';
export * from './schema/documents.ts';
export * from './schema/api-keys.ts';
export * from './schema/notification-choices.ts';
export * from './schema/installation-keys.ts';
export * from './schema/leaving.ts';
export * from './schema/sign-up.ts';
export * from './schema/external.ts';
export * from './schema/contact-imports.ts';
export * from './schema/people.ts';
export * from './schema/composed.ts';
export * from './schema/connections.ts';
export * from './schema/delivery.ts';
export * from './schema/digests.ts';
export * from './schema/reader-bots.ts';
export * from './schema/review-chats.ts';
export * from './schema/reactions.ts';
export * from './schema/routes.ts';
export * from './schema/ledger.ts';
export * from './schema/lifecycle.ts';
export * from './schema/link-hosts.ts';
export * from './schema/media.ts';
export * from './schema/mutes.ts';
export * from './schema/rules.ts';
export * from './schema/sending-hours.ts';
export * from './schema/splits.ts';
export * from './schema/stops.ts';
export * from './schema/symbol-lists.ts';
export * from './schema/templates.ts';

/**
 * The tables as the queries see them. The migrations are the truth; schema.test.ts compares the two column by
 * column, so that they cannot part.
 */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  passwordHash: text('password_hash'),
  emailConfirmedAt: at('email_confirmed_at'),
  confirmationSentAt: at('confirmation_sent_at'),
  lastSignInAt: at('last_sign_in_at'),
  bannedUntil: at('banned_until'),
  recoverySentAt: at('recovery_sent_at'),
  reauthenticationSentAt: at('reauthentication_sent_at'),
  invitedAt: at('invited_at'),
  newEmail: text('new_email'),
  emailChangeSentAt: at('email_change_sent_at'),
  emailChangeAccepted: text('email_change_accepted').$type<'current' | 'new'>(),
  appMetadata: jsonb('app_metadata').$type<Record<string, unknown>>().notNull().default({}),
  userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
  workspaceStartedAt: at('workspace_started_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  refreshCounter: integer('refresh_counter').notNull().default(0),
  aal: text().$type<'aal1' | 'aal2'>().notNull().default('aal1'),
  amr: jsonb().$type<{ method: string; timestamp: number }[]>().notNull().default([]),
  userAgent: text('user_agent'),
  ip: inet(),
  createdAt: at('created_at').notNull(),
  refreshedAt: at('refreshed_at').notNull(),
  factorId: uuid('factor_id'),
  refreshFloor: integer('refresh_floor').notNull().default(0),
});

export const oneTimeTokens = pgTable('one_time_tokens', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text().$type<TokenKind>().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  codeHash: bytea('code_hash'),
  codeTries: smallint('code_tries').notNull().default(0),
  startsAfresh: boolean('starts_afresh').notNull().default(false),
  flowId: uuid('flow_id'),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});
export type TokenKind =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

export const authFlows = pgTable('auth_flows', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  method: text().notNull(),
  challenge: text().notNull(),
  challengeMethod: text('challenge_method').$type<'s256' | 'plain'>().notNull(),
  codeHash: bytea('code_hash'),
  createdAt: at('created_at').notNull(),
  codeIssuedAt: at('code_issued_at'),
});

export const authFactors = pgTable('auth_factors', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  friendlyName: text('friendly_name').notNull().default(''),
  status: text().$type<'unverified' | 'verified'>().notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }),
  lastChallengedAt: at('last_challenged_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const authChallenges = pgTable('auth_challenges', {
  id: uuid().primaryKey(),
  factorId: uuid('factor_id').notNull(),
  ip: inet(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

export const authRecoveryCodes = pgTable('auth_recovery_codes', {
  userId: uuid('user_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
  madeAt: at('made_at').notNull(),
  usedAt: at('used_at'),
});

/** What is counted by src/limits, of every part of the program. */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  used: integer().notNull(),
  resetsAt: at('resets_at').notNull(),
});

export const accountEvents = pgTable('account_events', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  event: text().notNull(),
  ip: inet(),
  userAgent: text('user_agent'),
  at: at('at').notNull(),
});

export const workspaces = pgTable('workspaces', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  accountType: text('account_type').$type<'personal' | 'company'>().notNull().default('personal'),
  createdAt: at('created_at').notNull(),
});

export const members = pgTable('members', {
  workspaceId: uuid('workspace_id').notNull(),
  userId: uuid('user_id').notNull(),
  role: text().$type<Role>().notNull(),
  createdAt: at('created_at').notNull(),
});

export const brands = pgTable('brands', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  color: text().notNull(),
  createdAt: at('created_at').notNull(),
  /** One per workspace: what a rule without a choice uses. */
  isDefault: boolean('is_default').notNull().default(false),
  archivedAt: at('archived_at'),
  /** Null: the color of the header. */
  accent: text(),
  logoHash: text('logo_hash'),
  logoWidth: integer('logo_width'),
  logoHeight: integer('logo_height'),
  updatedAt: at('updated_at'),
  /** What its alerts are written in, the main language first. */
  languages: text().array().$type<Language[]>().notNull().default(['en']),
  logoDarkHash: text('logo_dark_hash'),
  logoDarkWidth: integer('logo_dark_width'),
  logoDarkHeight: integer('logo_dark_height'),
  font: text().$type<FontName>().notNull().default('newswire'),
  shape: text().$type<ShapeName>().notNull().default('soft'),
  /** What isn't set has its default. */
  voice: jsonb().$type<Partial<BrandVoice>>().notNull().default({}),
  disclaimers: jsonb().$type<BrandDisclaimer[]>().notNull().default([]),
  countries: jsonb().$type<CountryPolicy>().notNull().default(NO_COUNTRY_POLICY),
  /** What follows from `countries`, for claims. */
  blocked: jsonb().$type<Blocked>().notNull().default({}),
  timeZone: text('time_zone'),
  /** What isn't set has its default. */
  formats: jsonb().$type<ChosenFormats>().notNull().default({}),
  darkPictures: text('dark_pictures').$type<DarkPictures>().notNull().default('off'),
  website: text(),
  socials: jsonb().$type<Socials>().notNull().default({}),
  /** What is counted of its messages. */
  tracking: jsonb().$type<Tracking>().notNull().default(NO_TRACKING),
});

export const instruments = pgTable('instruments', {
  id: uuid().primaryKey(),
  symbol: text().notNull(),
  name: text().notNull(),
  currency: text().notNull(),
  timeZone: text('time_zone').notNull(),
  createdAt: at('created_at').notNull(),
  exchange: text(),
  tickSize: text('tick_size'),
  session: text().$type<TradingHours>().notNull().default('crypto'),
  simulated: boolean().notNull().default(false),
  feed: text(),
  feedSymbol: text('feed_symbol'),
  owned: boolean().notNull().default(false),
  delayMinutes: integer('delay_minutes'),
  publicPrices: boolean('public_prices').notNull().default(true),
});

export const bars = pgTable('bars', {
  instrumentId: uuid('instrument_id').notNull(),
  timeframe: text().$type<Timeframe>().notNull(),
  ts: at('ts').notNull(),
  open: doublePrecision().notNull(),
  high: doublePrecision().notNull(),
  low: doublePrecision().notNull(),
  close: doublePrecision().notNull(),
  volume: doublePrecision(),
  imported: boolean().notNull().default(false),
});

export const feedRuns = pgTable('feed_runs', {
  id: uuid().primaryKey(),
  feed: text().notNull(),
  source: text().notNull(),
  instrumentId: uuid('instrument_id').notNull(),
  timeframe: text().$type<Timeframe>().notNull(),
  params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  state: text().$type<'running' | 'done' | 'failed'>().notNull(),
  cursorTs: at('cursor_ts'),
  barsSeen: bigint('bars_seen', { mode: 'number' }).notNull().default(0),
  error: text(),
  leaseOwner: uuid('lease_owner'),
  leaseUntil: at('lease_until'),
  epoch: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const trialRuns = pgTable('trial_runs', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  ruleId: uuid('rule_id').notNull(),
  requestedBy: uuid('requested_by').notNull(),
  state: text().$type<'queued' | 'done' | 'nothing_found' | 'failed'>().notNull(),
  error: text(),
  createdAt: at('created_at').notNull(),
  finishedAt: at('finished_at'),
  alertId: uuid('alert_id'),
  resultKey: text('result_key'),
});

export const events = pgTable('events', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  ruleId: uuid('rule_id').notNull(),
  ruleVersion: integer('rule_version').notNull(),
  // Of an external event: `about` says what it is about, and there is no instrument, timeframe and value.
  instrumentId: uuid('instrument_id'),
  about: text(),
  timeframe: text().$type<Timeframe>(),
  detector: text().notNull(),
  barTs: at('bar_ts').notNull(),
  value: doublePrecision(),
  evidence: jsonb().$type<Evidence | ExternalEvidence>().notNull(),
  /** The rule's own words as they were when it spoke. */
  message: jsonb().$type<RuleMessage>(),
  dedupeKey: text('dedupe_key').notNull(),
  trialRunId: uuid('trial_run_id'),
  createdAt: at('created_at').notNull(),
});

export const alerts = pgTable('alerts', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  eventId: uuid('event_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  state: text().$type<AlertState>().notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  // Said again from the event, for lists: written once with it. `title` comes with the words.
  ruleId: uuid('rule_id').notNull(),
  instrumentId: uuid('instrument_id'),
  about: text(),
  timeframe: text().$type<Timeframe>(),
  detector: text().notNull(),
  value: doublePrecision(),
  eventTime: at('event_time').notNull(),
  trial: boolean().notNull(),
  title: text(),
  words: tsvector().generatedAlwaysAs(sql`to_tsvector('simple', coalesce(title, ''))`),
  /** The first day of the month in which its event was made: where its deliveries lie. */
  eventMonth: date('event_month')
    .notNull()
    .generatedAlwaysAs(sql`(date_trunc('month', created_at at time zone 'UTC'))::date`),
  /** The revision that was approved, by the hash of its content. */
  approvedHash: text('approved_hash'),
  /** The revision that a person took editorial responsibility for, by its hash. */
  reviewedHash: text('reviewed_hash'),
  /** Where its event stands in the history of its symbol; null for what has no bars, or too few. */
  history: jsonb().$type<EventHistory>(),
});

export const alertTransitions = pgTable('alert_transitions', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  alertId: uuid('alert_id').notNull(),
  fromState: text('from_state').$type<AlertState>(),
  toState: text('to_state').$type<AlertState>().notNull(),
  actor: text().notNull(),
  reason: text().notNull(),
  at: at('at').notNull(),
});

export const savedViews = pgTable('saved_views', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  userId: uuid('user_id').notNull(),
  screen: text().$type<'alerts'>().notNull(),
  name: text().notNull(),
  query: text().notNull(),
  createdAt: at('created_at').notNull(),
});

/** What one member should know of. Written by src/db/queries/notify.ts. */
export const notifications = pgTable('notifications', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  userId: uuid('user_id').notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  link: text().notNull(),
  count: integer().notNull().default(1),
  createdAt: at('created_at').notNull(),
  readAt: at('read_at'),
  mailDecidedAt: at('mail_decided_at'),
  pushDue: boolean('push_due').notNull().default(false),
});

/** What visitors leave. Written by /rest/v1 only, under the visitors' roles. */
export const leads = pgTable('leads', {
  id: uuid()
    .primaryKey()
    .default(sql`default`),
  companyName: text('company_name').notNull(),
  contactEmail: text('contact_email').notNull(),
  messageVolume: text('message_volume').notNull(),
  brandedEmails: text('branded_emails').notNull(),
  platforms: text().array().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const leadNotices = pgTable('lead_notices', {
  id: uuid().primaryKey(),
  companyName: text('company_name').notNull(),
  contactEmail: text('contact_email').notNull(),
  messageVolume: text('message_volume').notNull(),
  brandedEmails: text('branded_emails').notNull(),
  platforms: text().array().notNull(),
  consentMarketing: boolean('consent_marketing').notNull(),
  contentHash: bytea('content_hash').notNull(),
  teamMail: text('team_mail').$type<'queued' | 'sent' | 'failed'>().notNull(),
  createdAt: at('created_at').notNull(),
});

export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey(),
  kind: text().$type<MessageKind>().notNull(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  userId: uuid('user_id'),
  workspaceId: uuid('workspace_id'),
  mailedAt: at('mailed_at'),
  createdAt: at('created_at').notNull(),
  handledAt: at('handled_at'),
  handledBy: text('handled_by'),
  priority: boolean().notNull().default(false),
  answerBy: at('answer_by'),
});
