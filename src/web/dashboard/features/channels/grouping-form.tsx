import type { Destination, DestinationChange } from '#src/shared/connections.ts';
import { groupMinutesOf } from '#src/web/dashboard/lib/grouping.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { changeDestination } from './queries.ts';

/** Within how many minutes a place gets alerts about one move as one. */
export function GroupingForm({ place, onClose }: { place: Destination; onClose: () => void }) {
  const { run } = useActOn('channels');
  const { onSubmit, busy, field } = useCheckedForm<{ groupMinutes: string }, DestinationChange>({
    defaults: { groupMinutes: place.groupMinutes?.toString() ?? '' },
    start: 'groupMinutes',
    check: ({ groupMinutes }) => groupMinutesOf(groupMinutes),
    submit: async (form, { refuse }) => {
      const saved = await run(() => changeDestination(place.id, form), {
        onRefused: ({ message }) => refuse('groupMinutes', message),
      });
      if (!saved) return;
      toast({ title: form.groupMinutes === null ? 'Each alert is posted' : 'Grouping is saved' });
      onClose();
    },
  });
  return (
    <form
      noValidate
      aria-label={`Grouping of ${place.name}`}
      className="mt-2 mb-4 border-l-2 border-rule pl-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Changes className="grid gap-4">
        <p className="max-w-text text-ink-2">
          If several rules trigger on one symbol that moved the same way, only the first alert is posted here.
          The others stay in the list, with a link to that alert. Critical rules are always posted. Leave it
          empty to post every alert.
        </p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Group for (minutes)"
            hint="15 suits most places."
            inputMode="numeric"
            autoComplete="off"
            {...field('groupMinutes')}
          />
        </div>
        <p className="flex gap-3">
          <Button type="submit" variant="primary" size="sm" busy={busy}>
            {busy ? 'Saving...' : 'Save grouping'}
          </Button>
          <Button variant="quiet" size="sm" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}
