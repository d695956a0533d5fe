import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FollowUp, FollowUpPurpose } from '#src/shared/follow-ups.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { FollowUpDecision } from './follow-up-decision.tsx';
import { FollowUpForm } from './follow-up-form.tsx';
import { followUpsQuery } from '#src/web/dashboard/lib/alert/queries.ts';

const NAMES = { update: 'Update', correction: 'Correction' } as const;
const STATES = {
  waiting: { tone: 'waiting', label: 'Waiting for approval' },
  approved: { tone: 'done', label: 'Approved' },
  rejected: { tone: 'fault', label: 'Rejected' },
} as const;

/** What followed an alert that was sent, and where an update or a correction is written. */
export function FollowUps({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(followUpsQuery(id));
  const mayWrite = useMay('alerts:write') === true;
  const [writes, setWrites] = useState<FollowUpPurpose | null>(null);
  // Nothing has followed, and nothing can: there is nothing to show.
  if (!error && (!data || (data.items.length === 0 && !(data.open && mayWrite)))) return null;
  return (
    <section aria-labelledby="follow-ups">
      <h2 id="follow-ups" className="headline text-h4">
        Updates and corrections
      </h2>
      {data ? (
        <>
          {data.items.length === 0 ? null : (
            <ol className="mt-3 border-t border-line">
              {data.items.map((item) => (
                <One key={item.id} alertId={id} item={item} />
              ))}
            </ol>
          )}
          {mayWrite && data.open ? (
            writes ? (
              <FollowUpForm
                key={writes}
                id={id}
                purpose={writes}
                needsApproval={data.needsApproval}
                onDone={() => setWrites(null)}
              />
            ) : (
              <>
                <p className="mt-3 max-w-text border-t border-line pt-3 text-sm text-ink-2">
                  Goes once to everyone who got this alert, and doesn’t count against your plan.
                </p>
                <Changes says className="mt-3 flex flex-wrap gap-3">
                  <Button size="sm" onClick={() => setWrites('update')}>
                    Write an update
                  </Button>
                  <Button size="sm" onClick={() => setWrites('correction')}>
                    Write a correction
                  </Button>
                </Changes>
              </>
            )
          ) : null}
        </>
      ) : (
        <ErrorState
          title="Updates and corrections couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

function One({ alertId, item }: { alertId: string; item: FollowUp }) {
  const {
    purpose,
    sendNo,
    state,
    headline,
    text,
    ownFigures,
    writtenBy,
    createdAt,
    decidedBy,
    decidedAt,
    reason,
  } = item;
  const mayDecide = useMay('alerts:approve') === true;
  return (
    <li
      id={`follow-up-${item.id}`}
      tabIndex={-1}
      className="scroll-mt-20 border-b border-line py-3 text-sm outline-none"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="slug text-ink-3">
          {NAMES[purpose]}
          {sendNo > 1 ? ` ${sendNo}` : ''}
        </span>
        <StatusTag {...STATES[state]} />
      </p>
      <p className="mt-1 font-medium wrap-anywhere">{headline}</p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
      {ownFigures.length > 0 ? (
        <p className="mt-1 text-ink-2">The author vouched for: {ownFigures.join(', ')}</p>
      ) : null}
      <p className="mt-1 text-ink-2">
        Written by {writtenBy}, <Time at={createdAt} />
        {decidedBy && decidedAt ? (
          <>
            {' · '}
            {state === 'approved' ? 'Approved' : 'Rejected'} by {decidedBy}, <Time at={decidedAt} />
          </>
        ) : null}
      </p>
      {reason ? <p className="mt-1 text-ink-2">“{reason}”</p> : null}
      {state === 'waiting' && mayDecide ? <FollowUpDecision alertId={alertId} item={item} /> : null}
    </li>
  );
}
