import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import type { Review } from '#src/shared/review.ts';
import { barredWords } from '#src/web/dashboard/lib/alert/barred-words.ts';
import { EvidenceFacts } from '#src/web/dashboard/lib/alert/evidence.tsx';
import { WrittenBy } from '#src/web/dashboard/lib/alert/written-by.tsx';
import { PriceChart } from '#src/web/dashboard/lib/alert/price-chart.tsx';
import { AiLabel, CountryDisclosures } from '#src/web/dashboard/lib/alert/country-disclosures.tsx';
import { alertQuery, recordQuery, reviewQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { Comments } from '#src/web/dashboard/lib/comments/comments.tsx';
import { Reach } from '#src/web/dashboard/lib/alert/reach.tsx';
import { Reasons } from '#src/web/dashboard/lib/approval/reasons.tsx';
import { ALERT_STATUS } from '#src/web/dashboard/lib/alert-state.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Figure } from '#src/web/ui/figure.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { EditForm } from './edit-form.tsx';
import { Edited } from './edited.tsx';
import { AlertSkeleton } from './inbox-skeleton.tsx';
import { Sides } from './sides.tsx';
import { useViewing } from './use-viewing.ts';
import { Viewers } from './viewers.tsx';

type Props = {
  id: string;
  /** The alert to go on with. */
  next: string | null;
  onDecided: () => void;
  /** Whether its text is being edited. */
  edits: boolean;
  onEdit: (edits: boolean) => void;
};

/** The selected alert: what each channel sends, what proves it, who will get it, and the decision. */
export function WaitingAlert({ id, next, onDecided, edits, onEdit }: Props) {
  const alert = useQuery(alertQuery(id));
  const record = useQuery(recordQuery(id));
  const review = useQuery(reviewQuery(id));
  const error = alert.error ?? record.error ?? review.error;
  useViewing(id, review.data !== undefined && review.data.waiting !== null);
  // Of several channels, each has a column of its own.
  const isOne = new Set(record.data?.variants.map(({ channel }) => channel)).size < 2;
  const retry = () => void Promise.all([alert.refetch(), record.refetch(), review.refetch()]);
  return (
    <>
      <Link
        to="/review"
        className="-ml-1 inline-flex h-9 items-center gap-1.5 px-1 text-sm text-ink-2 hover:text-ink pointer-coarse:h-11 xl:hidden"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        All waiting alerts
      </Link>
      {alert.data && record.data && review.data ? (
        review.data.waiting ? (
          <article aria-labelledby="waiting">
            <Head alert={alert.data} />
            {edits ? (
              <EditForm id={id} review={review.data.waiting} onDone={() => onEdit(false)} />
            ) : (
              <>
                <Why review={review.data.waiting} />
                <Edited texts={review.data.waiting.texts} />
                <div
                  className={cx(
                    'grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-10 pt-6 pb-8',
                    isOne && '2xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
                  )}
                >
                  <Sides id={id} variants={record.data.variants} />
                  <div
                    className={cx(
                      'grid grid-cols-[minmax(0,1fr)] content-start gap-x-10 gap-y-10',
                      !isOne && '2xl:grid-cols-2',
                    )}
                  >
                    {'said' in alert.data.evidence ? null : <PriceChart alert={alert.data} />}
                    <Reach id={id} />
                    <AiLabel label={record.data.aiLabel} waits />
                    <CountryDisclosures disclosures={record.data.disclosures} />
                    <EvidenceFacts alert={alert.data} />
                  </div>
                </div>
                {isDemo() ? null : (
                  <div className="max-w-text border-t border-line pt-6 pb-10">
                    <Comments alertId={id} />
                  </div>
                )}
                <DecisionBar
                  id={id}
                  revision={
                    // What is on the screen: a decision is about nothing else.
                    record.data.revision === review.data.waiting.revision.hash ? record.data.revision : null
                  }
                  review={review.data.waiting}
                  onDecided={onDecided}
                  onEdit={() => onEdit(true)}
                />
              </>
            )}
          </article>
        ) : (
          <Decided alert={alert.data} next={next === id ? null : next} />
        )
      ) : error ? (
        <Failed error={error} onRetry={retry} />
      ) : (
        <>
          <output className="sr-only">Loading...</output>
          <AlertSkeleton />
        </>
      )}
    </>
  );
}

function Head({ alert }: { alert: AlertDetail }) {
  const { title, unit } = detectorFace(alert.detector);
  return (
    <header className="border-b border-line pt-2 pb-5 xl:pt-6">
      <div className="flex items-baseline justify-between gap-4">
        <p className="slug min-w-0 break-words text-ink-3">
          {alert.brand} · {alert.symbol} · {title}
        </p>
        <Link
          to={`/alerts/${alert.id}`}
          className="inline-flex shrink-0 items-center gap-1 text-sm text-ink-2 hover:text-ink pointer-coarse:py-3"
        >
          Open alert
          <ArrowUpRight size={14} aria-hidden="true" />
        </Link>
      </div>
      <h2 id="waiting" className="headline mt-2 max-w-180 text-h3 break-words">
        {alert.subject ?? `${title}: ${alert.symbol}`}
      </h2>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm text-ink-2">
        {alert.value === null || alert.written ? null : (
          <span className="text-lg font-medium">
            <Figure value={alert.value} unit={unit} size={16} />
          </span>
        )}
        <span>
          Event of{' '}
          <time dateTime={alert.eventTime}>{barTime(alert.eventTime, alert.timeframe, alert.timeZone)}</time>
        </span>
        <Viewers id={alert.id} />
      </p>
      {alert.written ? <WrittenBy written={alert.written} /> : null}
    </header>
  );
}

/** Why a person is asked, and who has approved it so far. */
function Why({ review: { needs, approvals, needsClient, assessment, moved, barred } }: { review: Review }) {
  if (!assessment && needs < 2 && moved === null && barred === null) return null;
  return (
    <div className="border-b border-line py-4 text-sm">
      {moved === null ? null : <p className="mb-1.5 max-w-text font-medium">{moved}.</p>}
      {barred === null ? null : <p className="mb-1.5 max-w-text font-medium">{barredWords(barred)}</p>}
      {assessment ? (
        <>
          <p className="max-w-text">
            <span className="font-medium">{assessment.policy.name}:</span> {assessment.says}
          </p>
          <Reasons reasons={assessment.reasons} />
        </>
      ) : null}
      {needs > 1 ? (
        <p className="mt-1.5 max-w-text">
          Two people must approve it{needsClient ? ', one of them a client approver' : ''}.
          {approvals.length > 0 ? ` ${approvals.join(', ')} approved it.` : ''}
        </p>
      ) : null}
    </div>
  );
}

/** Somebody else was faster, or it has expired. */
function Decided({ alert, next }: { alert: AlertDetail; next: string | null }) {
  return (
    <section aria-labelledby="decided" className="py-8">
      <p className="text-sm">
        <StatusTag {...ALERT_STATUS[alert.state]} />
      </p>
      <h2 id="decided" className="headline mt-2 text-h4 break-words">
        {alert.subject ?? alert.symbol}
      </h2>
      <p className="mt-2 max-w-text text-base text-ink-2">
        This alert doesn’t wait for review anymore. Its page shows who decided, and when.
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {next ? (
          <Link to={{ search: `?alert=${next}` }} className={buttonClass('primary')}>
            Next alert
          </Link>
        ) : null}
        <Link to={`/alerts/${alert.id}`} className={buttonClass()}>
          Open alert
        </Link>
      </p>
    </section>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return isGone ? (
    <p className="py-8 text-base text-ink-2">There is no such alert in this workspace.</p>
  ) : (
    <ErrorState heading="h2" title="This alert couldn’t be loaded" text={error.message} onRetry={onRetry} />
  );
}
