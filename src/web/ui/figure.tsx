import type { ValueUnit } from '#src/shared/market.ts';
import { Delta } from './delta.tsx';
import { formatValue } from './format.ts';

/**
 * A detector's figure in its unit. A percentage is a move and shows its direction; ratio and level do not.
 * `size` is the arrow's, in px.
 */
export function Figure({ value, unit, size }: { value: number; unit: ValueUnit; size?: number }) {
  if (unit === 'percent') return <Delta value={value} {...(size === undefined ? {} : { size })} />;
  return <span className="figure whitespace-nowrap">{formatValue(value, unit)}</span>;
}
