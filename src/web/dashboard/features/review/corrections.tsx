import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BarCorrection } from '#src/shared/bar-corrections.ts';
import { CorrectedFigures } from '#src/web/dashboard/lib/alert/corrected-figures.tsx';
import { waitingBarCorrectionsQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';
import { ReviewNav } from './review-nav.tsx';

/** Alerts with figures that corrected bars don't give, until a person decides. */
export function Corrections() {
  usePageTitle('Review: corrections');
  const { data, error, refetch } = useQuery(waitingBarCorrectionsQuery);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-5">
        <div>
          <h1 className="headline text-h2">Review</h1>
          <p className="mt-1 max-w-text text-sm text-ink-2">
            Alerts whose bars were corrected after they were written. No correction is sent until it’s
            approved.
          </p>
        </div>
        <ReviewNav at="corrections" />
      </header>
      {data ? (
        data.items.length > 0 ? (
          <ul aria-label="Corrections that wait" className="border-t border-rule">
            {data.items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
        ) : (
          <EmptyState
            heading="h2"
            title="No corrections wait"
            text="If a source corrects a bar that an alert rests on, or a split becomes known, its figures are computed again. If they differ from what was published, a correction appears here."
          />
        )
      ) : error ? (
        <ErrorState
          heading="h2"
          title="The corrections couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <InboxSkeleton />
      )}
    </>
  );
}

function Row({
  item: { alertId, title, cause, state, figures, triggers, problem, foundAt },
}: {
  item: BarCorrection;
}) {
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <Link
          to={`/alerts/${alertId}`}
          className="font-medium break-words hover:underline pointer-coarse:py-3"
        >
          {title}
        </Link>
        <p className="mt-1 text-sm text-ink-2">
          {cause === 'bar' ? 'A bar was corrected' : 'A split became known'}
          {triggers === false ? '. On the corrected bars, the rule doesn’t trigger.' : ''}
        </p>
        <p className="mt-0.5 text-xs text-ink-3">
          Found <Time at={foundAt} />
        </p>
        {state === 'differs' && problem ? <p className="mt-1 text-sm text-ink-2">{problem}</p> : null}
        <Link
          to={`/alerts/${alertId}`}
          aria-label={`Review the correction of “${title}”`}
          className={`${buttonClass('secondary', 'sm')} mt-3`}
        >
          Review
        </Link>
      </div>
      <div className="min-w-0 md:-mt-3">
        <CorrectedFigures figures={figures} />
      </div>
    </li>
  );
}
