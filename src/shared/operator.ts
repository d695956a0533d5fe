import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { chatFormSchema, chatMessageSchema } from './chat.ts';
import { contactFormSchema, MESSAGE_KINDS } from './contact.ts';
import { feedStateSchema } from './feeds.ts';
import { ROLES } from './permissions.ts';

/** What the operator console shows and is told: /api/v1/operator. Times are ISO in UTC. */
export const OPERATOR_PAGE_MAX = 100;
const at = z.iso.datetime();
const page = <S extends z.ZodMiniType>(item: S) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) });
const personShape = { email: z.string(), name: z.string() };

export const operatorMeSchema = z.object({
  email: z.string(),
  secondFactor: z.boolean(),
  /** What should be put right in the configuration, as sentences. */
  warnings: z.array(z.string()),
  /** What waits: messages unhandled, conversations unanswered, jobs failed; leads of the last seven days. */
  counts: z.object({ messages: z.int(), conversations: z.int(), leads: z.int(), jobs: z.int() }),
});
export type OperatorMe = z.infer<typeof operatorMeSchema>;

const operatorLeadSchema = z.object({
  id: z.uuid(),
  company: z.string(),
  email: z.string(),
  volume: z.string(),
  brandedEmails: z.string(),
  platforms: z.array(z.string()),
  createdAt: at,
});
export const operatorLeadsSchema = page(operatorLeadSchema);
export type OperatorLead = z.infer<typeof operatorLeadSchema>;

/** Of an open message: when the answer is promised, and whether the plan has priority support. */
const promiseShape = { priority: z.boolean(), answerBy: z.nullable(at) };

const operatorMessageSchema = z.object({
  id: z.uuid(),
  kind: z.enum(MESSAGE_KINDS),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  workspaceId: z.nullable(z.uuid()),
  mailedAt: z.nullable(at),
  handledAt: z.nullable(at),
  handledBy: z.nullable(z.string()),
  createdAt: at,
  ...promiseShape,
});
export const operatorMessagesSchema = page(operatorMessageSchema);
export type OperatorMessage = z.infer<typeof operatorMessageSchema>;
/** An email that came to the team: of whom it is, and what it says. */
export const operatorEmailSchema = z.pick(contactFormSchema, { email: true, subject: true, message: true });
export const handledFormSchema = z.object({ handled: z.boolean('handled is true or false') });

const operatorConversationSchema = z.object({
  id: z.uuid(),
  ...personShape,
  workspaceId: z.uuid(),
  workspace: z.string(),
  lastAt: at,
  lastAuthor: z.enum(['person', 'team']),
  waiting: z.boolean(),
  excerpt: z.string(),
  ...promiseShape,
});
export const operatorConversationsSchema = page(operatorConversationSchema);
export type OperatorConversation = z.infer<typeof operatorConversationSchema>;

/** One conversation; the messages newest first. */
export const operatorThreadSchema = z.object({
  id: z.uuid(),
  ...personShape,
  workspaceId: z.uuid(),
  workspace: z.string(),
  waiting: z.boolean(),
  ...promiseShape,
  items: z.array(chatMessageSchema),
  next: z.nullable(z.string()),
});
export type OperatorThread = z.infer<typeof operatorThreadSchema>;
export const replyFormSchema = chatFormSchema;
export const doneFormSchema = z.object({ done: z.boolean('done is true or false') });

/** A person in one workspace; people without one have no workspace here. */
const operatorAccountSchema = z.object({
  userId: z.uuid(),
  ...personShape,
  confirmed: z.boolean(),
  secondFactor: z.boolean(),
  createdAt: at,
  lastSignInAt: z.nullable(at),
  workspace: z.nullable(
    z.object({
      id: z.uuid(),
      name: z.string(),
      role: z.enum(ROLES),
      plan: z.nullable(z.string()),
      status: z.nullable(z.string()),
      trialEndsAt: z.nullable(at),
      members: z.int(),
    }),
  ),
});
export const operatorAccountsSchema = z.object({ items: z.array(operatorAccountSchema) });
export type OperatorAccount = z.infer<typeof operatorAccountSchema>;
/** No more are answered: a longer part of the address finds fewer. */
export const ACCOUNTS_MAX = 50;

