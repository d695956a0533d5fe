import type { ValueUnit } from '#src/shared/market.ts';
import { Delta } from './delta.tsx';
import { formatValue } from './format.ts';

/** A detector's figure in its unit. A percentage is a move and shows its direction; ratio and level do not. */
export function Figure({ value, unit }: { value: number; unit: ValueUnit }) {
  if (unit === 'percent') return <Delta value={value} />;
  return <span className="figure whitespace-nowrap">{formatValue(value, unit)}</span>;
}
