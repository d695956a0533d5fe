import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Review } from '#src/shared/review.ts';
import { LAPSE_WORDS } from '#src/shared/lapse-words.ts';
import { barredWords } from '#src/web/dashboard/lib/alert/barred-words.ts';
import { useApprove } from '#src/web/dashboard/lib/alert/use-approve.ts';
import { Reasons } from '#src/web/dashboard/lib/approval/reasons.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { recordQuery, reviewQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { RejectForm } from '#src/web/dashboard/lib/alert/reject-form.tsx';

/** What a reviewer decides about the content below: approve and send, or reject with a reason. */
export function ReviewPanel({ id }: { id: string }) {
  const may = useMay('alerts:approve');
  const { data, error, refetch } = useQuery(reviewQuery(id));
  if (error && !data)
    return (
      <ErrorState title="The review couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
    );
  return (
    <section aria-labelledby="review" className="mt-6 border-y border-rule bg-sunk px-4 py-5 sm:px-5">
      <h2 id="review" className="headline text-h4">
        {may && data?.waiting?.refusal === null ? 'Waiting for your review' : 'Waiting for review'}
      </h2>
      {data?.waiting && may !== undefined ? (
        <Known id={id} review={data.waiting} may={may && data.waiting.refusal === null} />
      ) : (
        <Skeleton className="mt-3 h-11 w-64 max-w-full" />
      )}
    </section>
  );
}

function Known({ id, review, may }: { id: string; review: Review; may: boolean }) {
  const [rejects, setRejects] = useState(false);
  // A decision is about the content on the screen, which may be older than what waits.
  const shown = useQuery(recordQuery(id)).data?.revision;
  const isShown = shown === review.revision.hash;
  const { busy, approve } = useApprove(id);
  return (
    <>
      <p className="mt-1.5 max-w-text text-sm text-ink-2">
        {may
          ? `${review.inPlaceOf ? `You decide for ${review.inPlaceOf.name}, who is away. ` : ''}Nothing is sent until you approve it. Check the content and who will get it.`
          : `${review.refusal ?? 'Only approvers can decide.'} Nothing is sent until then.`}{' '}
        {LAPSE_WORDS[review.escalated ? 'expire' : review.unanswered]} <Time at={review.lapsesAt} />.
      </p>
      {review.needs > 1 ? (
        <p className="mt-1.5 max-w-text text-sm">
          Two people must approve it{review.needsClient ? ', one of them a client approver' : ''}.
          {review.approvals.length > 0 ? ` ${review.approvals.join(', ')} approved it.` : ''}
        </p>
      ) : null}
      {review.moved === null ? null : (
        <p className="mt-1.5 max-w-text text-sm font-medium">{review.moved}.</p>
      )}
      {review.barred === null ? null : (
        <p className="mt-1.5 max-w-text text-sm font-medium">{barredWords(review.barred)}</p>
      )}
      {review.assessment ? (
        <>
          <p className="mt-1.5 max-w-text text-sm">
            <span className="font-medium">{review.assessment.policy.name}:</span> {review.assessment.says}
          </p>
          <Reasons reasons={review.assessment.reasons} />
        </>
      ) : null}
      {may ? (
        rejects ? (
          <RejectForm id={id} revision={review.revision.hash} onCancel={() => setRejects(false)} />
        ) : (
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="primary" busy={busy} disabled={!isShown} onClick={() => void approve(review)}>
              {busy ? 'Approving...' : 'Approve and send'}
            </Button>
            <Button disabled={busy || !isShown} onClick={() => setRejects(true)}>
              Reject
            </Button>
          </div>
        )
      ) : null}
      {review.next ? (
        <p className="mt-4 text-sm">
          <Link to={`/alerts/${review.next}`} className="underline">
            {review.others === 1 ? 'Next: 1 more waits' : `Next: ${review.others} more wait`}
          </Link>
        </p>
      ) : null}
    </>
  );
}
