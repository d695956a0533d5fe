import { type DecidedTogether, type ToDecide, togetherFormSchema } from '#src/shared/review.ts';
import { decideTogether } from '#src/web/dashboard/lib/alert/queries.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';

/** Rejects the chosen alerts with one reason. */
export function RejectChosen({
  alerts,
  onCancel,
  onDone,
}: {
  alerts: readonly ToDecide[];
  onCancel: () => void;
  onDone: (items: DecidedTogether['items']) => void;
}) {
  const { run } = useActOn('alerts');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { reason: '' },
    // Any alert does for the check of the reason: more of them than one request takes are sent in several.
    check: ({ reason }) =>
      checkBy(togetherFormSchema, { decision: 'reject', reason, alerts: alerts.slice(0, 1) }),
    start: 'reason',
    submit: async ({ reason = '' }, { refuse }) => {
      const decided = await run(() => decideTogether({ decision: 'reject', reason, alerts: [...alerts] }), {
        onRefused: ({ message }) => refuse('reason', message),
      });
      if (decided) onDone(decided.done);
    },
  });
  return (
    <form noValidate aria-label="Reject the selected alerts" onSubmit={onSubmit}>
      <TextArea
        label="Why do you reject them?"
        hint="Kept on record with each. Only your team sees it."
        rows={2}
        {...field('reason')}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant="danger" size="sm" busy={busy}>
          {busy ? 'Rejecting...' : `Reject ${alerts.length}`}
        </Button>
        <Button size="sm" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
