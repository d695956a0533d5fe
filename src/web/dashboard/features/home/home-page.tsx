import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { afterFirstView } from '#src/web/auth/first-view.ts';
import { firstNameOf, useAuth } from '#src/web/auth/use-auth.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import { subscriptionQuery } from '#src/web/dashboard/lib/plan/subscription.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { AlertsSkeleton } from './alerts-skeleton.tsx';
import { ConfirmBanner } from './confirm-banner.tsx';
import { AlertPerformance, ChannelPerformance } from './figures.tsx';
import { FirstRun, useFirstSteps } from './first-run.tsx';
import { PlanCard } from './plan-card.tsx';
import { RecentAlerts } from './recent-alerts.tsx';
import { UsageThisMonth } from './usage.tsx';

// Loaded after the first view: it is below everything else.
const SystemNotifications = lazy(async () => {
  await afterFirstView();
  return { default: (await import('./system-notifications.tsx')).SystemNotifications };
});

/**
 * Nothing is drawn where something else may still come: what stands below waits, out of sight, until the parts above
 * have their size (`data-waits` marks what has not).
 */
const IN_ORDER = '[&>:has([data-waits])~*]:hidden';

export function HomePage() {
  const { user } = useAuth();
  const me = useQuery(meQuery);
  const usage = useQuery(usageQuery);
  // While its first step is the confirmation, nothing else has to remind of it.
  const steps = useFirstSteps(me.data);
  // The demo belongs to nobody who could ask for a record.
  const own = useQuery({ ...subscriptionQuery(user?.id ?? ''), enabled: user !== null && !isDemo() });
  const waits =
    steps.pending ||
    [me, usage, own].some(
      ({ isPending, isEnabled, failureCount }) => isPending && isEnabled && failureCount === 0,
    );
  usePageTitle('Dashboard');
  return (
    <>
      <div className="flex flex-col gap-6 lg:flex-row lg:justify-between">
        <div className="min-w-0">
          {me.data ? (
            <p className="slug truncate text-ink-3">{me.data.workspace.name}</p>
          ) : (
            <p className="slug">&nbsp;</p>
          )}
          <h1 className="headline mt-1 text-h2">Welcome, {firstNameOf(user)}</h1>
        </div>
        {waits ? (
          <Skeleton className="h-20 shrink-0 lg:w-96" />
        ) : (
          <div className="flex shrink-0 flex-wrap gap-x-8 gap-y-4 border-y border-line py-3 lg:border-y-0 lg:border-l lg:py-0 lg:pl-6">
            <PlanCard me={me} own={own.data} />
            <UsageThisMonth />
          </div>
        )}
      </div>
      {waits ? (
        <div className="mt-10 md:mt-12">
          <AlertsSkeleton />
        </div>
      ) : null}
      <div hidden={waits} className={IN_ORDER}>
        <FirstRun me={me.data} steps={steps} />
        {me.data && !me.data.user.emailConfirmed && !steps.shown ? (
          <ConfirmBanner email={me.data.user.email} outboxUrl={me.data.outboxUrl} />
        ) : null}
        <ChannelPerformance />
        <RecentAlerts />
        <AlertPerformance />
        <Suspense fallback={<Skeleton className="mt-12 h-40" />}>
          <SystemNotifications />
        </Suspense>
      </div>
    </>
  );
}
