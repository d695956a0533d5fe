import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { controlClass } from '#src/web/ui/field.tsx';
import { BuilderRow } from './builder-row.tsx';
import { FIRST_ROW, type Row, type Rows, rowsOf, textOf } from './reading.ts';

const FIGURES = [
  'close',
  'open',
  'high',
  'low',
  'volume',
  'sma(20)',
  'sma(50)',
  'sma(200)',
  'ema(20)',
  'rsi(14)',
  'change(1)',
  'atr(14)',
  'macd(12, 26)',
  'macd_signal(12, 26, 9)',
  'bb_upper(20, 2)',
  'bb_lower(20, 2)',
  'bb_middle(20, 2)',
  'stoch_k(14, 3)',
  'adx(14)',
  'donchian_upper(20)',
  'donchian_lower(20)',
  'obv()',
  'highest(high, 20)[1]',
  'lowest(low, 20)[1]',
  '52-week high',
  '52-week low',
  '2 * avg(volume, 20)',
  'vwap(20)',
];

/** Conditions one under the other. What they say is the text; there is no second copy of the rule. */
export function Builder({
  value,
  symbols,
  onChange,
  onText,
}: {
  value: string;
  /** Those that may be compared with. */
  symbols: readonly string[];
  onChange: (text: string) => void;
  onText: () => void;
}) {
  const known = rowsOf(value);
  // While a row is half typed, its text is no rule yet.
  const [draft, setDraft] = useState<{ rows: Rows; text: string } | null>(
    known && { rows: known, text: value },
  );
  const list = useId();
  const rows = draft && draft.text === value ? draft.rows : known;
  if (!rows)
    return (
      <p className="text-sm text-ink-2">
        This condition says more than the builder can show.{' '}
        <button type="button" className="text-ink underline" onClick={onText}>
          Change it as text
        </button>
      </p>
    );
  const set = (next: Rows): void => {
    const text = textOf(next);
    setDraft({ rows: next, text });
    onChange(text);
  };
  const setRow = (at: number, next: Row): void =>
    set({ ...rows, rows: rows.rows.map((row, index) => (index === at ? next : row)) });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Condition</legend>
      <datalist id={list}>
        {FIGURES.map((figure) => (
          <option key={figure}>{figure}</option>
        ))}
      </datalist>
      {rows.rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name than their place
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <BuilderRow
            row={row}
            at={at + 1}
            list={list}
            symbols={symbols}
            onChange={(next) => setRow(at, next)}
          />
          <Button
            variant="quiet"
            size="icon"
            className="self-start"
            aria-label={`Take row ${at + 1} away`}
            disabled={rows.rows.length === 1}
            onClick={() => set({ ...rows, rows: rows.rows.filter((_, index) => index !== at) })}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={() => set({ ...rows, rows: [...rows.rows, FIRST_ROW] })}>
          <Plus size={16} aria-hidden="true" />
          Add a row
        </Button>
        {rows.rows.length > 1 ? (
          <select
            aria-label="How the rows are joined"
            className={`${controlClass} h-9 w-auto text-sm`}
            value={rows.join}
            onChange={(event) => set({ ...rows, join: event.target.value === 'any' ? 'any' : 'all' })}
          >
            <option value="all">All of them hold</option>
            <option value="any">Any of them holds</option>
          </select>
        ) : null}
      </div>
    </fieldset>
  );
}
