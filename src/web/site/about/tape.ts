import { formatDay, type Session } from '../market-record.ts';
import { moves } from '../record-figures.ts';

/** Small moves are left out of the drawing: at this width they would be one grey block. */
const DRAWN = 2;
export const NOTABLE = 5;
/** The height of the drawing's upper and lower half stands for so many percent. */
const SCALE = 13;

/**
 * The record as one strip: time runs from 0 to 1000, a move of `SCALE` percent is 50 high, up is up. Paths of single
 * strokes, `quiet` for what is merely drawn, `up` and `down` for moves of `NOTABLE` percent or more.
 */
export function tape(sessions: readonly Session[]) {
  const place = new Map(sessions.map(({ date }, index) => [date, (index / (sessions.length - 1)) * 1000]));
  const x = (date: string): number => place.get(date) ?? 0;
  const path = (list: readonly Session[]): string =>
    list
      .map(({ date, change }) => `M${x(date).toFixed(1)} 50v${((-change / SCALE) * 50).toFixed(1)}`)
      .join('');
  const drawn = moves(sessions, DRAWN);
  const notable = drawn.filter(({ change }) => Math.abs(change) >= NOTABLE);
  const years = [...new Set(sessions.map(({ date }) => date.slice(0, 4)))];
  return {
    quiet: path(drawn.filter(({ change }) => Math.abs(change) < NOTABLE)),
    up: path(notable.filter(({ change }) => change > 0)),
    down: path(notable.filter(({ change }) => change < 0)),
    count: notable.length,
    extremes: [
      notable.toSorted((a, b) => b.change - a.change)[0],
      notable.toSorted((a, b) => a.change - b.change)[0],
    ].flatMap((each) =>
      each
        ? [
            {
              day: formatDay(each.date),
              change: each.change,
              x: x(each.date) / 10,
              y: 50 - (each.change / SCALE) * 50,
            },
          ]
        : [],
    ),
    years: years
      .filter((year) => Number(year) % 5 === 0)
      .map((year) => ({
        year,
        x: x(sessions.find(({ date }) => date.startsWith(year))?.date ?? '') / 10,
      })),
    from: formatDay(sessions[0]?.date ?? ''),
    to: formatDay(sessions.at(-1)?.date ?? ''),
  };
}
