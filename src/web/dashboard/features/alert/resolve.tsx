import { useState } from 'react';
import type { DeliveryItem } from '#src/shared/alert-list.ts';
import type { Resolution } from '#src/shared/delivery-log.ts';
import { resolveDelivery } from '#src/web/dashboard/lib/alert/queries.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

const ACTS: readonly { as: Resolution; label: string; done: string }[] = [
  { as: 'arrived', label: 'It arrived', done: 'Marked as sent' },
  { as: 'lost', label: 'It didn’t arrive', done: 'Marked as not delivered' },
  { as: 'send_again', label: 'Send again', done: 'Sending again' },
];

/** For a delivery of unknown outcome: the member who knows says so, or has it sent again. */
export function Resolve({ item }: { item: DeliveryItem }) {
  const mayWrite = useMay('alerts:write') === true;
  const { busy, run } = useActOn('alerts');
  const [asking, setAsking] = useState(false);
  if (!mayWrite) return null;
  async function settle(as: Resolution, done: string): Promise<void> {
    const settled = await run(() => resolveDelivery(item.id, as), { failure: 'Nothing was changed' });
    if (settled) toast({ title: done });
  }
  return (
    <Changes className="mt-1 -ml-3 flex flex-wrap">
      {ACTS.map(({ as, label, done }) => (
        <Button
          key={as}
          size="sm"
          variant="quiet"
          busy={busy}
          aria-label={`${label}: ${item.address}`}
          onClick={() => (as === 'send_again' ? setAsking(true) : void settle(as, done))}
        >
          {label}
        </Button>
      ))}
      <ConfirmDialog
        open={asking}
        title="Send it again?"
        text="If the first one arrived, they get it twice."
        confirmLabel="Send again"
        onConfirm={() => void settle('send_again', 'Sending again')}
        onClose={() => setAsking(false)}
      />
    </Changes>
  );
}
