import { type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import type { Source } from '#src/shared/rules/ast.ts';
import { BARS_OF } from '#src/shared/rules/read.ts';
import { cx } from '#src/web/ui/cx.ts';
import { controlClass } from '#src/web/ui/field.tsx';
import { SMALL } from './small.ts';

/** Nothing is said: it stands back until it is wanted. */
const QUIET =
  'border-transparent! bg-transparent! px-1! text-ink-2 hover:not-disabled:border-edge! focus-visible:border-edge!';

/** Where a figure is from: of which symbol, and on which bars. */
export function FromSelects({
  of,
  value,
  symbols,
  isNarrow = false,
  onChange,
}: {
  /** Whose symbol and bars these are, for whoever hears their names. */
  of: string;
  value: Source;
  symbols: readonly string[];
  /** One below the other. */
  isNarrow?: boolean;
  onChange: (from: Source) => void;
}) {
  const { symbol = '', timeframe = '' } = value;
  const known = symbol === '' || symbols.includes(symbol) ? symbols : [symbol, ...symbols];
  const quiet = (chosen: string) => cx(controlClass, SMALL, 'min-w-0', chosen === '' && QUIET);
  const choose = (next: { symbol: string; timeframe: string }): void =>
    onChange({
      ...(next.symbol !== '' && { symbol: next.symbol }),
      ...(next.timeframe !== '' && { timeframe: next.timeframe as Timeframe }),
    });
  return (
    <div className={cx('grid gap-1', !isNarrow && 'grid-cols-2')}>
      <select
        aria-label={`Symbol ${of}`}
        className={quiet(symbol)}
        value={symbol}
        onChange={({ target }) => choose({ symbol: target.value, timeframe })}
      >
        <option value="">own symbol</option>
        {known.map((each) => (
          <option key={each} value={each}>
            of {each}
          </option>
        ))}
      </select>
      <select
        aria-label={`Bars ${of}`}
        className={quiet(timeframe)}
        value={timeframe}
        onChange={({ target }) => choose({ symbol, timeframe: target.value })}
      >
        <option value="">own bars</option>
        {TIMEFRAMES.map((each) => (
          <option key={each} value={each}>
            {BARS_OF[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
