import { formatPercent } from '#src/web/ui/format.ts';
import { fall } from '../subjects/apple.ts';

const MARKS = [
  { x: 58, words: 'sign' },
  { x: 150, words: 'figure' },
  { x: 263, words: 'unit' },
];

/** One figure and its parts. */
export function Anatomy() {
  return (
    <svg viewBox="0 0 340 200" fill="none" className="block w-full">
      <text x="170" y="112" textAnchor="middle" className="figure fill-ink" fontSize="64" letterSpacing="-2">
        {formatPercent(fall.change)}
      </text>
      {MARKS.map(({ x, words }) => (
        <g key={words}>
          <path d={`M${x} 128v14`} className="stroke-edge" />
          <text x={x} y="158" textAnchor="middle" className="figure fill-ink-3" fontSize="11">
            {words}
          </text>
        </g>
      ))}
    </svg>
  );
}
