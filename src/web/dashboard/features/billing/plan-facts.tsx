import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Billing } from '#src/shared/billing.ts';
import { ADD_ONS } from '#src/shared/plans.ts';
import { dayOf, money } from '#src/web/dashboard/lib/plan/words.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { PlanActions } from './plan-actions.tsx';

/** The plan, what it costs, until when it is paid, and what may be done about it. */
export function PlanFacts({ billing, mayPay }: { billing: Billing; mayPay: boolean }) {
  const { plan, lines, monthlyCents, period, nextPayment } = billing;
  const isUnpaid = plan.standing !== 'trial' && plan.standing !== 'active';
  return (
    <section aria-labelledby="plan" className="mt-8 border-t-2 border-ink pt-6">
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6">
        <div className="min-w-0">
          <h2 id="plan" className="headline text-h3">
            {plan.name}
          </h2>
          <p className={cx('mt-1 text-base', isUnpaid ? 'text-fault' : 'text-ink-2')}>{sentence(billing)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {mayPay && isUnpaid ? (
            <Link to={payPath(billing)} className={buttonClass('primary')}>
              Pay now
            </Link>
          ) : null}
          <Link
            to="/plans"
            className={buttonClass(mayPay && plan.standing === 'trial' ? 'primary' : 'secondary')}
          >
            {plan.standing === 'trial' ? 'Choose a plan' : 'Change plan'}
          </Link>
          {mayPay ? <PlanActions billing={billing} /> : null}
        </div>
      </div>
      <dl className="mt-6 grid gap-x-10 border-t border-line sm:grid-cols-2">
        {lines.map(({ text, cents }) => (
          <Fact key={text} label={text} mono>
            {money(cents)}
          </Fact>
        ))}
        {monthlyCents === null ? null : (
          <Fact label="A month" mono>
            {money(monthlyCents)}
          </Fact>
        )}
        {period ? (
          <Fact label="Paid period">
            {dayOf(period.start)} to {dayOf(period.end)}
          </Fact>
        ) : null}
        <Fact label="Next payment" mono={nextPayment !== null}>
          {nextPayment ? `${money(nextPayment.cents)} on ${dayOf(nextPayment.at)}` : 'None'}
        </Fact>
      </dl>
    </section>
  );
}

/** Again what it was: the checkout lets it be changed. */
function payPath({ plan, addOns }: Billing): string {
  const query = new URLSearchParams([['plan', plan.id], ...addOns.map((id) => ['add_on', id])]);
  return `/checkout?${query}`;
}

function sentence({ plan, cancelAtPeriodEnd, period, next, pastDueSince }: Billing): string {
  const ends = plan.ends ? dayOf(plan.ends) : '';
  if (plan.standing === 'trial') return `Free trial until ${ends}. Nothing is charged when it ends.`;
  if (plan.standing === 'grace') {
    const why = pastDueSince ? `The payment of ${dayOf(pastDueSince)} failed.` : 'No payments are due.';
    return `${why} Your alerts continue until ${ends}. Then the workspace becomes read-only.`;
  }
  if (plan.standing === 'read_only')
    return `Read-only${ends ? ` since ${ends}` : ''}: no alerts are sent. Pay to continue.`;
  if (cancelAtPeriodEnd && period)
    return `Canceled. It runs until ${dayOf(period.end)}. Then the workspace becomes read-only.`;
  if (next && period) return `From ${dayOf(period.end)}: ${nextName(next)}.`;
  if (period) return `${plan.status}. Renews on ${dayOf(period.end)}.`;
  return 'Active, as agreed with sales.';
}

function nextName({ planId, addOns }: NonNullable<Billing['next']>): string {
  const names = ADD_ONS.filter(({ id }) => addOns.includes(id)).map(({ name }) => name);
  return [planId === 'starter' ? 'Starter' : 'Professional', ...names].join(', ');
}

function Fact({ label, children, mono = false }: { label: string; children: ReactNode; mono?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className={mono ? 'figure' : 'font-medium'}>{children}</dd>
    </div>
  );
}
