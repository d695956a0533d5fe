export type Point = readonly [x: number, y: number];
export type Box = { left: number; right: number; top: number; bottom: number };
/** A candle in pixels of the stage. */
export type Candle = { x: number; half: number; high: number; low: number; close: number };

export type Wiring = {
  figure: Box;
  /** Below its letters, where its line begins. */
  under: number;
  /** Whether the figure is written in the chart. */
  isDrawn: boolean;
  /** Where all lines run up and down. */
  gutter: number;
  candles: readonly Candle[];
  /** Null: a candle is reached at its close; else the height of the axis of dates. */
  dates: number | null;
  /** Where the rule and the calculation begin. */
  cells: readonly Point[];
};

const RADIUS = 8;
/** Between a line and what it leads to. */
const GAP = 4;

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** A line through points that turns in arcs. Points on top of each other count once. */
export function routed(points: readonly Point[]): string {
  const way = points.filter(([x, y], at) => {
    const before = points[at - 1];
    return !before || Math.hypot(x - before[0], y - before[1]) > 0.5;
  });
  return way
    .map(([x, y], at) => {
      const [before, after] = [way[at - 1], way[at + 1]];
      if (!before) return `M${round(x)} ${round(y)}`;
      if (!after) return `L${round(x)} ${round(y)}`;
      const [inX, inY] = [x - before[0], y - before[1]];
      const [outX, outY] = [after[0] - x, after[1] - y];
      const [inLong, outLong] = [Math.hypot(inX, inY), Math.hypot(outX, outY)];
      const r = Math.min(RADIUS, inLong / 2, outLong / 2);
      const start = `${round(x - (inX / inLong) * r)} ${round(y - (inY / inLong) * r)}`;
      const end = `${round(x + (outX / outLong) * r)} ${round(y + (outY / outLong) * r)}`;
      return `L${start}Q${round(x)} ${round(y)} ${end}`;
    })
    .join('');
}

/** From the gutter to a candle. */
function toCandle({ x, half, low, close }: Candle, { gutter, dates }: Wiring): Point[] {
  const side = gutter < x ? -1 : 1;
  if (dates === null)
    return [
      [gutter, close],
      [x + side * (half + GAP), close],
    ];
  return [
    [gutter, dates],
    [x, dates],
    [x, low + GAP],
  ];
}

/** From a figure in the chart to a candle: from the axis beside it, or from above or below. */
function fromDrawn({ left, right, top, bottom }: Box, { x, half, high, low, close }: Candle): Point[] {
  const middle = (top + bottom) / 2;
  if (left > x + half)
    return [
      [left - 2, middle],
      [(left + x + half + GAP) / 2, middle],
      [x + half + GAP, close],
    ];
  const at = Math.min(right, Math.max(left, x));
  const isAbove = middle < high;
  const [from, to] = isAbove ? [middle + 10, high - GAP] : [middle - 10, low + GAP];
  return [
    [at, from],
    [x, to],
  ];
}

/** The lines from a figure to its candles, its rule and its calculation. */
export function wiresOf(wiring: Wiring): { lines: string[]; ends: readonly Point[] } {
  const { figure, under: y, isDrawn, gutter, candles, cells } = wiring;
  const toCells = (start: readonly Point[], y: number): string[] =>
    cells.map(([x, cellY]) => routed([...start, [gutter, y], [gutter, cellY], [x, cellY]]));
  if (isDrawn) {
    const [first] = candles;
    if (!first) return { lines: [], ends: [] };
    const back = toCandle(first, wiring).toReversed();
    const level = back.at(-1)?.[1] ?? first.close;
    return {
      lines: [...candles.map((candle) => routed(fromDrawn(figure, candle))), ...toCells(back, level)],
      ends: cells,
    };
  }
  const far = Math.abs(figure.left - gutter) > Math.abs(figure.right - gutter) ? figure.left : figure.right;
  const trunk: Point[] = [
    [far, y],
    [gutter, y],
  ];
  return {
    lines: [
      ...candles.map((candle) => routed([...trunk, ...toCandle(candle, wiring)])),
      ...toCells([[far, y]], y),
    ],
    ends: cells,
  };
}
