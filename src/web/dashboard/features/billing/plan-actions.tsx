import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Billing } from '#src/shared/billing.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { billingQuery } from '#src/web/dashboard/lib/plan/billing-query.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import { dayOf } from '#src/web/dashboard/lib/plan/words.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { changePlan } from './queries.ts';

/** Cancelling at the end of the paid month, and taking that, or a coming change, back. */
export function PlanActions({ billing }: { billing: Billing }) {
  const { plan, period, cancelAtPeriodEnd, next, provider } = billing;
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: changePlan,
    onSuccess: (now, want) => {
      queries.setQueryData(billingQuery.queryKey, now);
      void queries.invalidateQueries({ queryKey: usageQuery.queryKey });
      void queries.invalidateQueries({ queryKey: meQuery.queryKey });
      toast(
        want === 'cancel'
          ? {
              title: 'Plan canceled',
              description: now.period ? `It runs until ${dayOf(now.period.end)}.` : '',
            }
          : { title: 'Plan kept', description: 'It continues as before.' },
      );
    },
    onError: (error) =>
      toast({ title: 'The plan wasn’t changed', description: error.message, variant: 'destructive' }),
  });
  // What sales has agreed on is ended with sales.
  if (!period || !provider || plan.standing !== 'active') return null;
  const busy = change.isPending;
  if (cancelAtPeriodEnd || next) {
    return (
      <Button
        variant={cancelAtPeriodEnd ? 'primary' : 'secondary'}
        busy={busy}
        onClick={() => change.mutate('resume')}
      >
        {busy ? 'Processing...' : `Keep ${plan.name}`}
      </Button>
    );
  }
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={() => setAsking(true)}>
        {busy ? 'Processing...' : 'Cancel plan'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Cancel ${plan.name}?`}
        text={`Your plan runs until ${dayOf(period.end)}, the end of the period you paid for. After that, the workspace is read-only: no alerts are sent, nothing is deleted, and you aren't charged again. You can undo this until then.`}
        confirmLabel={`End on ${dayOf(period.end)}`}
        cancelLabel={`Keep ${plan.name}`}
        onConfirm={() => change.mutate('cancel')}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
