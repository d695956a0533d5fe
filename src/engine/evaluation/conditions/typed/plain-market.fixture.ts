/*
 * A fixed market and indicators in plain loops, for what conditions are held to: nothing here is the engine's.
 */

export const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
const START = Date.UTC(2024, 0, 1);
const HOURS = 6000;

type Columns = { ts: number[]; o: number[]; h: number[]; l: number[]; c: number[]; v: number[] };

const cents = (value: number): number => Math.round(value * 100) / 100;

/** 250 days of hours around 100: a walk that is drawn back, with shadows, gaps and spikes of volume. */
const walk = (): Columns => {
  const columns: Columns = { ts: [], o: [], h: [], l: [], c: [], v: [] };
  let seed = 20_261_126;
  const draw = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let close = 100;
  for (let at = 0; at < HOURS; at += 1) {
    const gap = draw() < 0.03 ? (draw() - 0.5) * 9 : 0;
    const open = cents(Math.max(20, close + gap));
    const middle = 100 + 18 * Math.sin(at / 311);
    close = cents(
      Math.max(
        20,
        open + (draw() - 0.5) * 2.4 + (middle - open) / 60 + (draw() < 0.01 ? (draw() - 0.5) * 14 : 0),
      ),
    );
    columns.ts.push(START + at * HOUR);
    columns.o.push(open);
    columns.c.push(close);
    columns.h.push(cents(Math.max(open, close) + draw() * 0.8));
    columns.l.push(cents(Math.min(open, close) - draw() * 0.8));
    columns.v.push(Math.round(800 + draw() * 600 + (draw() < 0.04 ? draw() * 6000 : 0)));
  }
  return columns;
};

type Line = readonly number[];
const NONE = Number.NaN;
const lineOf = (length: number, at: (index: number) => number): number[] =>
  Array.from({ length }, (_, index) => at(index));
const windowed = (line: Line, n: number, of: (window: Line) => number): number[] =>
  line.map((_, at) => {
    const window = line.slice(Math.max(0, at + 1 - n), at + 1);
    return window.length < n || window.some(Number.isNaN) ? NONE : of(window);
  });
const total = (line: Line): number => line.reduce((sum, each) => sum + each, 0);
const smoothed = (line: Line, n: number, weight: number): number[] => {
  const out: number[] = [];
  const seen: number[] = [];
  for (const value of line) {
    if (Number.isNaN(value)) {
      out.push(NONE);
      continue;
    }
    seen.push(value);
    const before = out.at(-1) ?? NONE;
    if (seen.length < n) out.push(NONE);
    else out.push(seen.length === n ? total(seen) / n : before + weight * (value - before));
  }
  return out;
};

export const sma = (line: Line, n: number): number[] => windowed(line, n, (each) => total(each) / n);
export const ema = (line: Line, n: number): number[] => smoothed(line, n, 2 / (n + 1));
export const highest = (line: Line, n: number): number[] => windowed(line, n, (each) => Math.max(...each));
export const lowest = (line: Line, n: number): number[] => windowed(line, n, (each) => Math.min(...each));
export const deviation = (line: Line, n: number): number[] =>
  windowed(line, n, (each) => {
    const mean = total(each) / n;
    return Math.sqrt(total(each.map((value) => (value - mean) ** 2)) / n);
  });
export const back = (line: Line, n: number): number[] => line.map((_, at) => line[at - n] ?? NONE);
export const both = (a: Line, b: Line, of: (x: number, y: number) => number): number[] =>
  a.map((value, at) => of(value, b[at] ?? NONE));
export const minus = (a: Line, b: Line): number[] => both(a, b, (x, y) => x - y);
export const times = (a: Line, factor: number): number[] => a.map((value) => value * factor);
export const level = (value: number): number[] => Array.from({ length: HOURS }, () => value);
export const rsi = (line: Line, n: number): number[] => {
  const changes = line.map((value, at) => (at === 0 ? NONE : value - (line[at - 1] ?? NONE)));
  const gains = smoothed(
    changes.map((each) => (Number.isNaN(each) ? NONE : Math.max(each, 0))),
    n,
    1 / n,
  );
  const losses = smoothed(
    changes.map((each) => (Number.isNaN(each) ? NONE : Math.max(-each, 0))),
    n,
    1 / n,
  );
  return both(gains, losses, (gain, loss) =>
    loss === 0 ? (gain === 0 ? 50 : 100) : 100 - 100 / (1 + gain / loss),
  );
};
export const ranges = ({ h, l, c }: Columns): number[] =>
  h.map((high, at) =>
    at === 0
      ? high - (l[at] ?? NONE)
      : Math.max(high, c[at - 1] ?? NONE) - Math.min(l[at] ?? NONE, c[at - 1] ?? NONE),
  );
export const wilder = (line: Line, n: number): number[] => smoothed(line, n, 1 / n);

