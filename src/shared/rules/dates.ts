import { RuleProblem } from './problem.ts';

/** `2024-01-02`, or with a time of day in UTC: `2024-01-02T14:30`. */
const DATE = /\d{4}-\d\d-\d\d(?:t\d\d:\d\d)?/iy;
const MINUTE = 60_000;
/** `line(`, a date, a price and another date: no further back does it begin. */
const MOST_BACK = 8;

type Part = { text: string };

/** Elsewhere `2024-01-02` is a subtraction, and stays one in rules that are stored. */
const isInLine = (before: readonly Part[]): boolean => {
  const near = before.slice(-MOST_BACK);
  const at = near.findLastIndex(({ text }) => text === 'line');
  return at >= 0 && near[at + 1]?.text === '(' && !near.slice(at).some(({ text }) => text === ')');
};

/** A date of a trend line at a place of a text, as ms since the epoch (UTC); null where something else is there. */
export const dateAt = (
  text: string,
  at: number,
  before: readonly Part[],
): { text: string; length: number } | null => {
  DATE.lastIndex = at;
  const written = DATE.exec(text)?.[0];
  if (written === undefined || !isInLine(before)) return null;
  const iso = written.length === 10 ? `${written}T00:00` : written.toUpperCase();
  const ms = Date.parse(`${iso}:00Z`);
  // February 30 would become a day of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 16) !== iso)
    throw new RuleProblem(
      text,
      at,
      `${written} isn’t a date. Write one such as 2024-01-02 or 2024-01-02T14:30.`,
    );
  return { text: String(ms), length: written.length };
};

/** A moment (ms, UTC) as a rule writes it. */
export const dateText = (ms: number): string => {
  const iso = new Date(Math.round(ms / MINUTE) * MINUTE).toISOString();
  return iso.slice(11, 16) === '00:00' ? iso.slice(0, 10) : iso.slice(0, 16);
};
