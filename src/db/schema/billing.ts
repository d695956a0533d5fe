import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AddOnId, PayablePlanId, PlanId } from '#src/shared/plans.ts';
import { at } from './columns.ts';

export const subscriptions = pgTable('subscriptions', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  /** Who subscribed; null once that person has left. */
  userId: uuid('user_id'),
  planId: text('plan_id').$type<PlanId>().notNull(),
  plan: text().notNull(),
  status: text().notNull(),
  trialEndsAt: at('trial_ends_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  addOns: text('add_ons').array().$type<AddOnId[]>().notNull().default([]),
  monthlyCents: integer('monthly_cents'),
  periodStart: at('period_start'),
  periodEnd: at('period_end'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  pastDueSince: at('past_due_since'),
  nextPlanId: text('next_plan_id').$type<PayablePlanId>(),
  nextAddOns: text('next_add_ons').array().$type<AddOnId[]>(),
  provider: text(),
  providerRef: text('provider_ref'),
  providerStartedAt: at('provider_started_at'),
  providerVersion: bigint('provider_version', { mode: 'number' }),
  askingBy: uuid('asking_by'),
  askingUntil: at('asking_until'),
  setByHandAt: at('set_by_hand_at'),
});

export const checkouts = pgTable('checkouts', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  provider: text().notNull(),
  planId: text('plan_id').$type<PayablePlanId>().notNull(),
  addOns: text('add_ons').array().$type<AddOnId[]>().notNull(),
  monthlyCents: integer('monthly_cents').notNull(),
  creditCents: integer('credit_cents').notNull(),
  dueCents: integer('due_cents').notNull(),
  state: text().$type<'open' | 'paid' | 'declined' | 'expired'>().notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const paymentEvents = pgTable('payment_events', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  provider: text().notNull(),
  eventId: text('event_id').notNull(),
  kind: text().notNull(),
  outcome: text().$type<'applied' | 'superseded' | 'unknown_checkout'>().notNull(),
  body: jsonb().notNull(),
  eventAt: at('event_at').notNull(),
  receivedAt: at('received_at').notNull(),
});

export type InvoiceLine = { text: string; cents: number };
export const invoices = pgTable('invoices', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  provider: text().notNull(),
  providerRef: text('provider_ref').notNull(),
  billedTo: text('billed_to').notNull(),
  billedEmail: text('billed_email').notNull(),
  lines: jsonb().$type<InvoiceLine[]>().notNull(),
  totalCents: integer('total_cents').notNull(),
  currency: text().$type<'usd'>().notNull(),
  periodStart: at('period_start').notNull(),
  periodEnd: at('period_end').notNull(),
  paidAt: at('paid_at').notNull(),
});

export const usageMonths = pgTable('usage_months', {
  workspaceId: uuid('workspace_id').notNull(),
  month: date({ mode: 'string' }).notNull(),
  alerts: integer().notNull().default(0),
  withheld: integer().notNull().default(0),
  toldNear: integer('told_near'),
  toldFull: integer('told_full'),
});
