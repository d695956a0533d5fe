import { useState, type FormEvent, type ReactNode } from 'react';
import { type StopForm as Stop, stopFormSchema } from '#src/shared/operator.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField } from '#src/web/ui/form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { useAct } from './use-act.ts';

type What = Stop extends infer Each ? (Each extends Stop ? Omit<Each, 'reason'> : never) : never;

/** Stops what has not gone out yet. The reason is shown to the customers whose alerts wait. */
export function StopForm({ what, children }: { what: What; children?: ReactNode }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { act, busy } = useAct('Nothing was stopped');
  const path = '/stops';

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const read = stopFormSchema.safeParse({ ...what, reason });
    setError(read.error?.issues[0]?.message);
    if (read.success) act({ path, body: read.data, done: 'Sending stopped', after: () => setReason('') });
    else focusField(event.currentTarget, 'reason');
  }

  return (
    <form
      noValidate
      aria-labelledby="stop-sending"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 self-start"
    >
      <h2 id="stop-sending" className="headline text-h4">
        Stop sending
      </h2>
      {children}
      <TextField
        label="Why"
        name="reason"
        hint="A sentence: the customers whose alerts wait read it."
        maxLength={200}
        autoComplete="off"
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" busy={busy === path} className="justify-self-start">
        {busy === path ? 'Stopping...' : 'Stop sending'}
      </Button>
    </form>
  );
}
