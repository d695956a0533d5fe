import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { Me } from '#src/shared/alerts.ts';
import { STATUS } from '#src/shared/standing.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import { logWarning } from '#src/web/ui/log.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';

const DEFAULTS = { plan: 'Pro Plan', status: 'Active', trialEndsAt: null };

/** The current plan. When it cannot be had, that is logged and the defaults stand. */
export function PlanCard({ me }: { me: UseQueryResult<Me> }) {
  const { data, error, isPending } = me;
  useEffect(() => {
    if (error) logWarning('Failed to fetch subscription data', error);
  }, [error]);
  const { plan, status, trialEndsAt } = data?.subscription ?? DEFAULTS;
  const { data: usage } = useQuery(usageQuery);
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
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="slug text-ink-3">{label}</dt>
      <dd className="mt-0.5 text-base font-medium">{children}</dd>
    </div>
  );
}
