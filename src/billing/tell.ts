import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { mailOwners } from '#src/db/queries/mail-owners.ts';
import { type Happening, notifyMembers } from '#src/db/queries/notify.ts';
import type { ActivityAction } from '#src/shared/activity.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { formatPrice } from '#src/shared/plans.ts';
import { GRACE_DAYS } from '#src/shared/product.ts';
import type { EventKind, PaymentEvent, PaymentProvider, Snapshot } from './provider.ts';

/** A mail of fixed text to an owner. */
export type PlanMail = { userId: string; kind: 'payment_failed' };

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
    now: Date;
  },
): Promise<void> {
  const { workspaceId, provider, event, applied, now } = told;
  const { kind, snapshot, invoice } = event;
  await recordActivity(tx, {
    workspaceId,
    actor: { kind: 'system', userId: null, name: provider.label },
    action: ACTIONS[kind],
    subject: snapshot ? `${planName(snapshot.planId)} plan` : 'Checkout',
    detail: {
      ...(snapshot
        ? { monthly: formatPrice(snapshot.monthlyCents), paid_until: dayOf(snapshot.periodEnd) }
        : {}),
      ...(invoice ? { paid: formatPrice(invoice.totalCents) } : {}),
      // Newer news had come before.
      ...(applied ? {} : { late: true }),
    },
    at: now,
  });
  const happening = applied && snapshot ? HAPPENINGS[kind]?.(snapshot) : undefined;
  if (!happening) return;
  await notifyMembers(tx, { ...happening, workspaceId, at: now });
  if (kind !== 'payment_failed') return;
  await mailOwners(tx, enqueue, workspaceId, kind);
}

type Words = Pick<Happening, 'kind' | 'title' | 'text' | 'link'>;
const HAPPENINGS: Partial<Record<EventKind, (snapshot: Snapshot) => Words>> = {
  checkout_paid: (snapshot) => ({
    kind: 'plan_changed',
    title: `Your ${planName(snapshot.planId)} plan is active`,
    text: `It is paid until ${dayOf(snapshot.periodEnd)}.`,
    link: '/plans',
  }),
  payment_failed: (snapshot) => ({
    kind: 'payment_failed',
    title: 'A payment failed',
    text: `The month of the ${planName(snapshot.planId)} plan could not be paid. Everything goes on for ${GRACE_DAYS} days; then the workspace becomes read-only.`,
    link: '/plans',
  }),
  canceled: (snapshot) => ({
    kind: 'workspace_read_only',
    title: 'Your plan has ended',
    text: `The ${planName(snapshot.planId)} plan was paid until ${dayOf(snapshot.periodEnd)}. The workspace is read-only now; a plan opens it again.`,
    link: '/plans',
  }),
};

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
