import { integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import type { Outcome, PolicyContent } from '#src/shared/approval.ts';
import type { PersonKey } from '#src/shared/approving-person.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { FindingCategory, Verdict } from '#src/shared/samples.ts';
import { at, bytea } from './columns.ts';

/** Policies of a workspace. One that is deleted stays for the alerts that were decided under it. */
export const approvalPolicies = pgTable('approval_policies', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  version: integer().notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  deletedAt: at('deleted_at'),
});

/** Every content that a policy had. None of them ever changes. */
export const approvalPolicyVersions = pgTable('approval_policy_versions', {
  workspaceId: uuid('workspace_id').notNull(),
  policyId: uuid('policy_id').notNull(),
  version: integer().notNull(),
  content: jsonb().$type<PolicyContent>().notNull(),
  madeBy: text('made_by').notNull(),
  createdAt: at('created_at').notNull(),
});

/** What was known about an alert when its policy decided, and what it decided. */
export const alertAssessments = pgTable('alert_assessments', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  /** Null for a standard policy. */
  policyId: uuid('policy_id'),
  policyName: text('policy_name').notNull(),
  policyVersion: integer('policy_version').notNull(),
  policyContent: jsonb('policy_content').$type<PolicyContent>().notNull(),
  inputs: jsonb().$type<ApprovalInputs>().notNull(),
  outcome: text().$type<Outcome>().notNull(),
  score: numeric({ mode: 'number' }),
  escalatedAt: at('escalated_at'),
  remindedAt: at('reminded_at'),
  /** Where the price had moved too far: when approval was asked for again, and at which price. */
  askedAgainAt: at('asked_again_at'),
  askedAgainPrice: numeric('asked_again_price', { mode: 'number' }),
  /** Since when it waits, where it was approved before. */
  waitsSince: at('waits_since'),
  createdAt: at('created_at').notNull(),
});

/** Of a policy that asks two people: who has approved a revision so far. */
export const alertVotes = pgTable('alert_votes', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  revisionHash: text('revision_hash').notNull(),
  /** One of the two. */
  userId: uuid('user_id'),
  approverId: uuid('approver_id'),
  createdAt: at('created_at').notNull(),
});

/** Links in emails that ask a person to decide on a revision of an alert. */
export const approvalLinks = pgTable('approval_links', {
  workspaceId: uuid('workspace_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  alertId: uuid('alert_id').notNull(),
  revisionHash: text('revision_hash').notNull(),
  /** One of the two. */
  userId: uuid('user_id'),
  approverId: uuid('approver_id'),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
  decision: text().$type<'approve' | 'reject'>(),
  /** The browser of a notification, with which the link ends; null for a link of an email. */
  deviceId: uuid('device_id'),
});

/** People outside the workspace who approve the alerts of a brand. One that is removed keeps the name for the record. */
export const clientApprovers = pgTable('client_approvers', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  brandId: uuid('brand_id').notNull(),
  name: text().notNull(),
  entity: text().notNull(),
  email: text(),
  language: text().$type<Language>().notNull(),
  tokenHash: bytea('token_hash'),
  invitedBy: text('invited_by').notNull(),
  invitedAt: at('invited_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  confirmedAt: at('confirmed_at'),
  suspendedAt: at('suspended_at'),
  removedAt: at('removed_at'),
  createdAt: at('created_at').notNull(),
});

/** Alerts that a policy approved and that a person looks at afterwards. */
export const supervisorySamples = pgTable('supervisory_samples', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  policyId: uuid('policy_id').notNull(),
  policyName: text('policy_name').notNull(),
  policyVersion: integer('policy_version').notNull(),
  revisionHash: text('revision_hash').notNull(),
  sampledAt: at('sampled_at').notNull(),
  /** Null until someone has checked it. */
  verdict: text().$type<Verdict>(),
  category: text().$type<FindingCategory>(),
  note: text(),
  judgedBy: text('judged_by').$type<PersonKey>(),
  judgedAt: at('judged_at'),
});

/** When a member is away, and who decides in their place. */
export const deputyPeriods = pgTable('deputy_periods', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  userId: uuid('user_id').notNull(),
  /** Null once that person's account is deleted. */
  deputyId: uuid('deputy_id'),
  startsAt: at('starts_at').notNull(),
  endsAt: at('ends_at').notNull(),
  timeZone: text('time_zone').notNull(),
  endedAt: at('ended_at'),
  endedBecause: text('ended_because').$type<'ended' | 'member'>(),
  madeBy: text('made_by').notNull(),
  createdAt: at('created_at').notNull(),
});
