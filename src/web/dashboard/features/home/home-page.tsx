import { useQuery } from '@tanstack/react-query';
import { firstNameOf, useAuth } from '#src/web/auth/use-auth.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { usePageTitle } from '#src/web/dashboard/lib/use-page-title.ts';
import { ConfirmBanner } from './confirm-banner.tsx';
import { AlertPerformance, ChannelPerformance } from './figures.tsx';
import { FirstRun, useFirstSteps } from './first-run.tsx';
import { PlanCard } from './plan-card.tsx';
import { RecentAlerts } from './recent-alerts.tsx';
import { UsageThisMonth } from './usage.tsx';
import { SystemNotifications } from './system-notifications.tsx';

export function HomePage() {
  const { user } = useAuth();
  const me = useQuery(meQuery);
  // While its first step is the confirmation, nothing else has to remind of it.
  const steps = useFirstSteps(me.data);
  usePageTitle('Dashboard');
  return (
    <>
      {me.data && !me.data.user.emailConfirmed && !steps.shown && !steps.pending ? (
        <ConfirmBanner email={me.data.user.email} outboxUrl={me.data.outboxUrl} />
      ) : null}
      <div className="flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
        <div className="min-w-0">
          {me.data ? (
            <p className="slug truncate text-ink-3">{me.data.workspace.name}</p>
          ) : (
            <p className="slug">&nbsp;</p>
          )}
          <h1 className="headline mt-1 text-h2">Welcome, {firstNameOf(user)}</h1>
        </div>
        <div className="flex shrink-0 flex-wrap gap-x-8 gap-y-4 border-y border-line py-3 lg:border-y-0 lg:border-l lg:py-0 lg:pl-6">
          <PlanCard me={me} />
          <UsageThisMonth />
        </div>
      </div>
      <FirstRun me={me.data} steps={steps} />
      <ChannelPerformance />
      <RecentAlerts />
      <AlertPerformance />
      <SystemNotifications />
    </>
  );
}
