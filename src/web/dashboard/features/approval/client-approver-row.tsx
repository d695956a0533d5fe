import { useState } from 'react';
import type { ClientApprover } from '#src/shared/client-approvers.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { removeApprover, resendApprover, suspendApprover } from './queries.ts';

const STATES = { invited: 'Invited', expired: 'Expired', active: null, suspended: 'Suspended' } as const;

/** One client approver, with what can be done about them. */
export function ClientApproverRow({ approver }: { approver: ClientApprover }) {
  const { id, brandId, name, entity, email, state, invitedBy, invitedAt, confirmedAt } = approver;
  const { busy, run } = useActOn('account');
  const [asks, setAsks] = useState(false);
  const badge = STATES[state];
  const resend = async (): Promise<void> => {
    const sent = await run(() => resendApprover(brandId, id), { failure: 'The invitation wasn’t sent' });
    if (sent) toast({ title: 'Invitation sent again', description: `A new link is on its way to ${email}.` });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 text-sm">
      <div className="min-w-60 grow basis-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">
            {name}, {entity}
          </span>
          {badge ? <Badge>{badge}</Badge> : null}
        </p>
        <p className="text-ink-2 wrap-anywhere">
          {email} ·{' '}
          {confirmedAt === null ? (
            <>
              invited by {invitedBy} <Time at={invitedAt} />
            </>
          ) : (
            <>
              confirmed <Time at={confirmedAt} />
            </>
          )}
        </p>
      </div>
      <div className="-ml-3 flex flex-wrap gap-1 sm:ml-0">
        {confirmedAt === null ? (
          <Changes className="contents">
            <Button
              size="sm"
              variant="quiet"
              busy={busy}
              aria-label={`Resend the invitation to ${name}`}
              onClick={() => void resend()}
            >
              Resend
            </Button>
          </Changes>
        ) : (
          <Button
            size="sm"
            variant="quiet"
            busy={busy}
            aria-label={state === 'suspended' ? `End the suspension of ${name}` : `Suspend ${name}`}
            onClick={() =>
              void run(() => suspendApprover(brandId, id, state !== 'suspended'), {
                failure: 'Nothing was changed',
              })
            }
          >
            {state === 'suspended' ? 'End suspension' : 'Suspend'}
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          busy={busy}
          aria-label={`Remove ${name}`}
          onClick={() => setAsks(true)}
        >
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        title={`Remove ${name}?`}
        text="All of their links stop working at once. Their name and company stay on the alerts that they decided on."
        confirmLabel="Remove"
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          void run(() => removeApprover(brandId, id), { failure: 'The approver wasn’t removed' });
        }}
      />
    </li>
  );
}
