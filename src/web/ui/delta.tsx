import { ArrowDown, ArrowUp } from 'lucide-react';
import { cx } from './cx.ts';
import { formatPercent } from './format.ts';

/**
 * A market's move in percent (11.02 means 11.02 %): arrow, sign and color together, never color alone.
 * `size` is the arrow's in px; the figure takes the size of the text around it.
 */
export function Delta({ value, digits = 2, size = 14 }: { value: number; digits?: number; size?: number }) {
  const Arrow = value > 0 ? ArrowUp : value < 0 ? ArrowDown : null;
  return (
    <span
      className={cx(
        'figure inline-flex items-center gap-1 whitespace-nowrap',
        value > 0 && 'text-up',
        value < 0 && 'text-down',
      )}
    >
      {Arrow ? <Arrow size={size} strokeWidth={2.25} aria-hidden="true" /> : null}
      {formatPercent(value, digits)}
    </span>
  );
}
