import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { newId } from '#src/db/ids.ts';
import { checkouts, paymentEvents, subscriptions, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { PLANS } from '#src/shared/plans.ts';
import { STATUS } from '#src/shared/standing.ts';
import { expireCheckouts } from './checkouts.ts';
import { snapshotOf, type SubscriptionRow } from './held.ts';
import { writeInvoice } from './invoice.ts';
import type { PaymentEvent, PaymentProvider, Snapshot } from './provider.ts';
import { tellOf, type PlanMail } from './tell.ts';

export type ApplyDeps = {
  app: Database;
  clock: Clock;
  enqueue: (tx: Tx, queue: 'account-mail', data: PlanMail) => Promise<void>;
  announce: (workspaceId: string, topic: 'account' | 'alerts' | 'notifications') => void;
};

/** `repeated`: it was here before. `gone`: its workspace is not there any more. */
export type Outcome = 'applied' | 'superseded' | 'unknown_checkout' | 'repeated' | 'gone';

/**
 * Applies an event whose signature has been checked: the only way in which a plan changes. Whatever comes in between,
 * late, twice or at the same moment, the row ends up as the newest snapshot says, and every paid invoice is there once.
 */
export async function applyEvent(
  deps: ApplyDeps,
  provider: Pick<PaymentProvider, 'id' | 'label'>,
  event: PaymentEvent,
): Promise<Outcome> {
  const { workspaceId } = event;
  const outcome = await withTenant(deps.app, workspaceId, async (tx): Promise<Outcome> => {
    // Other events for this workspace wait here: the subscription's row may not exist yet.
    const [workspace] = await tx.select().from(workspaces).for('no key update');
    if (!workspace) return 'gone';
    const now = deps.clock();
    const [checkout] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.id, event.checkoutId), eq(checkouts.provider, provider.id)));
    const [row] = await tx.select().from(subscriptions).limit(1);
    const result = !checkout
      ? 'unknown_checkout'
      : isNews(event.snapshot, row)
        ? 'applied'
        : ('superseded' as const);
    const { body, ...said } = { body: event, kind: event.kind };
    const fresh = await tx
      .insert(paymentEvents)
      .values({
        workspaceId,
        id: newId(),
        provider: provider.id,
        eventId: event.id,
        ...said,
        outcome: result,
        body,
        eventAt: event.at,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (fresh.length === 0) return 'repeated';
    if (!checkout) return result;
    await settleCheckout(tx, event, now);
    if (event.invoice) await writeInvoice(tx, { workspace, provider, invoice: event.invoice });
    if (result === 'applied' && event.snapshot) {
      await expireCheckouts(tx, workspaceId, now);
      await write(tx, {
        workspaceId,
        provider,
        snapshot: event.snapshot,
        row,
        now,
        buyer: checkout.createdBy,
      });
      await tellNearLimit(tx, workspaceId, now);
    }
    const before = row ? snapshotOf(row) : null;
    await tellOf(tx, deps.enqueue, {
      workspaceId,
      provider,
      event,
      applied: result === 'applied',
      before,
      now,
    });
    return result;
  });
  if (outcome !== 'repeated' && outcome !== 'gone') {
    for (const topic of ['account', 'alerts', 'notifications'] as const) deps.announce(workspaceId, topic);
  }
  return outcome;
}

/** Without a snapshot there is nothing to write: it is only heard. */
function isNews(snapshot: Snapshot | null, row: SubscriptionRow | undefined): boolean {
  if (!snapshot) return true;
  // A plan that was agreed on with people since then stands, whatever comes late.
  if (row?.setByHandAt && snapshot.startedAt < row.setByHandAt) return false;
  const held = row && snapshotOf(row);
  if (!held) return true;
  if (snapshot.ref === held.ref) return snapshot.version > held.version;
  const later = snapshot.startedAt.getTime() - held.startedAt.getTime();
  return later === 0 ? snapshot.ref > held.ref : later > 0;
}

/** A checkout that was declined may still be paid; one that is paid stays so. */
async function settleCheckout(tx: Tx, event: PaymentEvent, now: Date): Promise<void> {
  const mine = eq(checkouts.id, event.checkoutId);
  if (event.kind === 'checkout_declined') {
    await tx
      .update(checkouts)
      .set({ state: 'declined', updatedAt: now })
      .where(and(mine, eq(checkouts.state, 'open')));
  } else if (event.kind === 'checkout_paid') {
    await tx.update(checkouts).set({ state: 'paid', updatedAt: now }).where(mine);
  }
}

const STATUS_OF = {
  active: STATUS.active,
  past_due: STATUS.failed,
  canceled: STATUS.canceled,
} as const satisfies Record<Snapshot['status'], string>;

async function write(
  tx: Tx,
  to: {
    workspaceId: string;
    provider: Pick<PaymentProvider, 'id'>;
    snapshot: Snapshot;
    row: SubscriptionRow | undefined;
    now: Date;
    buyer: string;
  },
): Promise<void> {
  const { snapshot, workspaceId, now } = to;
  const plan = PLANS.find(({ id }) => id === snapshot.planId);
  const values = {
    planId: snapshot.planId,
    plan: `${plan?.name.site ?? snapshot.planId} Plan`,
    status:
      snapshot.status === 'active' && snapshot.cancelAtPeriodEnd ? STATUS.ending : STATUS_OF[snapshot.status],
    trialEndsAt: null,
    addOns: [...snapshot.addOns],
    monthlyCents: snapshot.monthlyCents,
    periodStart: snapshot.periodStart,
    periodEnd: snapshot.periodEnd,
    cancelAtPeriodEnd: snapshot.cancelAtPeriodEnd,
    pastDueSince: snapshot.pastDueSince,
    nextPlanId: snapshot.next?.planId ?? null,
    nextAddOns: snapshot.next ? [...snapshot.next.addOns] : null,
    provider: to.provider.id,
    providerRef: snapshot.ref,
    providerStartedAt: snapshot.startedAt,
    providerVersion: snapshot.version,
    updatedAt: now,
  };
  if (to.row) await tx.update(subscriptions).set(values).where(eq(subscriptions.workspaceId, workspaceId));
  else await tx.insert(subscriptions).values({ ...values, workspaceId, id: newId(), createdAt: now });
}
