import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { Me } from '#src/shared/alerts.ts';
import { STATUS } from '#src/shared/standing.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import type { OwnSubscription } from '#src/web/dashboard/lib/plan/read-subscription.ts';
import { logWarning } from '#src/web/ui/log.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';

const DEFAULTS = { plan: 'Pro Plan', status: 'Active', trialEndsAt: null };

/**
 * The current plan: the person's own record, and in a workspace that somebody else pays for, that workspace's. If it can't
 * be loaded, that is logged and defaults are shown.
 */
export function PlanCard({
  me,
  own,
}: {
  me: UseQueryResult<Me>;
  own: OwnSubscription | null | 'failed' | undefined;
}) {
  const { data, error, isPending } = me;
  useEffect(() => {
    if (error) logWarning('Failed to fetch subscription data', error);
  }, [error]);
  const { plan, status, trialEndsAt } = shownPlan(data, own);
  const { data: usage } = useQuery(usageQuery);
  const ends = status === STATUS.ending ? usage?.plan.ends : null;
  const over = status === STATUS.trial && usage !== undefined && usage.plan.standing !== 'trial';
  return (
    <section aria-label="Current plan">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact label="Current plan">{isPending ? <Skeleton className="my-1 h-4 w-16" /> : plan}</Fact>
        <Fact label="Status">
          {isPending ? <Skeleton className="my-1 h-4 w-12" /> : over ? 'Trial ended' : status}
        </Fact>
        {trialEndsAt ? (
          <Fact label={over ? 'Ended' : 'Trial ends'}>
            <Time at={trialEndsAt} />
          </Fact>
        ) : null}
        {ends ? (
          <Fact label="Ends">
            <Time at={ends} />
          </Fact>
        ) : null}
      </dl>
    </section>
  );
}

function shownPlan(me: Me | undefined, own: OwnSubscription | null | 'failed' | undefined) {
  if (!me || own === 'failed') return DEFAULTS;
  if (own && own.workspace_id === me.workspace.id)
    return { plan: own.plan, status: own.status, trialEndsAt: own.trial_ends_at };
  return me.subscription ?? DEFAULTS;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="slug text-ink-3">{label}</dt>
      <dd className="mt-0.5 text-base font-medium">{children}</dd>
    </div>
  );
}
