import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Suppression, SUPPRESSION_CAUSES, suppressionLiftSchema } from '#src/shared/suppressions.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { historyQuery, lift } from './queries.ts';
import { sourceLabel } from './source-label.ts';

/** A suppressed address: why, since when, and the way to lift it. */
export function SuppressedRow({ row, mayWrite }: { row: Suppression; mayWrite: boolean }) {
  const [lifting, setLifting] = useState(false);
  const [open, setOpen] = useState(false);
  const address = row.address ?? 'Erased person';
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="text-sm font-medium wrap-anywhere">{address}</p>
          <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
            {SUPPRESSION_CAUSES[row.cause]} · {row.cause === 'manual' ? '' : `${sourceLabel(row.source)} · `}
            <Time at={row.at} />
          </p>
          {row.detail === '' ? null : <p className="mt-1 text-sm text-ink-3 wrap-anywhere">{row.detail}</p>}
        </div>
        <div className="flex gap-2">
          <Button size="sm" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            History
          </Button>
          {mayWrite ? (
            <Changes>
              <Button
                size="sm"
                aria-label={`Lift the suppression of ${address}`}
                onClick={() => setLifting(!lifting)}
              >
                Lift
              </Button>
            </Changes>
          ) : null}
        </div>
      </div>
      {lifting ? <LiftForm row={row} onClose={() => setLifting(false)} /> : null}
      {open ? <History id={row.id} /> : null}
    </li>
  );
}

function LiftForm({ row, onClose }: { row: Suppression; onClose: () => void }) {
  const { run } = useActOn('contacts');
  const { onSubmit, busy, field } = useCheckedForm<{ reason: string }, { reason: string }>({
    defaults: { reason: '' },
    start: 'reason',
    asksToLeave: false,
    check: (values) => checkBy(suppressionLiftSchema, values),
    submit: async ({ reason }, { refuse }) => {
      const answer = await run(() => lift(row.id, reason), {
        onRefused: (error) => refuse('reason', error.message),
      });
      if (answer) toast({ title: 'Suppression lifted', description: row.address ?? undefined });
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-3 grid max-w-180 gap-3">
      <TextField
        label="Why do you lift it?"
        hint={
          row.cause === 'complaint'
            ? 'This person reported spam. Lift it only if they asked you to.'
            : 'The reason stays in the history.'
        }
        autoComplete="off"
        {...field('reason')}
      />
      <div className="flex gap-3">
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          Lift suppression
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function History({ id }: { id: string }) {
  const { data, error, isPending } = useQuery(historyQuery(id));
  if (isPending) return <output className="mt-3 block text-sm text-ink-3">Loading...</output>;
  if (!data) return <p className="mt-3 text-sm text-ink-2">{error?.message}</p>;
  return (
    <ol className="mt-3 border-l-2 border-rule pl-4 text-sm text-ink-2">
      {data.items.map((item) => (
        <li key={item.id} className="py-1 wrap-anywhere">
          {item.kind === 'lifted' ? 'Lifted' : `Suppressed: ${SUPPRESSION_CAUSES[item.cause].toLowerCase()}`}
          {item.by === '' ? ` (${sourceLabel(item.source)})` : ` by ${item.by}`}
          {item.detail === '' ? '' : `, “${item.detail}”`}, <Time at={item.at} />
        </li>
      ))}
    </ol>
  );
}
