import { useState } from 'react';
import type { DecidedTogether, TogetherForm } from '#src/shared/review.ts';
import { decideTogether } from '#src/web/dashboard/lib/alert/queries.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { RejectChosen } from './reject-chosen.tsx';
import type { Chosen } from './use-chosen.ts';

/** Decides on the chosen alerts, at the end of the list; nothing while none is chosen. */
export function ChosenBar({
  chosen: { chosen, said, clear },
  isEditing,
  onDecided,
}: {
  chosen: Chosen;
  /** Whether a text is being edited beside it: a decision could be about that alert. */
  isEditing: boolean;
  onDecided: (decision: TogetherForm['decision'], items: DecidedTogether['items']) => void;
}) {
  const [rejects, setRejects] = useState(false);
  const { busy, run } = useActOn('alerts');
  const count = chosen.length;
  if (count === 0) {
    if (rejects) setRejects(false);
    return null;
  }
  const approve = async (): Promise<void> => {
    const decided = await run(() => decideTogether({ decision: 'approve', alerts: chosen }), {
      failure: 'The alerts weren’t approved',
    });
    if (decided) onDecided('approve', decided.done);
  };
  return (
    <section
      aria-label="Selected alerts"
      className="sticky bottom-0 z-10 -mx-5 -mt-px border-t border-rule bg-paper px-5 py-3 md:mx-0 md:px-0 xl:px-3"
    >
      {said === null ? null : <output className="mb-3 block text-sm wrap-anywhere">{said}</output>}
      {rejects ? (
        <RejectChosen
          alerts={chosen}
          onCancel={() => setRejects(false)}
          onDone={(items) => {
            setRejects(false);
            onDecided('reject', items);
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="sm" busy={busy} disabled={isEditing} onClick={() => void approve()}>
            {busy ? 'Approving...' : `Approve ${count}`}
          </Button>
          <Button size="sm" disabled={busy || isEditing} onClick={() => setRejects(true)}>
            Reject {count}
          </Button>
          <Button variant="quiet" size="sm" disabled={busy} onClick={clear}>
            Clear
          </Button>
        </div>
      )}
      {isEditing ? <p className="mt-2 text-sm text-ink-2">Save or cancel your edit first.</p> : null}
    </section>
  );
}
