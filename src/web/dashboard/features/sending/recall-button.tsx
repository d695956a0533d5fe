import { useState } from 'react';
import { counted } from '#src/shared/plural.ts';
import type { Stop, Unsent } from '#src/shared/sending.ts';
import { recallHeld } from '#src/web/dashboard/lib/sending/queries.ts';
import { whatIn } from '#src/web/dashboard/lib/sending/words.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

/** Ends for good what a stop holds. */
export function RecallButton({ stop, held: { unsent } }: { stop: Stop; held: Unsent }) {
  const titleOf = useChannelTitle();
  const { busy, run } = useActOn('alerts');
  const [asking, setAsking] = useState(false);
  async function recall(): Promise<void> {
    const done = await run(() => recallHeld(stop.id), { failure: 'Not everything was recalled' });
    if (done) toast({ title: `${counted(done.done, 'alert')} recalled` });
  }
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        aria-label={`Recall what waits: ${whatIn(stop, titleOf)}`}
        onClick={() => setAsking(true)}
      >
        {busy ? 'Recalling' : 'Recall'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={unsent === 0 ? 'Recall what waits?' : `Recall ${counted(unsent, 'alert')}?`}
        text="What hasn’t gone out is never sent, also after you resume, and each alert says so on its page. Alerts that wait for a digest are recalled too. What people got already stays with them. You can’t undo this."
        confirmLabel="Recall"
        onConfirm={() => void recall()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
