import { useState } from 'react';
import type { AlertPlan } from '#src/shared/composed.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { cancelPlan, localWords, reschedule, sendNow } from './plan.ts';
import { PlanFields } from './plan-fields.tsx';

/** Sends a planned alert now, at another time, or not at all. */
export function PlanActions({ id, title, plan }: { id: string; title: string; plan: AlertPlan }) {
  const { busy, run } = useActOn('alerts');
  const mayWrite = useMay('alerts:write') === true;
  const [asks, setAsks] = useState<'send' | 'cancel' | null>(null);
  const [time, setTime] = useState<{ local: string; timeZone: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!mayWrite) return null;
  const move = async (): Promise<void> => {
    if (!time) return;
    setProblem(null);
    const done = await run(() => reschedule(id, time), { onRefused: ({ message }) => setProblem(message) });
    if (!done) return;
    setTime(null);
    toast({ title: 'Alert rescheduled', description: `${localWords(time.local)} (${time.timeZone})` });
  };
  const act = async (): Promise<void> => {
    const sends = asks === 'send';
    setAsks(null);
    const done = await run(() => (sends ? sendNow(id) : cancelPlan(id)), {
      failure: sends ? 'The alert wasn’t sent' : 'The alert wasn’t canceled',
    });
    if (done) toast({ title: sends ? 'Alert is on its way' : 'Alert canceled' });
  };
  return (
    <div className="mt-3">
      {time ? (
        <form
          noValidate
          aria-label={`Reschedule ${title}`}
          className="grid max-w-160 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void move();
          }}
        >
          <PlanFields
            {...time}
            problem={problem}
            note={null}
            onChange={(change) => setTime({ ...time, ...change })}
          />
          <p className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" busy={busy}>
              Reschedule
            </Button>
            <Button variant="quiet" disabled={busy} onClick={() => setTime(null)}>
              Keep the time
            </Button>
          </p>
        </form>
      ) : (
        <p className="flex flex-wrap gap-3">
          <Button
            size="sm"
            disabled={busy}
            onClick={() => setTime({ local: plan.local, timeZone: plan.timeZone })}
          >
            Reschedule
          </Button>
          <Button size="sm" disabled={busy} onClick={() => setAsks('send')}>
            Send now
          </Button>
          <Button size="sm" variant="quiet" disabled={busy} onClick={() => setAsks('cancel')}>
            Cancel it
          </Button>
        </p>
      )}
      <ConfirmDialog
        open={asks !== null}
        title={asks === 'cancel' ? `Cancel “${title}”?` : `Send “${title}” now?`}
        text={
          asks === 'cancel'
            ? 'It stays on record and isn’t sent.'
            : 'It goes out at once, or as soon as it’s approved. This can’t be undone.'
        }
        confirmLabel={asks === 'cancel' ? 'Cancel the alert' : 'Send now'}
        confirmVariant={asks === 'cancel' ? 'danger' : 'primary'}
        cancelLabel="Keep it planned"
        onConfirm={() => void act()}
        onClose={() => setAsks(null)}
      />
    </div>
  );
}
