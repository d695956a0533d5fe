import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { type OverPlan, overPlanAfter } from '#src/db/queries/contacts/over-plan.ts';
import { checkouts, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ActivityAction } from '#src/shared/activity.ts';
import { ENTITLEMENTS } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { formatPrice } from '#src/shared/plans.ts';
import { expireCheckouts } from './checkouts.ts';
import type { BillingDeps } from './deps.ts';
import { holding, paidOf, snapshotOf, subscriptionOf, type SubscriptionRow } from './held.ts';
import { type Quote, quote, sameItems } from './price.ts';
import type { Items, PaymentProvider, Snapshot, Wish } from './provider.ts';

/** Who asks, in which workspace. */
export type Asker = { workspaceId: string; userId: string; actor: Actor };

/** What a choice would cost the workspace now, and which contacts it wouldn't include. @throws AppError same_plan */
export async function quoteFor(
  deps: BillingDeps,
  workspaceId: string,
  items: Items,
): Promise<Quote & { overPlan: OverPlan | null }> {
  return withTenant(deps.app, workspaceId, async (tx) => {
    const offer = quoteOf(await subscriptionOf(tx), items, deps.clock());
    const allowed = ENTITLEMENTS[items.planId].contacts;
    return { ...offer, overPlan: await overPlanAfter(tx, { allowed, at: offer.startsAt }) };
  });
}

/** `url`: where to pay; null where the choice takes effect by itself when the paid month ends. */
export type Chosen = { checkoutId: string | null; url: string | null; startsAt: Date };

/**
 * Takes a choice: what has to be paid gets a checkout, a smaller plan is put down for the end of the paid month.
 * Nothing changes by this; an event of the provider does that.
 * @throws AppError payments_off, same_plan, plan_change_running, payment_provider_failed
 */
export async function choosePlan(deps: BillingDeps, asker: Asker, items: Items): Promise<Chosen> {
  const provider = providerOf(deps);
  const { workspaceId } = asker;
  const now = deps.clock();
  const asked = await withTenant(deps.app, workspaceId, async (tx) => {
    // Other checkouts and events wait here: only one checkout is open, and its price reflects the current plan.
    await tx.select({ id: workspaces.id }).from(workspaces).for('no key update');
    const offer = quoteOf(await subscriptionOf(tx), items, now);
    if (offer.starts === 'period_end') return { offer, checkoutId: null };
    return { offer, checkoutId: await keepCheckout(tx, asker, { provider, items, offer, now }) };
  });
  const { offer, checkoutId } = asked;
  if (checkoutId === null) {
    await wish(deps, asker, { want: 'change', next: items });
    return { checkoutId: null, url: null, startsAt: offer.startsAt };
  }
  const back = (path: string): string => `${deps.publicUrl}/dashboard${path}`;
  const addOns = items.addOns.map((id) => `&add_on=${id}`).join('');
  const { url } = await calling(deps, () =>
    provider.checkout({
      ...items,
      workspaceId,
      checkoutId,
      monthlyCents: offer.monthlyCents,
      creditCents: offer.creditCents,
      dueCents: offer.dueCents,
      returnUrl: back(`/billing?checkout=${checkoutId}`),
      leaveUrl: back(`/checkout?plan=${items.planId}${addOns}`),
    }),
  );
  return { checkoutId, url, startsAt: offer.startsAt };
}

const ACTIONS: Record<Wish['want'], ActivityAction> = {
  cancel: 'plan.cancel_requested',
  resume: 'plan.resume_requested',
  change: 'plan.change_requested',
};

/**
 * Cancels at the end of the paid month, takes that or a coming change back, or puts a smaller plan down.
 * @throws AppError no_paid_plan, plan_change_running, payments_off, payment_provider_failed
 */
export async function wish(deps: BillingDeps, asker: Asker, what: Wish): Promise<void> {
  const provider = providerOf(deps);
  const { workspaceId } = asker;
  const held = await holding(deps.app, workspaceId, async (row) => {
    const snapshot = row && snapshotOf(row);
    const runs = snapshot?.status === 'active' && deps.clock() < snapshot.periodEnd;
    if (!snapshot || !runs) throw new AppError('no_paid_plan');
    // Another provider's subscription is not this one's to change.
    if (row.provider !== provider.id) throw new AppError('payments_off');
    if (!isThere(snapshot, what)) await calling(deps, () => provider.change(workspaceId, snapshot, what));
    return snapshot;
  });
  const subject = `${planName(what.want === 'change' ? what.next.planId : held.planId)} plan`;
  await withTenant(deps.app, workspaceId, (tx) =>
    recordActivity(tx, {
      workspaceId,
      actor: asker.actor,
      action: ACTIONS[what.want],
      subject,
      at: deps.clock(),
    }),
  );
}

/** Whether it is so already: a second click asks for nothing. */
function isThere(held: Snapshot, what: Wish): boolean {
  if (what.want === 'cancel') return held.cancelAtPeriodEnd;
  if (what.want === 'resume') return !held.cancelAtPeriodEnd && held.next === null;
  return !held.cancelAtPeriodEnd && held.next !== null && sameItems(held.next, what.next);
}

function quoteOf(row: SubscriptionRow | undefined, items: Items, now: Date): Quote {
  const paid = paidOf(row, now);
  if (paid && sameItems(paid, items)) throw new AppError('same_plan');
  return quote(items, paid, now);
}

async function keepCheckout(
  tx: Tx,
  { workspaceId, userId, actor }: Asker,
  what: { provider: PaymentProvider; items: Items; offer: Quote; now: Date },
): Promise<string> {
  const { items, offer, now } = what;
  const id = newId();
  await expireCheckouts(tx, workspaceId, now);
  await tx.insert(checkouts).values({
    workspaceId,
    id,
    provider: what.provider.id,
    planId: items.planId,
    addOns: [...items.addOns],
    monthlyCents: offer.monthlyCents,
    creditCents: offer.creditCents,
    dueCents: offer.dueCents,
    state: 'open',
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  });
  const detail = { monthly: formatPrice(offer.monthlyCents), due: formatPrice(offer.dueCents) };
  const subject = `${planName(items.planId)} plan`;
  await recordActivity(tx, { workspaceId, actor, action: 'checkout.started', subject, detail, at: now });
  return id;
}

function providerOf({ provider }: BillingDeps): PaymentProvider {
  if (!provider) throw new AppError('payments_off');
  return provider;
}

async function calling<T>(deps: BillingDeps, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    deps.log.warn({ err: error }, 'a payment provider did not do what it was asked for');
    throw new AppError('payment_provider_failed', undefined, { cause: error });
  }
}
