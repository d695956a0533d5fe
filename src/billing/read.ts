import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type OverPlan, overPlan } from '#src/db/queries/contacts/over-plan.ts';
import { workspacePlan, type WorkspacePlan } from '#src/db/queries/plan.ts';
import { sendingStopsFor } from '#src/db/queries/sending-stops.ts';
import { workspaceStopsOf } from '#src/db/queries/workspace-stops.ts';
import { usageOf } from '#src/db/queries/usage.ts';
import { brands, checkouts, rules } from '#src/db/schema.ts';
import type { Billing } from '#src/shared/billing.ts';
import type { Usage } from '#src/shared/usage.ts';
import { mayWatch } from '#src/shared/rules/detection.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { mailDay } from '#src/shared/mail-details.ts';
import { liftedBy, planName } from '#src/shared/plan-limit.ts';
import { STATUS } from '#src/shared/standing.ts';
import { snapshotOf, subscriptionOf } from './held.ts';
import { listInvoices } from './invoice.ts';
import { linesOf, sumOf } from './price.ts';
import type { PaymentProvider } from './provider.ts';

const INVOICES_SHOWN = 120;

/** What of the plan is used, for every member: no word of money. */
export async function readUsage(tx: Tx, workspaceId: string, now: Date): Promise<Usage> {
  const plan = await workspacePlan(tx, now);
  const { alerts, withheld } = await usageOf(tx, workspaceId, now);
  const [stop] = await sendingStopsFor(tx, workspaceId);
  const { alertsPerMonth: allowed, brands: brandsAllowed } = plan.entitlements;
  const owned = await tx
    .select({ name: brands.name })
    .from(brands)
    .where(eq(brands.workspaceId, workspaceId))
    .orderBy(asc(brands.createdAt));
  const active = await tx
    .select({ name: rules.name, condition: rules.condition })
    .from(rules)
    .where(and(eq(rules.workspaceId, workspaceId), eq(rules.state, 'active'), isNull(rules.deletedAt)));
  const name = planName(plan.planId);
  const over = await overPlan(tx, now);
  const paused = [
    ...(over ? [overPlanPaused(over, plan, now)] : []),
    ...(brandsAllowed === null ? [] : owned.slice(brandsAllowed)).map((brand) => ({
      kind: 'brand' as const,
      name: brand.name,
      reason: `The ${name} plan includes ${brandsAllowed === 1 ? '1 brand' : `${brandsAllowed} brands`}.`,
      liftedBy: liftedBy(plan.planId, 'brands'),
    })),
    ...active
      // External rules are in every plan.
      .filter(({ condition }) => condition !== null && !mayWatch(plan.entitlements, parseRule(condition)))
      .map((rule) => ({
        kind: 'rule' as const,
        name: rule.name,
        reason: `The ${name} plan has basic event detection, and this condition is advanced.`,
        liftedBy: liftedBy(plan.planId, 'detection'),
      })),
  ];
  return {
    plan: {
      id: plan.planId,
      name,
      standing: plan.standing,
      ends: plan.ends?.toISOString() ?? null,
    },
    alerts: {
      month: now.toISOString().slice(0, 7),
      used: alerts,
      allowed,
      remaining: allowed === null ? null : Math.max(0, allowed - alerts),
      withheld,
      resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    },
    brands: { used: owned.length, allowed: brandsAllowed },
    addOns: [...plan.addOns],
    stopped: stop
      ? {
          reason: stop.reason,
          since: stop.since.toISOString(),
          channel: stop.scope === 'channel' ? stop.target : null,
        }
      : null,
    stops: await workspaceStopsOf(tx),
    paused,
  };
}

/** Contacts that alerts don't reach, or won't from a day on. */
function overPlanPaused(
  { contacts, allowed, limitedFrom }: OverPlan,
  { planId }: Pick<WorkspacePlan, 'planId'>,
  now: Date,
): Usage['paused'][number] {
  const [more, most] = [contacts - allowed, allowed].map((count) => count.toLocaleString('en-US'));
  const from = now < limitedFrom ? `From ${mailDay(limitedFrom)} (UTC), alerts reach` : 'Alerts reach';
  return {
    kind: 'contacts',
    name: `${more} more than the plan includes`,
    reason: `The ${planName(planId)} plan includes ${most} contacts. ${from} only those added first.`,
    liftedBy: liftedBy(planId, 'contacts'),
  };
}

/** Everything about money, for who may see it. */
export async function readBilling(
  tx: Tx,
  ask: { provider: PaymentProvider | null; now: Date },
): Promise<Billing> {
  const row = await subscriptionOf(tx);
  const plan = await workspacePlan(tx, ask.now);
  const held = row ? snapshotOf(row) : null;
  const runs = held?.status === 'active' && ask.now < held.periodEnd;
  const nextItems = held && runs && !held.cancelAtPeriodEnd ? (held.next ?? held) : null;
  const items = await listInvoices(tx, INVOICES_SHOWN);
  return {
    provider: ask.provider
      ? { id: ask.provider.id, label: ask.provider.label, test: ask.provider.test }
      : null,
    plan: {
      id: plan.planId,
      name: planName(plan.planId),
      status: row?.status ?? STATUS.active,
      standing: plan.standing,
      ends: plan.ends?.toISOString() ?? null,
    },
    lines: held ? linesOf(held) : [],
    monthlyCents: held?.monthlyCents ?? null,
    period: held ? { start: held.periodStart.toISOString(), end: held.periodEnd.toISOString() } : null,
    cancelAtPeriodEnd: held?.cancelAtPeriodEnd ?? false,
    pastDueSince: held?.pastDueSince?.toISOString() ?? null,
    next: held?.next && runs ? { planId: held.next.planId, addOns: [...held.next.addOns] } : null,
    nextPayment:
      nextItems && held ? { at: held.periodEnd.toISOString(), cents: sumOf(linesOf(nextItems)) } : null,
    addOns: [...plan.addOns],
    invoices: items.map(({ id, number, totalCents, paidAt, periodStart, periodEnd }) => ({
      id,
      number,
      totalCents,
      paidAt: paidAt.toISOString(),
      periodStart: periodStart.toISOString(),
      periodEnd: periodEnd.toISOString(),
    })),
  };
}

export async function readCheckout(tx: Tx, id: string) {
  const [checkout] = await tx
    .select({
      id: checkouts.id,
      planId: checkouts.planId,
      state: checkouts.state,
      dueCents: checkouts.dueCents,
    })
    .from(checkouts)
    .where(eq(checkouts.id, id));
  return checkout;
}
