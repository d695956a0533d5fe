import { useState } from 'react';
import type { Stop, Unsent } from '#src/shared/sending.ts';
import { stopSending } from '#src/web/dashboard/lib/sending/queries.ts';
import { stopWords, whatIn, whatOf } from '#src/web/dashboard/lib/sending/words.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

/** Stops everything, a brand or a channel, once it has said what that does. */
export function StopButton({
  target,
  held,
}: {
  target: Pick<Stop, 'scope' | 'target' | 'name'>;
  held: Unsent;
}) {
  const titleOf = useChannelTitle();
  const { busy, run } = useActOn('alerts');
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const isAll = target.scope === 'workspace';
  async function stop(): Promise<void> {
    const done = await run(
      () =>
        stopSending({
          scope: target.scope,
          ...(target.target === null ? {} : { target: target.target }),
          ...(reason.trim() === '' ? {} : { reason }),
        }),
      { failure: `${whatOf(target, titleOf)} wasn’t stopped` },
    );
    if (!done) return;
    setReason('');
    toast({ title: `${whatOf(target, titleOf)} is stopped` });
  }
  return (
    <>
      <Button
        variant={isAll ? 'danger' : 'secondary'}
        size={isAll ? 'md' : 'sm'}
        busy={busy}
        aria-label={isAll ? undefined : `Stop ${whatIn(target, titleOf)}`}
        onClick={() => setAsking(true)}
      >
        {isAll ? 'Stop all sending' : 'Stop'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={isAll ? 'Stop all sending?' : `Stop ${whatIn(target, titleOf)}?`}
        text={
          <>
            <p>{stopWords(held)}</p>
            <div className="mt-4">
              <TextField
                label="Why (optional)"
                hint="Everyone in the account area sees it."
                maxLength={200}
                autoComplete="off"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </div>
          </>
        }
        confirmLabel="Stop sending"
        onConfirm={() => void stop()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
