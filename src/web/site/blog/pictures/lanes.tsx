import { routed } from '../subjects/approval.ts';

const ACROSS = 19;
const STEP = 300 / (ACROSS - 1);

/** Every alert of twenty years in order: filled where a person reads it first. */
export function Lanes() {
  return (
    <svg viewBox="0 0 340 200" fill="none" className="block w-full">
      {routed.map(({ session, reason }, index) => (
        <circle
          key={session.date}
          cx={(20 + (index % ACROSS) * STEP).toFixed(1)}
          cy={(100 + (Math.floor(index / ACROSS) - 2.5) * 26).toFixed(1)}
          r="4.5"
          className={reason ? 'fill-ink stroke-ink' : 'stroke-edge'}
        />
      ))}
    </svg>
  );
}
