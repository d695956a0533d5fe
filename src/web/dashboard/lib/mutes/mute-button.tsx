import { useState } from 'react';
import type { Mute } from '#src/shared/mutes.ts';
import { ownZone } from '#src/web/dashboard/lib/alert/plan.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { muteIt } from './queries.ts';
import { type Length, lengthForm, lengthsFor, mutedLabel, whatIsMuted } from './words.ts';

/** Mutes a rule, a symbol or a brand, once it has asked for how long. Nothing for those who may not. */
export function MuteButton({
  what,
  label = 'Mute',
}: {
  what: Pick<Mute, 'kind' | 'target' | 'name'>;
  label?: string;
}) {
  const mayMute = useMay('alerts:mute') === true;
  const { busy, run } = useActOn('rules');
  const [asking, setAsking] = useState(false);
  const [length, setLength] = useState<Length>('hour');
  const [local, setLocal] = useState('');
  const [reason, setReason] = useState('');
  if (!mayMute) return null;
  const { kind, target } = what;
  const timeZone = ownZone();
  async function mute(): Promise<void> {
    const form = {
      kind,
      target,
      ...lengthForm(length, { local, timeZone }),
      ...(reason.trim() !== '' && { reason }),
    };
    const done = await run(() => muteIt(form), { failure: 'It wasn’t muted' });
    if (!done) return;
    setReason('');
    toast({ title: mutedLabel(done.done), description: done.done.name });
  }
  return (
    <>
      <Button
        size="sm"
        busy={busy}
        aria-label={label === 'Mute' ? `Mute ${whatIsMuted(what)}` : undefined}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Mute ${whatIsMuted(what)}?`}
        text={
          <>
            <p>
              Events are still recorded. Nothing is sent, and nothing waits for approval. Updates and
              corrections of alerts that were sent still go out.
            </p>
            <div className="mt-4 grid gap-4">
              <Select
                label="For how long"
                options={lengthsFor(kind)}
                value={length}
                onChange={(event) => setLength(event.target.value as Length)}
              />
              {length === 'time' ? (
                <TextField
                  label="Until"
                  hint={`In ${timeZone.replaceAll('_', ' ')}.`}
                  type="datetime-local"
                  value={local}
                  onChange={(event) => setLocal(event.target.value.slice(0, 16))}
                />
              ) : null}
              <TextField
                label="Why (optional)"
                maxLength={200}
                autoComplete="off"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </div>
          </>
        }
        confirmLabel="Mute"
        confirmVariant="primary"
        onConfirm={() => void mute()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
