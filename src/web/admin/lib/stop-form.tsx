import type { ReactNode } from 'react';
import { type StopForm as Stop, stopFormSchema } from '#src/shared/operator.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { useAct } from './use-act.ts';

type What = Stop extends infer Each ? (Each extends Stop ? Omit<Each, 'reason'> : never) : never;

/** Pauses sending. Customers whose alerts wait read the reason. */
export function StopForm({ what, children }: { what: What; children?: ReactNode }) {
  const { act, busy } = useAct('Nothing was stopped');
  const path = '/stops';
  const { onSubmit, field } = useCheckedForm({
    defaults: { reason: '' },
    check: ({ reason }) => checkBy(stopFormSchema, { ...what, reason }, () => 'reason'),
    submit: (body, { reset }) => act({ path, body, done: 'Sending stopped', after: reset }),
  });

  return (
    <form
      noValidate
      aria-labelledby="stop-sending"
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 self-start"
    >
      <h2 id="stop-sending" className="headline text-h4">
        Stop sending
      </h2>
      {children}
      <TextField
        label="Why"
        hint="A sentence: the customers whose alerts wait read it."
        maxLength={200}
        autoComplete="off"
        {...field('reason')}
      />
      <Button type="submit" variant="secondary" busy={busy === path} className="justify-self-start">
        {busy === path ? 'Stopping...' : 'Stop sending'}
      </Button>
    </form>
  );
}
