import { type FormEvent, useState } from 'react';
import { type OwnSplit, type OwnSymbol, ownSplitSchema } from '#src/shared/own-symbols.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { setSplits } from './queries.ts';

/** The splits of an imported symbol, each to be taken away, and one to be added. What is done is kept at once. */
export function SplitsForm({ own: { symbol, splits }, onDone }: { own: OwnSymbol; onDone: () => void }) {
  const { busy, run } = useActOn('feeds');
  const [faults, setFaults] = useState<{ date?: string; ratio?: string }>({});

  async function keep(next: readonly OwnSplit[], form: HTMLFormElement | null): Promise<void> {
    const kept = await run(() => setSplits(symbol, next), {
      onRefused: ({ message }) => {
        if (form) {
          setFaults({ date: message });
          focusField(form, 'date');
        } else toast({ title: 'The split stays', description: message, variant: 'destructive' });
      },
    });
    if (!kept) return;
    form?.reset();
    toast({ title: form ? 'The split is added' : 'The split is removed', description: symbol });
  }

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const { date = '', ratio = '' } = textValues(form);
    const parsed = ownSplitSchema.safeParse({
      date: date.trim(),
      ratio: ratio.trim() === '' ? Number.NaN : Number(ratio),
    });
    const found: typeof faults = {};
    for (const { path, message } of parsed.error?.issues ?? [])
      found[path[0] === 'date' ? 'date' : 'ratio'] ??= message;
    if (splits.some((split) => split.date === parsed.data?.date))
      found.date = 'There is a split of this day already. Remove it first.';
    setFaults(found);
    const first = found.date ? 'date' : found.ratio ? 'ratio' : null;
    if (first) focusField(form, first);
    if (parsed.success && !first) await keep([...splits, parsed.data], form);
  }

  return (
    <form
      noValidate
      aria-label={`Splits of ${symbol}`}
      className="max-w-180"
      onSubmit={(event) => void add(event)}
    >
      <p className="max-w-text pb-3 text-ink-2">
        Bars stay as they were traded. Rules and replays compare those before a split as they would stand
        after it, so that none is taken for a fall.
      </p>
      <Changes says className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
        {splits.length === 0 ? null : (
          <ul aria-label="Known splits" className="grid gap-1 sm:col-span-2">
            {splits.map((split) => {
              const words = `${split.ratio} for 1 on ${barTime(split.date, '1d', 'UTC')}`;
              return (
                <li key={split.date} className="flex flex-wrap items-center gap-x-3">
                  <span className="figure">{words}</span>
                  <Button
                    variant="quiet"
                    size="sm"
                    busy={busy}
                    aria-label={`Remove ${words}`}
                    onClick={() =>
                      void keep(
                        splits.filter(({ date }) => date !== split.date),
                        null,
                      )
                    }
                  >
                    Remove
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
        <TextField
          label="From the day on"
          name="date"
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          placeholder="2022-07-22"
          error={faults.date}
        />
        <TextField
          label="New ones for one old"
          name="ratio"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          placeholder="4"
          hint="0.1 is one new for ten old."
          error={faults.ratio}
        />
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" busy={busy}>
            Add
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Close
          </Button>
        </p>
      </Changes>
    </form>
  );
}
