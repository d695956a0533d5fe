import { useEffect, useRef } from 'react';
import { counted } from '#src/shared/plural.ts';
import type { ListedRule } from '#src/shared/rules/stored.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { setRuleStates } from '../queries.ts';
import { outcomeWords } from './outcome.ts';
import type { Selection } from './use-selection.ts';

/** Pauses and resumes the selected rules, at the lower edge of the list, and shows what became of them, with the way back. */
export function SelectedBar({
  rules,
  selection: { ids, result, all, clear, settle },
}: {
  /** Those that are shown. */
  rules: readonly ListedRule[];
  selection: Selection;
}) {
  const { busy, run } = useMakeOn('rules');
  const bar = useRef<HTMLElement>(null);
  // The button that was pressed is gone: reading goes on with what became of it.
  useEffect(() => {
    if (result) bar.current?.focus();
  }, [result]);
  if (ids.length === 0 && !result) return null;
  const selected = rules.filter(({ id }) => ids.includes(id));
  const idsIn = (state: 'active' | 'paused') =>
    selected.filter((rule) => rule.state === state).map(({ id }) => id);
  const [active, paused] = [idsIn('active'), idsIn('paused')];
  const undo = result?.undo ?? null;

  async function turn(which: readonly string[], pause: boolean, isUndo = false): Promise<void> {
    const items = await run(
      () => setRuleStates(which, pause),
      pause ? 'The rules weren’t paused' : 'The rules weren’t resumed',
    );
    if (!items) return;
    const changed = items.filter((item) => item.changed).map(({ id }) => id);
    const refused = new Set(items.filter(({ refusal }) => refusal).map(({ id }) => id));
    settle(
      {
        words: outcomeWords(pause, items),
        undo: isUndo || changed.length === 0 ? null : { ids: changed, paused: !pause },
      },
      ids.filter((id) => refused.has(id)),
    );
  }
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Selected rules"
      className="sticky bottom-0 z-10 -mx-5 -mt-px border-t border-rule bg-paper px-5 py-3 text-sm outline-none md:mx-0 md:px-0"
    >
      {result ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <output className="min-w-0 wrap-anywhere">{result.words}</output>
          <span className="flex gap-2">
            {undo ? (
              <Changes>
                <Button size="sm" busy={busy} onClick={() => void turn(undo.ids, undo.paused, true)}>
                  Undo
                </Button>
              </Changes>
            ) : null}
            <Button variant="quiet" size="sm" disabled={busy} onClick={clear}>
              Close
            </Button>
          </span>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <output className="font-medium">{counted(ids.length, 'rule')} selected</output>
          <Changes className="flex flex-wrap gap-2">
            {active.length > 0 ? (
              <Button size="sm" busy={busy} onClick={() => void turn(active, true)}>
                Pause {active.length}
              </Button>
            ) : null}
            {paused.length > 0 ? (
              <Button size="sm" busy={busy} onClick={() => void turn(paused, false)}>
                Resume {paused.length}
              </Button>
            ) : null}
          </Changes>
          <span className="flex gap-2 sm:ml-auto">
            {ids.length < rules.length ? (
              <Button variant="quiet" size="sm" disabled={busy} onClick={all}>
                Select all {rules.length}
              </Button>
            ) : null}
            <Button variant="quiet" size="sm" disabled={busy} onClick={clear}>
              Clear
            </Button>
          </span>
        </div>
      )}
    </section>
  );
}
