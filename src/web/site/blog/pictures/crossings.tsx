import { LEVEL, plain, spring } from '../subjects/pacing.ts';

const closes = spring.map(({ close }) => close);
const high = Math.max(...closes);
const low = Math.min(...closes);
const place = new Map(spring.map(({ date }, index) => [date, 20 + (index / (spring.length - 1)) * 300]));
const x = (date: string) => place.get(date) ?? 0;
const y = (level: number) => 28 + ((high - level) / (high - low)) * 144;

/** A price that cannot leave a level alone. */
export function CrossingsPicture() {
  return (
    <svg viewBox="0 0 340 200" fill="none" className="block w-full">
      <path d={`M20 ${y(LEVEL).toFixed(1)}H320`} className="stroke-edge" strokeDasharray="2 4" />
      <polyline
        points={spring.map(({ date, close }) => `${x(date).toFixed(1)},${y(close).toFixed(1)}`).join(' ')}
        className="stroke-ink"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      {plain.map(({ session, below }) => (
        <circle
          key={session.date}
          cx={x(session.date).toFixed(1)}
          cy={y(session.close).toFixed(1)}
          r="3.5"
          strokeWidth="1.5"
          className={below ? 'fill-ink stroke-raised' : 'fill-raised stroke-ink'}
        />
      ))}
    </svg>
  );
}
