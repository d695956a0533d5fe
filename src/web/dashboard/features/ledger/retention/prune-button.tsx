import { useState } from 'react';
import { counted } from '#src/shared/plural.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { prune } from '../queries.ts';

/** Deletes now what the program deletes once a day. */
export function PruneButton({ years }: { years: number }) {
  const { busy, run } = useActOn('ledger');
  const [asking, setAsking] = useState(false);
  async function go(): Promise<void> {
    const done = await run(prune, { failure: 'Nothing was pruned' });
    if (!done) return;
    const { entries, through, heldThrough } = done.done;
    toast(
      through === null
        ? { title: 'Nothing to prune', description: `No entry is older than ${years} years.` }
        : {
            title: `${counted(entries, 'entry').replace(/entrys$/, 'entries')} pruned`,
            description: `Up to entry ${through}.${heldThrough === null ? '' : ' A legal hold keeps later ones that are old enough.'}`,
          },
    );
  }
  return (
    <div>
      <Button size="sm" busy={busy} onClick={() => setAsking(true)}>
        {busy ? 'Pruning...' : 'Prune now'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-2">
        The program does this once a day. The entries that stay still verify.
      </p>
      <ConfirmDialog
        open={asking}
        title="Prune the ledger now?"
        text={`Entries older than ${years} years are deleted, up to a signed head that takes their place. You can’t bring them back. What a legal hold covers stays, and everything after it.`}
        confirmLabel="Prune now"
        onConfirm={() => void go()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
