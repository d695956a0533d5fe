import { DateTime } from 'luxon';
import { linesOf, sumOf } from '../price.ts';
import type { Order, PaidInvoice, PaymentEvent, Snapshot, Wish } from '../provider.ts';

/**
 * What the test provider tells, made of what it was told. Ids follow from what happens, so that the same thing done
 * twice, or by two processes, is one event.
 */

/** How the pretended card behaves. It stands in the subscription's name: the test provider keeps nothing else. */
export type Card = 'pays' | 'declines_later';
const PREFIX: Record<Card, string> = { pays: 'test_sub_', declines_later: 'test_sub_declines_' };

const checkoutOf = (ref: string): string => ref.slice(-36);
const cardOf = (ref: string): Card => (ref.startsWith(PREFIX.declines_later) ? 'declines_later' : 'pays');

/** The end of the n-th month after the start, in UTC: the 31st becomes a month's last day, and the 31st again. */
const monthAfter = (startedAt: Date, n: number): Date =>
  DateTime.fromJSDate(startedAt, { zone: 'utc' }).plus({ months: n }).toJSDate();

/** How many months have been paid until `end`. */
function monthsUntil(startedAt: Date, end: Date): number {
  const from = DateTime.fromJSDate(startedAt, { zone: 'utc' });
  return Math.round(DateTime.fromJSDate(end, { zone: 'utc' }).diff(from, 'months').months);
}

export function paidEvent(order: Order, card: Card, now: Date): PaymentEvent {
  const { workspaceId, checkoutId, planId, addOns, monthlyCents } = order;
  const period = { periodStart: now, periodEnd: monthAfter(now, 1) };
  const credit =
    order.creditCents > 0 ? [{ text: 'Unused part of the month before', cents: -order.creditCents }] : [];
  return {
    id: `test_evt_${checkoutId}_paid`,
    kind: 'checkout_paid',
    at: now,
    workspaceId,
    checkoutId,
    snapshot: {
      ref: `${PREFIX[card]}${checkoutId}`,
      startedAt: now,
      version: 1,
      planId,
      addOns,
      monthlyCents,
      status: 'active',
      ...period,
      cancelAtPeriodEnd: false,
      pastDueSince: null,
      next: null,
    },
    invoice: {
      ref: `test_in_${checkoutId}_1`,
      lines: [...linesOf(order), ...credit],
      totalCents: order.dueCents,
      ...period,
      paidAt: now,
    },
  };
}

export const declinedEvent = (order: Order, now: Date): PaymentEvent => ({
  id: `test_evt_${order.checkoutId}_declined`,
  kind: 'checkout_declined',
  at: now,
  workspaceId: order.workspaceId,
  checkoutId: order.checkoutId,
  snapshot: null,
  invoice: null,
});

export function changedEvent(workspaceId: string, held: Snapshot, wish: Wish, now: Date): PaymentEvent {
  const change: Partial<Snapshot> =
    wish.want === 'cancel'
      ? { cancelAtPeriodEnd: true, next: null }
      : { cancelAtPeriodEnd: false, next: wish.want === 'change' ? wish.next : null };
  return eventOf('changed', workspaceId, { ...held, ...change }, now, null);
}

/** What comes due when a paid month is over; null while it is not, or where the payment has failed already. */
export function dueEvent(workspaceId: string, held: Snapshot, now: Date): PaymentEvent | null {
  if (held.status !== 'active' || now < held.periodEnd) return null;
  if (held.cancelAtPeriodEnd)
    return eventOf('canceled', workspaceId, { ...held, status: 'canceled' }, now, null);
  if (cardOf(held.ref) === 'declines_later') {
    const failed = { ...held, status: 'past_due' as const, pastDueSince: now };
    return eventOf('payment_failed', workspaceId, failed, now, null);
  }
  const paid = monthsUntil(held.startedAt, held.periodEnd);
  const items = held.next ?? held;
  const lines = linesOf(items);
  const period = { periodStart: held.periodEnd, periodEnd: monthAfter(held.startedAt, paid + 1) };
  const monthlyCents = sumOf(lines);
  const { planId, addOns } = items;
  const invoice = {
    ref: `test_in_${checkoutOf(held.ref)}_${paid + 1}`,
    lines,
    totalCents: monthlyCents,
    ...period,
    paidAt: now,
  };
  return eventOf(
    'renewed',
    workspaceId,
    { ...held, planId, addOns, monthlyCents, ...period, next: null },
    now,
    invoice,
  );
}

function eventOf(
  kind: PaymentEvent['kind'],
  workspaceId: string,
  after: Snapshot,
  at: Date,
  invoice: PaidInvoice | null,
): PaymentEvent {
  const checkoutId = checkoutOf(after.ref);
  const snapshot = { ...after, version: after.version + 1 };
  const id = `test_evt_${checkoutId}_${snapshot.version}_${kind}`;
  return { id, kind, at, workspaceId, checkoutId, snapshot, invoice };
}
