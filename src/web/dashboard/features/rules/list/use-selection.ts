import { useState } from 'react';

/** What became of the last change, and the rules that it changed, which can be changed back. */
export type Result = { words: string; undo: { ids: string[]; paused: boolean } | null };

const NONE: ReadonlySet<string> = new Set();

/** The rules that are selected among those shown, and what became of the last ones, until others are selected. */
export function useSelection(shown: readonly string[]) {
  const [selected, setSelected] = useState(NONE);
  /** The row that was toggled last, where a range begins. */
  const [from, setFrom] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const clear = () => {
    setSelected(NONE);
    setFrom(null);
    setResult(null);
  };
  return {
    ids: shown.filter((id) => selected.has(id)),
    result,
    isSelected: (id: string) => selected.has(id),
    toggle: (id: string, isRange: boolean) => {
      const isOn = !selected.has(id);
      const next = new Set(selected);
      for (const each of isRange ? between(shown, from, id) : [id])
        if (isOn) next.add(each);
        else next.delete(each);
      setSelected(next);
      setFrom(id);
      setResult(null);
    },
    all: () => {
      setSelected(new Set(shown));
      setResult(null);
    },
    clear,
    /** Those of `left` stay selected. */
    settle: (next: Result, left: readonly string[]) => {
      setSelected(new Set(left));
      setResult(next);
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;

/** From one row to another, in either direction; the second alone where the first isn't shown. */
function between(shown: readonly string[], from: string | null, to: string): readonly string[] {
  const ends = [from === null ? -1 : shown.indexOf(from), shown.indexOf(to)].toSorted((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  return first === -1 ? [to] : shown.slice(first, last + 1);
}
