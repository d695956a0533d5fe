import { type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import type { Source } from '#src/shared/rules/ast.ts';
import { BARS_OF } from '#src/shared/rules/read.ts';
import { useInstrumentSearch } from '#src/web/dashboard/lib/instruments/use-instrument-search.ts';
import { Combobox } from '#src/web/ui/combobox.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { controlClass } from '#src/web/ui/field.tsx';
import { SMALL } from './small.ts';

/** Shown quietly while it has its default. */
const QUIET =
  'border-transparent! bg-transparent! px-1! text-ink-2 hover:not-disabled:border-edge! focus-visible:border-edge!';
const OWN = 'same symbol';

/** Where a figure is from: of which symbol, and on which bars. */
export function FromSelects({
  of,
  value,
  isNarrow = false,
  onChange,
}: {
  /** For screen readers: which figure this symbol and timeframe belong to. */
  of: string;
  value: Source;
  /** One below the other. */
  isNarrow?: boolean;
  onChange: (from: Source) => void;
}) {
  const { symbol = '', timeframe = '' } = value;
  const quiet = (chosen: string) => cx(SMALL, 'min-w-0', chosen === '' && QUIET);
  const choose = (next: { symbol: string; timeframe: string }): void =>
    onChange({
      ...(next.symbol !== '' && { symbol: next.symbol }),
      ...(next.timeframe !== '' && { timeframe: next.timeframe as Timeframe }),
    });
  return (
    <div className={cx('grid gap-1', !isNarrow && 'grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]')}>
      <OtherSymbol
        label={`Symbol ${of}`}
        className={quiet(symbol)}
        value={symbol}
        onChange={(next) => choose({ symbol: next, timeframe })}
      />
      <select
        aria-label={`Bars ${of}`}
        className={cx(controlClass, quiet(timeframe))}
        value={timeframe}
        onChange={({ target }) => choose({ symbol, timeframe: target.value })}
      >
        <option value="">same timeframe</option>
        {TIMEFRAMES.map((each) => (
          <option key={each} value={each}>
            {BARS_OF[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** '' is the symbol that the rule watches. */
function OtherSymbol({
  label,
  className,
  value,
  onChange,
}: {
  label: string;
  className: string;
  value: string;
  onChange: (symbol: string) => void;
}) {
  const { text, setText, instruments, ...found } = useInstrumentSearch();
  const isAsked = OWN.includes(text?.trim().toLowerCase() ?? '');
  const choices = [
    ...(isAsked ? [{ value: '', label: OWN }] : []),
    // The rule language writes them in capitals.
    ...instruments.map(({ symbol, name }) => ({
      value: symbol.toUpperCase(),
      label: symbol.toUpperCase(),
      hint: name,
    })),
  ];
  return (
    <Combobox
      aria-label={label}
      className={cx(className, 'pr-7!')}
      chosen={value === '' ? OWN : `of ${value}`}
      value={value}
      found={{ ...found, groups: [{ options: choices }] }}
      onSearch={setText}
      onChoose={onChange}
    />
  );
}
