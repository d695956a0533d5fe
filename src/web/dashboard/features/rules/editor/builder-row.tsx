import { EVENT_NAMES, EVENTS } from '#src/shared/rules/events.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { cx } from '#src/web/ui/cx.ts';
import { controlClass } from '#src/web/ui/field.tsx';
import { isNumber, kindOf, type Row, type RowKind, TESTS, usualFigures, withTest } from './reading.ts';

const RIGHT: Readonly<Record<RowKind, string>> = {
  comparison: 'Compared with',
  channel: 'Low of the channel',
  moves: 'By how much',
  event: 'Figures',
};
const MORE: Partial<Record<RowKind, string>> = {
  channel: 'High of the channel',
  moves: 'Within, such as 3 bars or 2 hours',
};

/** One condition: what it looks at, what it tests, and against what. */
export function BuilderRow({
  row,
  at,
  list,
  symbols,
  onChange,
}: {
  row: Row;
  at: number;
  list: string;
  symbols: readonly string[];
  onChange: (row: Row) => void;
}) {
  const kind = kindOf(row.test);
  const more = MORE[kind];
  const params = (EVENTS[row.left]?.params ?? []).map(({ name }) => name.replaceAll('_', ' ')).join(', ');
  const text = { spellCheck: false, autoComplete: 'off' } as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-3">
      <div className="grid content-start gap-1">
        {kind === 'event' ? (
          <select
            aria-label={`Event of row ${at}`}
            className={controlClass}
            value={row.left}
            onChange={({ target }) =>
              onChange({ ...row, left: target.value, right: usualFigures(target.value) })
            }
          >
            {EVENT_NAMES.map((name) => (
              <option key={name} value={name}>
                {detectorFace(name).title}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...text}
            aria-label={`Figure of row ${at}`}
            list={list}
            className={`${controlClass} figure`}
            value={row.left}
            onChange={({ target }) => onChange({ ...row, left: target.value })}
          />
        )}
        <SymbolSelect
          label={`Symbol of row ${at}`}
          value={row.leftOf}
          symbols={symbols}
          onChange={(leftOf) => onChange({ ...row, leftOf })}
        />
      </div>
      <select
        aria-label={`Comparison of row ${at}`}
        className={controlClass}
        value={row.test}
        onChange={({ target }) => onChange(withTest(row, target.value))}
      >
        {TESTS.map(({ label, tests }) => (
          <optgroup key={label} label={label}>
            {tests.map((test) => (
              <option key={test.value} value={test.value}>
                {test.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <div className={`grid content-start gap-2 ${more ? 'grid-cols-2' : ''}`}>
        <div className="grid content-start gap-1">
          <input
            {...text}
            aria-label={`${RIGHT[kind]}, row ${at}`}
            {...(kind === 'comparison' || kind === 'channel' ? { list } : {})}
            className={`${controlClass} figure`}
            value={row.right}
            onChange={({ target }) => onChange({ ...row, right: target.value })}
          />
          {kind === 'comparison' && !isNumber(row.right) ? (
            <SymbolSelect
              label={`Symbol compared with in row ${at}`}
              value={row.rightOf}
              symbols={symbols}
              onChange={(rightOf) => onChange({ ...row, rightOf })}
            />
          ) : null}
          {kind === 'event' && params !== '' ? <p className="mt-1 text-xs text-ink-2">{params}</p> : null}
        </div>
        {more ? (
          <input
            {...text}
            aria-label={`${more}, row ${at}`}
            {...(kind === 'channel' ? { list } : { placeholder: '1 bar' })}
            className={`${controlClass} figure`}
            value={row.more}
            onChange={({ target }) => onChange({ ...row, more: target.value })}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Whose figure it is: the rule's own, or another symbol's. */
function SymbolSelect({
  label,
  value,
  symbols,
  onChange,
}: {
  label: string;
  value: string;
  symbols: readonly string[];
  onChange: (symbol: string) => void;
}) {
  return (
    <select
      aria-label={label}
      className={cx(controlClass, 'h-9 text-sm', value === '' && 'text-ink-2')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">of its own symbol</option>
      {(value === '' || symbols.includes(value) ? symbols : [value, ...symbols]).map((symbol) => (
        <option key={symbol} value={symbol}>
          of {symbol}
        </option>
      ))}
    </select>
  );
}