/** What bars of a longer time are made of these, each with when it is over. */
const longer = (columns: Columns, length: number): Columns => {
  const made: Columns = { ts: [], o: [], h: [], l: [], c: [], v: [] };
  for (const [at, ts] of columns.ts.entries()) {
    const start = Math.floor((ts - START) / length) * length + START;
    const [o = 0, h = 0, l = 0, c = 0, v = 0] = [columns.o, columns.h, columns.l, columns.c, columns.v].map(
      (column) => column[at],
    );
    const last = made.ts.length - 1;
    if (made.ts[last] === start) {
      made.h[last] = Math.max(made.h[last] ?? h, h);
      made.l[last] = Math.min(made.l[last] ?? l, l);
      made.c[last] = c;
      made.v[last] = (made.v[last] ?? 0) + v;
    } else {
      made.ts.push(start);
      made.o.push(o);
      made.h.push(h);
      made.l.push(l);
      made.c.push(c);
      made.v.push(v);
    }
  }
  return made;
};

export const HOURLY = walk();
export const FOUR_HOURS = longer(HOURLY, 4 * HOUR);
export const DAILY = longer(HOURLY, DAY);
export const WEEKLY = longer(HOURLY, 7 * DAY);

/** A line of longer bars as each hour sees it: of the last of them that is over with the hour. */
export const seen = (bars: Columns, line: Line): number[] => {
  const length = (bars.ts[1] ?? 0) - (bars.ts[0] ?? 0);
  return HOURLY.ts.map((ts) => {
    const at = bars.ts.findLastIndex((start) => start + length <= ts + HOUR);
    return line[at] ?? NONE;
  });
};
const dayAt = (ts: number): number => Math.floor((ts - START) / DAY);
/** Of the day before: known from the third day on, because the first may have begun earlier. */
export const dayBefore = (line: Line): number[] =>
  HOURLY.ts.map((ts) => (dayAt(ts) < 2 ? NONE : (line[dayAt(ts) - 1] ?? NONE)));
/** Of the hours of the day so far. */
export const today = (of: (from: number, to: number) => number): number[] =>
  HOURLY.ts.map((ts, at) => of(dayAt(ts) * 24, at));
/** The highest or lowest of the hours that began within so many before, this one left out. */
export const extreme = (line: Line, hours: number, of: (...values: number[]) => number): number[] =>
  line.map((_, at) => (at < hours ? NONE : of(...line.slice(at - hours, at))));

const EQUAL = 1e-12;
const compare = (a: number, b: number): number =>
  Math.abs(a - b) <= EQUAL * Math.max(Math.abs(a), Math.abs(b)) ? 0 : a - b;
/** On which bars something is so. */
export type Holds = (at: number) => boolean;
export const above =
  (a: Line, b: Line): Holds =>
  (at) =>
    compare(a[at] ?? NONE, b[at] ?? NONE) > 0;
export const below = (a: Line, b: Line): Holds => above(b, a);
export const atLeast =
  (a: Line, b: Line): Holds =>
  (at) =>
    compare(a[at] ?? NONE, b[at] ?? NONE) >= 0;
export const equal =
  (a: Line, b: Line): Holds =>
  (at) =>
    compare(a[at] ?? NONE, b[at] ?? NONE) === 0;
export const up =
  (a: Line, b: Line): Holds =>
  (at) =>
    at > 0 && atLeast(b, a)(at - 1) && above(a, b)(at);
export const down = (a: Line, b: Line): Holds => up(b, a);
export const and =
  (...all: Holds[]): Holds =>
  (at) =>
    all.every((each) => each(at));
export const or =
  (...any: Holds[]): Holds =>
  (at) =>
    any.some((each) => each(at));
export const not =
  (of: Holds): Holds =>
  (at) =>
    !of(at);
/** On each of the last bars. */
export const row =
  (of: Holds, n: number): Holds =>
  (at) =>
    at >= n - 1 && Array.from({ length: n }, (_, ago) => of(at - ago)).every(Boolean);
/** On this bar or one of those before. */
export const lately =
  (of: Holds, n: number): Holds =>
  (at) =>
    Array.from({ length: Math.min(n, at + 1) }, (_, ago) => of(at - ago)).some(Boolean);
export const before =
  (of: Holds, n: number): Holds =>
  (at) =>
    at > 0 && lately(of, n)(at - 1);
/** The hours of New York's clock, minutes in hundreds: 930. */
export const newYork = (): { clock: number[]; day: number[] } => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = HOURLY.ts.map((ts) =>
    Object.fromEntries(format.formatToParts(ts).map(({ type, value }) => [type, value])),
  );
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  return {
    clock: parts.map((part) => Number(part['hour']) * 100 + Number(part['minute'])),
    day: parts.map((part) => days.indexOf(part['weekday'] ?? '') + 1),
  };
};
export const every = (of: (at: number) => number): number[] => lineOf(HOURS, of);
