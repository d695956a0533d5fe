import { useState } from 'react';
import type { DecidedTogether, TogetherForm, WaitingAlert } from '#src/shared/review.ts';
import { useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { outcomeWords, stillOpen } from './outcome.ts';
import { between, checked, lookedAt, type Selection, toDecide } from './selection.ts';

const NONE: Selection = new Map();
const NO_REFUSALS: ReadonlyMap<string, string> = new Map();

/**
 * The alerts that are chosen to be decided together.
 * @param open the alert that is open beside the list, or instead of it
 */
export function useChosen(items: readonly WaitingAlert[], open: string | null) {
  const may = useMay('alerts:approve') === true;
  const isWritable = useRefusal() === null;
  const rows = may && isWritable ? items : [];
  const [selection, setSelection] = useState(NONE);
  /** The row that was toggled last, where a range begins. */
  const [from, setFrom] = useState<string | null>(null);
  /** What became of the last decision, while some of it is still chosen. */
  const [said, setSaid] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(NO_REFUSALS);
  const fresh = lookedAt(
    selection,
    rows.find(({ id }) => id === open),
  );
  if (fresh !== selection) {
    setSelection(fresh);
    // What it was refused for is being looked at.
    setRefusals((known) => new Map([...known].filter(([id]) => id !== open)));
  }

  const set = (ids: readonly string[], isOn: boolean) => {
    setSelection((known) => checked(known, rows, { ids, isOn }));
    setSaid(null);
  };
  const ids = rows.map(({ id }) => id);
  const toggle = (id: string, isRange: boolean) => {
    const isOn = !selection.has(id);
    set(isRange ? between(ids, from, id) : [id], isOn);
    setFrom(id);
  };
  const clear = () => {
    setSelection(NONE);
    setRefusals(NO_REFUSALS);
    setSaid(null);
    setFrom(null);
  };
  /** What was decided is no longer chosen; the rest stays, each with its reason. */
  const settle = (decision: TogetherForm['decision'], decided: DecidedTogether['items']) => {
    const words = outcomeWords(decision, decided);
    const left = stillOpen(decided);
    setRefusals(left);
    setSelection((known) => new Map([...known].filter(([id]) => left.has(id))));
    setSaid(left.size > 0 ? words : null);
    if (left.size === 0) toast({ title: words });
  };
  const choosable = rows.filter(({ together }) => together);
  return {
    rows: choosable,
    chosen: toDecide(fresh, rows),
    isChosen: (id: string) => fresh.has(id),
    refusalOf: (id: string) => (fresh.has(id) ? refusals.get(id) : undefined),
    said,
    toggle,
    all: (isOn: boolean) => set(ids, isOn),
    clear,
    settle,
  };
}
export type Chosen = ReturnType<typeof useChosen>;
