import { sessions } from '../../market-record.ts';
import { big } from '../subjects/moves.ts';

const place = new Map(sessions.map(({ date }, index) => [date, 20 + (index / (sessions.length - 1)) * 300]));
const stroke = (some: typeof big) =>
  some
    .map(({ date, change }) => `M${(place.get(date) ?? 0).toFixed(1)} 100v${(-change * 6.4).toFixed(1)}`)
    .join('');

/** Each day of 3 % or more in twenty years, up or down. */
export function Thresholds() {
  return (
    <svg viewBox="0 0 340 200" fill="none" className="block w-full">
      <path d="M20 100H320" className="stroke-rule" />
      <path d={stroke(big.filter(({ change }) => change > 0))} className="stroke-up" />
      <path d={stroke(big.filter(({ change }) => change < 0))} className="stroke-down" />
    </svg>
  );
}
