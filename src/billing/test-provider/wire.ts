import { z } from 'zod';
import { ADD_ON_IDS, PAYABLE_PLAN_IDS } from '#src/shared/plans.ts';
import { EVENT_KINDS } from '../provider.ts';

const cents = z.int().min(0).max(100_000_000);
const when = z.iso.datetime().transform((text) => new Date(text));
const items = z.object({
  planId: z.enum(PAYABLE_PLAN_IDS),
  addOns: z.array(z.enum(ADD_ON_IDS)).max(ADD_ON_IDS.length),
});

/** An event as the test provider sends it: ours, as JSON. */
export const wireEvent = z.object({
  id: z.string().min(1).max(200),
  kind: z.enum(EVENT_KINDS),
  at: when,
  workspaceId: z.uuid(),
  checkoutId: z.uuid(),
  snapshot: z.nullable(
    items.extend({
      ref: z.string().min(1).max(200),
      startedAt: when,
      version: z.int().min(1),
      status: z.enum(['active', 'past_due', 'canceled']),
      monthlyCents: cents,
      periodStart: when,
      periodEnd: when,
      cancelAtPeriodEnd: z.boolean(),
      pastDueSince: z.nullable(when),
      next: z.nullable(items),
    }),
  ),
  invoice: z.nullable(
    z.object({
      ref: z.string().min(1).max(200),
      lines: z.array(z.object({ text: z.string().min(1).max(200), cents: z.int() })).max(20),
      totalCents: cents,
      periodStart: when,
      periodEnd: when,
      paidAt: when,
    }),
  ),
});

/** An order inside the address of the payment page. */
export const wireOrder = items.extend({
  workspaceId: z.uuid(),
  checkoutId: z.uuid(),
  monthlyCents: cents,
  creditCents: cents,
  dueCents: cents,
  returnUrl: z.url(),
  leaveUrl: z.url(),
  expiresAt: when,
});
