import * as z from 'zod/mini';
import { ADD_ON_IDS, PAYABLE_PLAN_IDS, PLAN_IDS } from './plans.ts';
import { STANDINGS } from './standing.ts';

/** Cents are US cents, times ISO in UTC, `null` no limit. */
const cents = z.int();
const when = z.iso.datetime();
const planId = z.enum(PLAN_IDS);
const addOns = z.array(z.enum(ADD_ON_IDS));

const lines = z.array(z.object({ text: z.string(), cents }));
export const invoiceItemSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  totalCents: cents,
  paidAt: when,
  periodStart: when,
  periodEnd: when,
});

/** /api/v1/billing: everything about money. */
export const billingSchema = z.object({
  provider: z.nullable(z.object({ id: z.string(), label: z.string(), test: z.boolean() })),
  plan: z.object({
    id: planId,
    name: z.string(),
    status: z.string(),
    standing: z.enum(STANDINGS),
    ends: z.nullable(when),
  }),
  lines,
  monthlyCents: z.nullable(cents),
  period: z.nullable(z.object({ start: when, end: when })),
  cancelAtPeriodEnd: z.boolean(),
  pastDueSince: z.nullable(when),
  next: z.nullable(z.object({ planId: z.enum(PAYABLE_PLAN_IDS), addOns })),
  nextPayment: z.nullable(z.object({ at: when, cents })),
  addOns,
  invoices: z.array(invoiceItemSchema),
});
export type Billing = z.infer<typeof billingSchema>;

/** What is chosen. */
export const choiceSchema = z.object({
  planId: z.enum(PAYABLE_PLAN_IDS, 'The plan is one of starter and pro; Enterprise is agreed on with sales'),
  addOns: z._default(
    z
      .array(z.enum(ADD_ON_IDS, `An add-on is one of ${ADD_ON_IDS.join(', ')}`))
      .check(z.refine((list) => new Set(list).size === list.length, 'An add-on is booked once')),
    [],
  ),
});
export type Choice = z.infer<typeof choiceSchema>;

/** /api/v1/billing/quote: what a choice costs now. */
export const quoteSchema = z.object({
  lines,
  monthlyCents: cents,
  creditCents: cents,
  dueCents: cents,
  starts: z.enum(['now', 'period_end']),
  startsAt: when,
  /** Null where the plan includes all contacts there are. */
  overPlan: z.nullable(z.object({ contacts: z.int(), allowed: z.int(), limitedFrom: when })),
});
export type QuoteAnswer = z.infer<typeof quoteSchema>;

/** `url`: where to pay; null where it takes effect by itself at `startsAt`. */
export const chosenSchema = z.object({
  checkoutId: z.nullable(z.uuid()),
  url: z.nullable(z.string()),
  startsAt: when,
});

export const checkoutStateSchema = z.object({
  id: z.uuid(),
  planId: z.enum(PAYABLE_PLAN_IDS),
  state: z.enum(['open', 'paid', 'declined', 'expired']),
  dueCents: cents,
});
export type CheckoutState = z.infer<typeof checkoutStateSchema>;
