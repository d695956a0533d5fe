import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { decidedSchema, decisionFormSchema, type Review } from '#src/shared/review.ts';
import { Reasons } from '#src/web/dashboard/lib/approval/reasons.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { type ApiError, apiPost } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { reviewQuery } from './queries.ts';

const THEN = {
  expire: 'It expires',
  escalate: 'The owners are asked',
  release: 'It’s sent without a review',
} as const;

type Decision = { decision: 'approve' | 'reject'; revision: string; reason?: string };

const decide = (id: string, decision: Decision) =>
  apiPost(`/api/v1/alerts/${encodeURIComponent(id)}/decision`, decision, decidedSchema);

/** What a reviewer decides about the content below: approve and send, or reject with a reason. */
export function ReviewPanel({ id }: { id: string }) {
  const may = useMay('alerts:approve');
  const { data, error, refetch } = useQuery(reviewQuery(id));
  if (error && !data)
    return (
      <ErrorState
        title="The review could not be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  return (
    <section aria-labelledby="review" className="mt-6 border-y border-rule bg-sunk px-4 py-5 sm:px-5">
      <h2 id="review" className="headline text-h4">
        {may ? 'Waiting for your review' : 'Waiting for review'}
      </h2>
      {data?.waiting && may !== undefined ? (
        <Known id={id} review={data.waiting} may={may} />
      ) : (
        <Skeleton className="mt-3 h-11 w-64 max-w-full" />
      )}
    </section>
  );
}

function Known({ id, review, may }: { id: string; review: Review; may: boolean }) {
  const [rejects, setRejects] = useState(false);
  const { busy, run } = useActOn('alerts');
  const approve = async (): Promise<void> => {
    const decided = await run(() => decide(id, { decision: 'approve', revision: review.revision.hash }), {
      failure: 'The alert was not approved',
    });
    if (decided)
      toast(
        decided.done.state === 'pending_review'
          ? { title: 'Your approval is noted', description: 'A second person must approve it too.' }
          : { title: 'Alert approved', description: 'It’s on its way to its recipients.' },
      );
  };
  return (
    <>
      <p className="mt-1.5 max-w-text text-sm text-ink-2">
        {may
          ? 'Nothing is sent until you approve it. Check the content and who will get it.'
          : 'Somebody who may approve decides. Nothing is sent until then.'}{' '}
        {THEN[review.escalated ? 'expire' : review.unanswered]} <Time at={review.lapsesAt} />.
      </p>
      {review.needs > 1 ? (
        <p className="mt-1.5 max-w-text text-sm">
          Two people must approve it.
          {review.approvals.length > 0 ? ` ${review.approvals.join(', ')} approved it.` : ''}
        </p>
      ) : null}
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
            <Button variant="primary" busy={busy} onClick={() => void approve()}>
              {busy ? 'Approving...' : 'Approve and send'}
            </Button>
            <Button disabled={busy} onClick={() => setRejects(true)}>
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

function RejectForm({ id, revision, onCancel }: { id: string; revision: string; onCancel: () => void }) {
  const { run } = useActOn('alerts');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { reason: '' },
    check: ({ reason }) => checkBy(decisionFormSchema, { decision: 'reject', revision, reason }),
    start: 'reason',
    submit: async (rejection, { refuse }) => {
      const decided = await run(() => decide(id, { ...rejection, reason: rejection.reason ?? '' }), {
        onRefused: (refused: ApiError) => refuse('reason', refused.message),
      });
      if (decided) toast({ title: 'Alert rejected', description: 'It won’t be sent.' });
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 max-w-text">
      <TextArea
        label="Why do you reject it?"
        hint="Kept on record. Only your team sees it."
        rows={3}
        {...field('reason')}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? 'Rejecting...' : 'Reject'}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
