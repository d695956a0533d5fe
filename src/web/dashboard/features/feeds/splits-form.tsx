import { type OwnSplit, type OwnSymbol, ownSplitSchema } from '#src/shared/own-symbols.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { setSplits } from './queries.ts';

/** The splits of an imported symbol: remove one, or add one. Each change is saved at once. */
export function SplitsForm({ own: { symbol, splits }, onDone }: { own: OwnSymbol; onDone: () => void }) {
  const act = useActOn('feeds');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { date: '', ratio: '' },
    check: ({ date, ratio }): Checked<OwnSplit> => {
      const read = checkBy(
        ownSplitSchema,
        { date: date.trim(), ratio: ratio.trim() === '' ? Number.NaN : Number(ratio) },
        ([first]) => (first === 'date' ? 'date' : 'ratio'),
      );
      return splits.some((split) => split.date === read.data?.date)
        ? { faults: { date: 'There is a split of this day already. Remove it first.' } }
        : read;
    },
    submit: async (split, { reset, refuse }) => {
      const kept = await act.run(() => setSplits(symbol, [...splits, split]), {
        onRefused: ({ message }) => refuse('date', message),
      });
      if (!kept) return;
      reset();
      toast({ title: 'The split is added', description: symbol });
    },
  });

  async function remove(day: string): Promise<void> {
    const left = splits.filter(({ date }) => date !== day);
    const kept = await act.run(() => setSplits(symbol, left), { failure: 'The split stays' });
    if (kept) toast({ title: 'The split is removed', description: symbol });
  }

  return (
    <form noValidate aria-label={`Splits of ${symbol}`} className="max-w-180" onSubmit={onSubmit}>
      <p className="max-w-text pb-3 text-ink-2">
        Bars stay as traded. Rules and backtests adjust the bars before a split, so that a split doesn’t look
        like a fall.
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
                    busy={act.busy}
                    aria-label={`Remove ${words}`}
                    onClick={() => void remove(split.date)}
                  >
                    Remove
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
        <TextField
          label="First day"
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          placeholder="2022-07-22"
          {...field('date')}
        />
        <TextField
          label="New shares per old share"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          placeholder="4"
          hint="0.1 means one new share for ten old ones."
          {...field('ratio')}
        />
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" busy={busy || act.busy}>
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
