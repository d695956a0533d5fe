import { counted } from '#src/shared/plural.ts';
import { ACTIVITY_DAYS, type RuleActivity as Activity } from '#src/shared/rules/activity.ts';
import { Time } from '#src/web/ui/time.tsx';
import { Sparkline } from './sparkline.tsx';

/** When a rule last triggered, and how often in the last 30 days: beside each other on phones, below each other elsewhere. */
export function RuleActivity({ activity: { lastEventAt, events, daily } }: { activity: Activity }) {
  return (
    <div className="flex w-full items-center gap-x-3 text-xs text-ink-2 sm:w-40 sm:flex-col sm:items-start sm:gap-y-1 sm:pt-0.5">
      <Sparkline daily={daily} />
      <span className="min-w-0">
        <span className="block">{`${counted(events, 'event')} in ${ACTIVITY_DAYS} days`}</span>
        <span className="block text-ink-3">
          {lastEventAt === null ? (
            'Never triggered'
          ) : (
            <>
              Triggered <Time at={lastEventAt} />
            </>
          )}
        </span>
      </span>
    </div>
  );
}
