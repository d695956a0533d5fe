import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { AVAILABILITY } from '#src/shared/availability.ts';
import { isBookable } from '#src/shared/entitlements.ts';
import { ADD_ONS, formatPrice, PLANS } from '#src/shared/plans.ts';
import type { Usage } from '#src/shared/usage.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import { dayOf } from '#src/web/dashboard/lib/plan/words.ts';
import { TrialRunButton } from '#src/web/dashboard/lib/trial-run-button.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useChannels } from '#src/web/lib/channels.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { logWarning } from '#src/web/ui/log.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { PlanColumn } from './plan-column.tsx';
import { useSelectPlan } from './use-select-plan.ts';

export function PlansPage() {
  usePageTitle('Plans');
  const usage = useQuery(usageQuery);
  const channels = useChannels();
  const { processing, select } = useSelectPlan();
  // The plans are there all the same: only which one is ours is not known.
  useEffect(() => {
    if (usage.error) logWarning('Failed to fetch subscription data', usage.error);
  }, [usage.error]);
  const mayPay = useMay('billing:write');
  const maySeePaid = useMay('billing:read');
  const mayRun = useMay('alerts:run');
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h1 className="headline text-h2">Plans</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            By the month, to be canceled at any time. Not sure yet? A trial run shows a real alert in your
            brand, and costs nothing.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {maySeePaid ? (
            <Link to="/billing" className="link inline-flex min-h-11 items-center">
              Billing and invoices
            </Link>
          ) : null}
          {mayRun ? <TrialRunButton /> : null}
        </div>
      </div>
      {usage.error && !usage.data ? (
        <div role="alert" className="mt-6 flex min-h-6 flex-wrap items-baseline gap-x-3 text-base">
          <p>Your plan couldn’t be loaded. {usage.error.message}</p>
          <button type="button" className="link" onClick={() => void usage.refetch()}>
            Try again
          </button>
        </div>
      ) : (
        <output className="mt-6 block min-h-6 text-base">
          {usage.data ? (
            standingSentence(usage.data)
          ) : (
            <>
              <span className="sr-only">Loading...</span>
              <Skeleton className="mt-1 h-4 w-72 max-w-full" />
            </>
          )}
        </output>
      )}
      <ul className="mt-4 grid border-t-2 border-ink lg:grid-cols-3 lg:divide-x lg:divide-line">
        {PLANS.map((plan) => (
          <PlanColumn
            key={plan.id}
            plan={plan}
            standing={usage.data?.plan.id === plan.id ? usage.data.plan.standing : null}
            mayPay={mayPay === true}
            processing={processing === plan.id}
            onSelect={() => select(plan)}
          />
        ))}
      </ul>
      {mayPay === false ? (
        <p className="border-t border-line py-4 text-sm text-ink-2">
          An owner of the workspace chooses and pays the plan.
        </p>
      ) : null}
      <Paused usage={usage.data} />
      <section aria-labelledby="add-ons" className="mt-12">
        <h2 id="add-ons" className="headline text-h3">
          Add-ons
        </h2>
        <p className="mt-1 text-base text-ink-2">Extra channels for any plan. Add them at checkout.</p>
        <dl className="mt-4 border-t border-line">
          {ADD_ONS.map(({ id, name, description, monthlyCents }) => (
            <div
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
            >
              <dt className="font-medium">{name}</dt>
              <dd className="col-span-2 row-start-2 text-ink-2 sm:col-span-1 sm:row-start-auto">
                {description}
                {/* Until the channels are loaded, nothing is known to be missing. */}
                {channels.length === 0 || isBookable(id, channels) ? null : (
                  <span className="slug ml-3 text-ink-3">{AVAILABILITY.later}</span>
                )}
              </dd>
              <dd className="figure">{formatPrice(monthlyCents)}/mo</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function standingSentence({ plan }: Usage): string {
  const day = plan.ends ? dayOf(plan.ends) : '';
  if (plan.standing === 'trial')
    return `You’re on the free trial with the limits of ${plan.name}, until ${day}.`;
  if (plan.standing === 'active')
    return day ? `You’re on the ${plan.name} plan until ${day}.` : `You’re on the ${plan.name} plan.`;
  if (plan.standing === 'grace')
    return `The ${plan.name} plan has ended. The grace period lasts until ${day}.`;
  return 'No plan is running.';
}

/** Lists what was created under a larger plan and is kept. */
function Paused({ usage }: { usage: Usage | undefined }) {
  if (!usage || usage.paused.length === 0) return null;
  return (
    <section aria-labelledby="paused" className="mt-12">
      <h2 id="paused" className="headline text-h3">
        Kept, and paused
      </h2>
      <p className="mt-1 text-base text-ink-2">
        This goes beyond the plan. Nothing of it is deleted; with the larger plan it works again.
      </p>
      <ul className="mt-4 border-t border-line">
        {usage.paused.map(({ kind, name, reason }) => (
          <li key={`${kind} ${name}`} className="border-b border-line py-3">
            <span className="slug mr-3 text-ink-3">{kind}</span>
            <span className="font-medium wrap-anywhere">{name}</span>
            <p className="text-sm text-ink-2">{reason}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link className="link inline-flex min-h-11 items-center" to="/checkout?plan=pro">
          See what Professional costs
        </Link>
      </p>
    </section>
  );
}
