import { type SyntheticEvent, useState } from 'react';
import type { Brand } from '#src/shared/brands.ts';
import { counted } from '#src/shared/plural.ts';
import { type LineProblem, REASON_MAX, type SymbolList } from '#src/shared/symbol-lists/lists.ts';
import { readLines } from '#src/shared/symbol-lists/read-lines.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { addSymbols, SYMBOLS } from './symbol-queries.ts';

const EMPTY = { symbols: '', reason: '', from: '', until: '' };
const PROBLEMS_SHOWN = 10;

/** Adds symbols to a brand's list, as pasted: all, or none where a line has an error. */
export function SymbolForm({ brand }: { brand: Brand }) {
  const { busy, run } = useActOn(SYMBOLS);
  const [list, setList] = useState<SymbolList>('restricted');
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<LineProblem[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const set = (change: Partial<typeof EMPTY>): void => {
    setDraft((known) => ({ ...known, ...change }));
    setProblems([]);
    setRefused(null);
  };
  async function add(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const form = {
      list,
      symbols: draft.symbols,
      reason: draft.reason,
      from: draft.from || null,
      until: draft.until || null,
    };
    const found = readLines(form).problems;
    setProblems(found);
    setRefused(null);
    if (found.length > 0) return;
    const done = await run(() => addSymbols(brand.id, form), {
      onRefused: ({ message }) => setRefused(message),
    });
    if (!done) return;
    const { added, unchanged } = done.done;
    setDraft(EMPTY);
    toast({
      title: added === 0 ? 'Nothing changed' : `${counted(added, 'symbol')} added`,
      ...(unchanged > 0 && { description: `${counted(unchanged, 'symbol')} listed already` }),
    });
  }
  return (
    <form noValidate aria-label="Add symbols" className="grid gap-4" onSubmit={(event) => void add(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="List"
          options={[
            { value: 'restricted', label: 'Restricted: never sent' },
            { value: 'watch', label: 'Watch: always reviewed' },
          ]}
          value={list}
          onChange={({ target }) => setList(target.value as SymbolList)}
        />
        <TextField
          label="Reason"
          maxLength={REASON_MAX}
          autoComplete="off"
          value={draft.reason}
          onChange={({ target }) => set({ reason: target.value })}
        />
        <TextField
          label="First day (optional)"
          type="date"
          value={draft.from}
          onChange={({ target }) => set({ from: target.value })}
        />
        <TextField
          label="Last day (optional)"
          type="date"
          value={draft.until}
          onChange={({ target }) => set({ until: target.value })}
        />
      </div>
      <TextArea
        label="Symbols"
        rows={4}
        spellCheck={false}
        autoCapitalize="characters"
        hint="One per line, or CSV: symbol, reason, from, until. Without an exchange, a symbol is meant on every exchange."
        value={draft.symbols}
        {...(refused === null ? {} : { error: refused })}
        onChange={({ target }) => set({ symbols: target.value })}
      />
      {problems.length > 0 ? (
        <div role="alert" className="text-sm text-fault">
          <p className="font-medium">Nothing was added. Correct these lines:</p>
          <ul className="mt-1 grid gap-1">
            {problems.slice(0, PROBLEMS_SHOWN).map(({ line, problem }) => (
              <li key={line} className="wrap-anywhere">
                Line {line}: {problem}
              </li>
            ))}
            {problems.length > PROBLEMS_SHOWN ? (
              <li>And {counted(problems.length - PROBLEMS_SHOWN, 'more line')}.</li>
            ) : null}
          </ul>
        </div>
      ) : null}
      <Button type="submit" busy={busy} className="justify-self-start">
        Add symbols
      </Button>
    </form>
  );
}
