import { BAR_CORRECTIONS, type DismissalForm, dismissalFormSchema } from '#src/shared/bar-corrections.ts';
import { dismissBarCorrection } from '#src/web/dashboard/lib/alert/queries.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

/** Leaves an alert as it is though its bars were corrected, with a reason. */
export function DismissCorrection({
  alertId,
  id,
  onCancel,
}: {
  alertId: string;
  id: string;
  onCancel: () => void;
}) {
  const { run } = useActOn('alerts');
  const { onSubmit, busy, field } = useCheckedForm<{ reason: string }, DismissalForm>({
    defaults: { reason: '' },
    check: (values) => checkBy(dismissalFormSchema, values),
    start: 'reason',
    submit: async (form, { refuse }) => {
      const done = await run(() => dismissBarCorrection(alertId, id, form), {
        onRefused: (refused: ApiError) => refuse('reason', refused.message),
      });
      if (done) toast({ title: 'Dismissed', description: 'No correction is sent.' });
    },
  });
  return (
    <form
      noValidate
      aria-label="Dismiss the correction"
      className="mt-3"
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextArea
        label="Why is no correction needed?"
        hint="Kept on record. Only your team sees it."
        rows={3}
        maxLength={BAR_CORRECTIONS.reasonMax}
        {...field('reason')}
      />
      <p className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" type="submit" variant="danger" busy={busy}>
          {busy ? 'Dismissing...' : 'Dismiss'}
        </Button>
        <Button size="sm" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
