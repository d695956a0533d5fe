import { useState } from 'react';
import { type FollowUp } from '#src/shared/follow-ups.ts';
import { type DecisionForm as Decision, decisionFormSchema } from '#src/shared/review.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { decideFollowUp } from '#src/web/dashboard/lib/alert/queries.ts';

/** Approves an update or a correction, or rejects it with a reason. */
export function FollowUpDecision({ alertId, item }: { alertId: string; item: FollowUp }) {
  const { revision } = item;
  const [rejects, setRejects] = useState(false);
  const { busy, run } = useActOn('alerts');
  const decide = (decision: Decision) => decideFollowUp(alertId, item.id, decision);
  const approve = async (): Promise<void> => {
    const done = await run(() => decide({ decision: 'approve', revision }), {
      failure: 'It wasn’t approved',
    });
    if (done) toast({ title: item.purpose === 'update' ? 'Update sent' : 'Correction sent' });
  };
  if (rejects) return <RejectForm revision={revision} decide={decide} onCancel={() => setRejects(false)} />;
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Button size="sm" variant="primary" busy={busy} onClick={() => void approve()}>
        {busy ? 'Approving...' : 'Approve and send'}
      </Button>
      <Button size="sm" disabled={busy} onClick={() => setRejects(true)}>
        Reject
      </Button>
    </div>
  );
}

function RejectForm({
  revision,
  decide,
  onCancel,
}: {
  revision: string;
  decide: (decision: Decision) => Promise<FollowUp>;
  onCancel: () => void;
}) {
  const { run } = useActOn('alerts');
  const { onSubmit, busy, field } = useCheckedForm<{ reason: string }, Decision>({
    defaults: { reason: '' },
    check: ({ reason }) => checkBy(decisionFormSchema, { decision: 'reject', revision, reason }),
    start: 'reason',
    submit: async (rejection, { refuse }) => {
      const done = await run(() => decide(rejection), {
        onRefused: (refused: ApiError) => refuse('reason', refused.message),
      });
      if (done) toast({ title: 'Rejected', description: 'It won’t be sent.' });
    },
  });
  return (
    <form noValidate className="mt-3" onSubmit={(event) => void onSubmit(event)}>
      <TextArea
        label="Why do you reject it?"
        hint="Kept on record. Only your team sees it."
        rows={3}
        {...field('reason')}
      />
      <p className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" type="submit" variant="danger" busy={busy}>
          {busy ? 'Rejecting...' : 'Reject'}
        </Button>
        <Button size="sm" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
