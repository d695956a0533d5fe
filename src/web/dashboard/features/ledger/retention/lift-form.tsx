import { liftFormSchema } from '#src/shared/ledger-keeping.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { liftHold } from '../queries.ts';

/** Ends a hold, with a reason. */
export function LiftForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { run } = useActOn('ledger');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { reason: '' },
    check: (values) => checkBy(liftFormSchema, values),
    start: 'reason',
    closesHere: true,
    submit: async ({ reason }, { refuse }) => {
      const done = await run(() => liftHold(id, reason), {
        onRefused: ({ message }) => refuse('reason', message),
      });
      if (!done) return;
      toast({ title: 'Hold lifted' });
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 max-w-text">
      <TextArea
        label="Why is it lifted?"
        hint="On the ledger under your name. What is old enough is then pruned within a day."
        rows={3}
        maxLength={500}
        {...field('reason')}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? 'Lifting...' : 'Lift the hold'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