export const HAND_PLANS = ['starter', 'pro', 'enterprise'] as const;
export const operatorWorkspaceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  accountType: z.string(),
  createdAt: at,
  planId: z.enum(HAND_PLANS),
  plan: z.nullable(z.string()),
  status: z.nullable(z.string()),
  standing: z.enum(['trial', 'active', 'grace', 'read_only']),
  /** When the standing ends by itself. */
  ends: z.nullable(at),
  trialEndsAt: z.nullable(at),
  members: z.array(
    z.object({ ...personShape, role: z.enum(ROLES), lastSignInAt: z.nullable(at), createdAt: at }),
  ),
});
export type OperatorWorkspace = z.infer<typeof operatorWorkspaceSchema>;

/** A plan set by hand: for good, or as a trial until a day ahead. `reason` is kept with who did it. */
export const planFormSchema = z.object({
  planId: z.enum(HAND_PLANS, 'planId is starter, pro or enterprise'),
  trialEndsAt: z.nullable(z.iso.datetime('trialEndsAt is a moment in UTC, or null')),
  reason: z
    .string('Say why')
    .check(
      z.trim(),
      z.minLength(3, 'Say why, in a few words'),
      z.maxLength(200, 'Say why in 200 characters'),
    ),
});
export type PlanForm = z.infer<typeof planFormSchema>;

/** What may not be sent, until an operator allows it again. `target`: the channel or the workspace's id. */
const STOP_SCOPES = ['all', 'channel', 'workspace'] as const;
const operatorStopSchema = z.object({
  id: z.uuid(),
  scope: z.enum(STOP_SCOPES),
  target: z.string(),
  name: z.string(),
  reason: z.string(),
  by: z.string(),
  since: at,
});
/** How each feed of market data is. */
const operatorFeedSchema = z.object({
  id: z.string(),
  title: z.string(),
  state: feedStateSchema,
  problem: z.nullable(z.string()),
  since: z.nullable(at),
  lastMessageAt: z.nullable(at),
});
export const operatorFeedsSchema = page(operatorFeedSchema);
export type OperatorFeed = z.infer<typeof operatorFeedSchema>;

export const operatorStopsSchema = page(operatorStopSchema);
export type OperatorStop = z.infer<typeof operatorStopSchema>;
const stopReason = z
  .string('Say why')
  .check(z.trim(), z.minLength(3, 'Say why, in a few words'), z.maxLength(200, 'Say why in 200 characters'));
/** The reason is read by the customers whose alerts wait. */
export const stopFormSchema = z.discriminatedUnion(
  'scope',
  [
    z.object({ scope: z.literal('all'), reason: stopReason }),
    z.object({
      scope: z.literal('channel'),
      target: channelKindSchema,
      reason: stopReason,
    }),
    z.object({
      scope: z.literal('workspace'),
      target: z.uuid('target is the id of a workspace'),
      reason: stopReason,
    }),
  ],
  'scope is all, channel or workspace',
);
export type StopForm = z.infer<typeof stopFormSchema>;

/** A job that was tried as often as its queue says, and failed. Ids only: what it carries is not shown. */
const operatorJobSchema = z.object({
  id: z.uuid(),
  queue: z.string(),
  failedAt: at,
  createdAt: z.nullable(at),
  tries: z.int(),
  reason: z.string(),
  about: z.string(),
});
export const operatorJobsSchema = page(operatorJobSchema);
export type OperatorJob = z.infer<typeof operatorJobSchema>;

const operatorTrailEntrySchema = z.object({
  id: z.uuid(),
  operator: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at,
});
export const operatorTrailSchema = page(operatorTrailEntrySchema);
export type OperatorTrailEntry = z.infer<typeof operatorTrailEntrySchema>;
