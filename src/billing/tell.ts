import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { mailOwners } from '#src/db/queries/mail-owners.ts';
import { type Happening, notifyMembers } from '#src/db/queries/notify.ts';
import type { ActivityAction } from '#src/shared/activity.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { type MailDetails, mailDay, type PlanMailKind } from '#src/shared/mail-details.ts';
import { ADD_ONS, formatPrice } from '#src/shared/plans.ts';
import { GRACE_DAYS } from '#src/shared/product.ts';
import { linesOf, sameItems, sumOf } from './price.ts';
import type { EventKind, Items, PaymentEvent, PaymentProvider, Snapshot } from './provider.ts';

/** An email of fixed text to an owner. */
export type PlanMail = { userId: string; kind: PlanMailKind; details?: MailDetails };

const ACTIONS: Record<EventKind, ActivityAction> = {
  checkout_paid: 'plan.started',
  checkout_declined: 'payment.declined',
  renewed: 'plan.renewed',
  payment_failed: 'payment.failed',
  changed: 'plan.changed',
  canceled: 'plan.ended',
};

/** Writes down what a payment event has changed, and tells the members and the owners what concerns them. */
export async function tellOf(
  tx: Tx,
  enqueue: (tx: Tx, queue: 'account-mail', data: PlanMail) => Promise<void>,
  told: {
    workspaceId: string;
    provider: Pick<PaymentProvider, 'label'>;
    event: PaymentEvent;
    applied: boolean;
    /** What the workspace had until now. */
    before: Snapshot | null;
    now: Date;
  },
): Promise<void> {
  const { workspaceId, provider, event, applied, before, now } = told;
  const { kind, snapshot, invoice } = event;
  await recordActivity(tx, {
    workspaceId,
    actor: { kind: 'system', userId: null, name: provider.label },
    action: ACTIONS[kind],
    subject: snapshot ? `${planName(snapshot.planId)} plan` : 'Checkout',
    detail: {
      ...(snapshot
        ? { monthly: formatPrice(snapshot.monthlyCents), paid_until: mailDay(snapshot.periodEnd) }
        : {}),
      ...(invoice ? { paid: formatPrice(invoice.totalCents) } : {}),
      // Newer news had come before.
      ...(applied ? {} : { late: true }),
    },
    at: now,
  });
  if (!applied || !snapshot) return;
  const happening = HAPPENINGS[kind]?.(snapshot);
  if (happening) await notifyMembers(tx, { ...happening, workspaceId, at: now });
  const mail = mailOf(event, snapshot, before);
  if (mail) await mailOwners(tx, enqueue, workspaceId, mail.kind, { details: mail.details });
}

/** What the owners are emailed about an event, and with which figures. */
function mailOf(
  { kind, invoice }: PaymentEvent,
  snapshot: Snapshot,
  before: Snapshot | null,
): { kind: PlanMailKind; details: MailDetails } | null {
  const until = mailDay(snapshot.periodEnd);
  const held = itemsIn(snapshot);
  const paid = { ...held, ...(invoice ? { paid: formatPrice(invoice.totalCents) } : {}), until };
  if (kind === 'checkout_paid') return { kind: 'plan_started', details: paid };
  if (kind === 'renewed') return { kind: 'plan_renewed', details: paid };
  if (kind === 'payment_failed') return { kind, details: held };
  if (kind === 'canceled') return { kind: 'plan_ended', details: { ...held, ended: until } };
  if (kind !== 'changed' || !before) return null;
  if (snapshot.cancelAtPeriodEnd)
    return before.cancelAtPeriodEnd ? null : { kind: 'plan_cancel_set', details: { ...held, ends: until } };
  const { next } = snapshot;
  if (next) {
    if (before.next && sameItems(before.next, next)) return null;
    const { plan, addOns } = itemsIn(next);
    return {
      kind: 'plan_change_set',
      details: {
        ...held,
        next: [plan, addOns].filter(Boolean).join(', '),
        starts: until,
        monthly: formatPrice(sumOf(linesOf(next))),
      },
    };
  }
  const monthly = formatPrice(snapshot.monthlyCents);
  if (!sameItems(before, snapshot)) return { kind: 'plan_changed', details: { ...held, monthly } };
  if (before.cancelAtPeriodEnd || before.next)
    return { kind: 'plan_resumed', details: { ...held, renews: until, monthly } };
  return null;
}

const itemsIn = ({ planId, addOns }: Items): Pick<MailDetails, 'plan' | 'addOns'> => ({
  plan: planName(planId),
  ...(addOns.length > 0
    ? { addOns: addOns.map((id) => ADD_ONS.find((each) => each.id === id)?.name ?? id).join(', ') }
    : {}),
});

type Words = Pick<Happening, 'kind' | 'title' | 'text' | 'link'>;
const HAPPENINGS: Partial<Record<EventKind, (snapshot: Snapshot) => Words>> = {
  checkout_paid: (snapshot) => ({
    kind: 'plan_changed',
    title: `Your ${planName(snapshot.planId)} plan is active`,
    text: `It’s paid until ${mailDay(snapshot.periodEnd)}.`,
    link: '/plans',
  }),
  payment_failed: (snapshot) => ({
    kind: 'payment_failed',
    title: 'A payment failed',
    text: `The payment for your ${planName(snapshot.planId)} plan failed. Your alerts continue for ${GRACE_DAYS} days. Then the workspace becomes read-only.`,
    link: '/plans',
  }),
  canceled: (snapshot) => ({
    kind: 'workspace_read_only',
    title: 'Your plan has ended',
    text: `The ${planName(snapshot.planId)} plan was paid until ${mailDay(snapshot.periodEnd)}. The workspace is now read-only. Choose a plan to continue.`,
    link: '/plans',
  }),
};
