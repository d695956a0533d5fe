import { decisionFormSchema } from '#src/shared/review.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { decide } from './queries.ts';

/** Rejects an alert with a reason. */
export function RejectForm({
  id,
  revision,
  onCancel,
  onDone,
}: {
  id: string;
  revision: string;
  onCancel: () => void;
  onDone?: () => void;
}) {
  const { run } = useActOn('alerts');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { reason: '' },
    check: ({ reason }) => checkBy(decisionFormSchema, { decision: 'reject', revision, reason }),
    start: 'reason',
    closesHere: true,
    submit: async (rejection, { refuse }) => {
      const decided = await run(() => decide(id, { ...rejection, reason: rejection.reason ?? '' }), {
        onRefused: (refused: ApiError) => refuse('reason', refused.message),
      });
      if (!decided) return;
      toast({ title: 'Alert rejected', description: 'It won’t be sent.' });
      onDone?.();
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
