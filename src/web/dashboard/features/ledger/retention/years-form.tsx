import { useState } from 'react';
import { RETENTION_YEARS } from '#src/shared/ledger-keeping.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { retain } from '../queries.ts';

type Years = (typeof RETENTION_YEARS)[number];
const OPTIONS = RETENTION_YEARS.map((value) => ({ value: String(value), label: `${value} years` }));

/** Sets how long the ledger is kept, once it has said what that does. */
export function YearsForm({ years }: { years: number }) {
  const { run } = useActOn('ledger');
  const [asked, setAsked] = useState<Years | null>(null);
  async function set(next: Years): Promise<void> {
    const done = await run(() => retain(next), { failure: 'Retention wasn’t changed' });
    if (done) toast({ title: `The ledger is kept ${next} years` });
  }
  return (
    <div className="max-w-100">
      <RadioGroup
        legend="Keep entries for"
        name="years"
        value={String(years)}
        options={OPTIONS}
        onChange={(value) => setAsked(RETENTION_YEARS.find((each) => String(each) === value) ?? null)}
      />
      <ConfirmDialog
        open={asked !== null}
        title={`Keep the ledger for ${asked ?? years} years?`}
        text={
          (asked ?? years) < years
            ? `Entries older than ${asked} years are deleted within a day. You can’t bring them back. What a legal hold covers stays. The change is on the ledger under your name.`
            : 'Entries are kept longer from now on. What was deleted before stays deleted. The change is on the ledger under your name.'
        }
        confirmLabel={`Keep ${asked ?? years} years`}
        confirmVariant={(asked ?? years) < years ? 'danger' : 'primary'}
        onConfirm={() => asked !== null && void set(asked)}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
