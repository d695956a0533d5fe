import type { InvoiceLine } from '#src/db/schema.ts';
import type { AddOnId, PayablePlanId } from '#src/shared/plans.ts';

/** What is bought, by the month. */
export type Items = { planId: PayablePlanId; addOns: readonly AddOnId[] };

/** One choice on its way to being paid. Cents are US cents. */
export type Order = Items & {
  workspaceId: string;
  checkoutId: string;
  monthlyCents: number;
  /** The unused part of what is paid already; taken off the first payment. */
  creditCents: number;
  dueCents: number;
  /** Where the person returns to after paying, declining or leaving. Returning changes nothing. */
  returnUrl: string;
  leaveUrl: string;
};

/**
 * A subscription as its provider knows it, whole. Of two snapshots of one subscription the higher version is right; of
 * two subscriptions of a workspace the one that started later. So news may come late, twice and in any order.
 */
export type Snapshot = Items & {
  /** The provider's name for it. */
  ref: string;
  startedAt: Date;
  version: number;
  status: 'active' | 'past_due' | 'canceled';
  monthlyCents: number;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  pastDueSince: Date | null;
  /** What the next period begins with, where that is something else. */
  next: Items | null;
};

export type PaidInvoice = {
  ref: string;
  lines: InvoiceLine[];
  totalCents: number;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
};

export const EVENT_KINDS = [
  'checkout_paid',
  'checkout_declined',
  'renewed',
  'payment_failed',
  'changed',
  'canceled',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** News of a provider, in our words. `workspaceId` and `checkoutId` are what the order said. */
export type PaymentEvent = {
  id: string;
  kind: EventKind;
  at: Date;
  workspaceId: string;
  checkoutId: string;
  snapshot: Snapshot | null;
  invoice: PaidInvoice | null;
};

/** What an owner wants of a running subscription; it takes effect when the provider tells so. */
export type Wish = { want: 'cancel' } | { want: 'resume' } | { want: 'change'; next: Items };

export type HookRequest = { header: (name: string) => string | undefined; body: string; now: Date };

/** A payment provider: a folder here, and a line in registry.ts. */
export type PaymentProvider = {
  id: string;
  /** As people read it. */
  label: string;
  /** No money moves: it is said on every screen, and refused in production. */
  test: boolean;
  /** Makes the page on which the person pays. */
  checkout: (order: Order) => Promise<{ url: string }>;
  /** Asks for a change. @throws Error when the provider did not take it */
  change: (workspaceId: string, held: Snapshot, wish: Wish) => Promise<void>;
  /** Checks the signature and its time, and reads the event. @throws AppError payment_event_refused */
  parse: (request: HookRequest) => PaymentEvent;
  /** For one that does not renew by itself: what has come due. */
  renew?: (workspaceId: string, held: Snapshot) => Promise<void>;
};
