import { Download } from 'lucide-react';
import { daySchema } from '#src/shared/day.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import type { Faults } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { periodFile } from '../queries.ts';

type Values = { from: string; to: string; people: boolean };

/** Everything of a period as one archive with proofs. */
export function CaseForm() {
  const mayName = useMay('contacts:read') === true;
  const { run } = useActOn('ledger');
  const { onSubmit, busy, field } = useCheckedForm<Values, Values>({
    defaults: { from: '', to: '', people: false },
    check: ({ from, to, people = false }) => {
      const faults: Faults = {
        ...(daySchema.safeParse(from).success ? {} : { from: 'Choose the first day.' }),
        ...(daySchema.safeParse(to).success ? {} : { to: 'Choose the last day.' }),
        ...(from !== '' && to !== '' && from > to ? { to: 'The last day is before the first.' } : {}),
      };
      return Object.keys(faults).length > 0 ? { faults } : { data: { from, to, people } };
    },
    asksToLeave: false,
    submit: async (period, { refuse }) => {
      const done = await run(() => periodFile(period), {
        onRefused: ({ message }) => refuse('from', message),
      });
      if (!done) return;
      saveFile(done.done, `case-${period.from}-${period.to}.zip`);
      toast({ title: 'Case file made', description: 'It’s in the activity that you made it.' });
    },
  });
  return (
    <section aria-labelledby="case">
      <h2 id="case" className="headline text-h3">
        Case file
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        Everything of a period in one archive: a page to read or print, tables, texts and pictures, and the
        entries with their proofs.
      </p>
      <form noValidate onSubmit={onSubmit} aria-label="Case file" className="mt-4 max-w-180">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
          <TextField label="From" type="date" {...field('from')} />
          <TextField label="To" type="date" {...field('to')} />
          <Button type="submit" busy={busy} className="sm:mt-6.5">
            {busy ? null : <Download size={16} aria-hidden="true" />}
            {busy ? 'Making it...' : 'Case file'}
          </Button>
        </div>
        <div className="mt-3">
          {mayName ? (
            <Checkbox
              label="Name people"
              hint="Without it, people appear by pseudonym. Keep a file with names as you keep their data."
              {...field('people')}
            />
          ) : null}
          <p className="mt-2 text-sm text-ink-2">Days in UTC, both included.</p>
        </div>
      </form>
    </section>
  );
}
