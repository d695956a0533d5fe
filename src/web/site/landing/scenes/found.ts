import { formatDay, type Session, sessions } from '../../market-record.ts';
import { moves } from '../../record-figures.ts';
import { detection } from '../trace/alert.ts';

/** Every so many sessions are a point of the long line. */
const STRIDE = 36;
const YEAR = 2020;

const threshold = detection.evidence.params['min_pct'] ?? Number.NaN;
const found = moves(sessions, threshold);
const last = sessions.length - 1;
const inYear = ({ date }: Session): boolean => date.startsWith(String(YEAR));
const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Places in a box of 100 by 100 that some sessions fill. */
function boxOf(shown: readonly Session[]): { x: (at: number) => string; y: (close: number) => string } {
  const prices = shown.map(({ close }) => close);
  const [high, low] = [Math.max(...prices), Math.min(...prices)];
  return {
    x: (at) => round((at / (shown.length - 1)) * 100),
    y: (close) => round(6 + ((high - close) / (high - low)) * 88),
  };
}

function drawn(shown: readonly Session[], stride: number) {
  const { x, y } = boxOf(shown);
  return {
    line: shown
      .map(({ close }, at) => ({ close, at }))
      .filter(({ at }) => at % stride === 0 || at === shown.length - 1)
      .map(({ close, at }) => `${x(at)},${y(close)}`)
      .join(' '),
    marks: shown.flatMap((session, at) =>
      found.includes(session)
        ? [
            {
              x: x(at),
              y: y(session.close),
              direction: session.change > 0 ? ('up' as const) : ('down' as const),
            },
          ]
        : [],
    ),
  };
}

/** What the rule of the alert finds in the whole record, drawn and counted while the page is built. */
export const record = {
  name: 'S&P 500',
  threshold: `${threshold}%`,
  days: sessions.length.toLocaleString('en-US'),
  year: YEAR,
  from: Number(sessions[0]?.date.slice(0, 4)),
  /** All of it, and the year by itself. */
  whole: drawn(sessions, STRIDE),
  zoomed: drawn(sessions.filter(inYear), 1),
  /** Where the year begins in the whole, in percent. */
  start: round((sessions.findIndex(inYear) / last) * 100),
  alerts: found.length,
  /** The alerts of the year, oldest first. */
  ofYear: found.filter(inYear).map(({ date, change }) => ({ day: formatDay(date), change })),
};
