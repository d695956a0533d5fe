import { useQuery } from '@tanstack/react-query';
import { Check, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Billing } from '#src/shared/billing.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { checkoutQuery } from './queries.ts';

/** The result of a payment, after the provider's checkout. It comes from the server, never from the address. */
export function CheckoutResult({ billing }: { billing: Billing | undefined }) {
  const [search] = useSearchParams();
  const id = search.get('checkout');
  return id && billing ? <Result id={id} billing={billing} /> : null;
}

function Result({ id, billing }: { id: string; billing: Billing }) {
  const { data } = useQuery(checkoutQuery(id));
  if (!data) return null;
  const name = planName(data.planId);
  if (data.state === 'paid') {
    // The address keeps the checkout. What became of the plan since is said below, and must not be contradicted here.
    const { plan, cancelAtPeriodEnd } = billing;
    if (plan.id !== data.planId || plan.standing !== 'active' || cancelAtPeriodEnd) return null;
    return (
      <Line icon={<Check size={18} aria-hidden="true" />}>
        <strong className="font-semibold">Payment received.</strong> Your {name} plan is active.
      </Line>
    );
  }
  if (data.state === 'declined') {
    return (
      <Line icon={<CircleAlert size={18} className="text-fault" aria-hidden="true" />}>
        <strong className="font-semibold">The payment was declined.</strong> Nothing was charged and nothing
        has changed.{' '}
        <Link className="link" to={`/checkout?plan=${data.planId}`}>
          Try again
        </Link>
      </Line>
    );
  }
  if (data.state === 'expired') {
    return (
      <Line icon={<CircleAlert size={18} aria-hidden="true" />}>
        <strong className="font-semibold">This checkout has ended.</strong> Another was begun, or the plan has
        changed since. Nothing was charged.
      </Line>
    );
  }
  return (
    <Line icon={<Clock size={18} aria-hidden="true" />}>
      <strong className="font-semibold">Waiting for the payment.</strong> Nothing changes until the payment
      provider confirms it. This page updates automatically.
    </Line>
  );
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <output className="mt-6 flex items-start gap-3 border-y border-rule py-3 text-base">
    <span className="mt-0.5 shrink-0">{icon}</span>
    <span>{children}</span>
  </output>
);
