/** A figure beside the one of another program in the same run (`peer`), or beside what it should reach (`goal`). */
export type Figure = {
  bench: string;
  ours: number;
  unit: string;
  /** Fewer milliseconds, bytes or lost events are better. */
  lessIsBetter?: boolean;
} & ({ peer: number } | { goal: number });

/** What a bench prints as JSON. `ratio` is 1 or more where the goal is met, whether more or less is better. */
export type Result = {
  bench: string;
  ours: number;
  peer?: number;
  goal?: number;
  ratio: number;
  unit: string;
};

/** JSON knows no infinity: nothing lost where nothing may be lost, or far better than asked. */
const MOST = 1_000;

export function resultOf(figure: Figure): Result {
  const { bench, ours, unit, lessIsBetter = false } = figure;
  const other = 'peer' in figure ? { peer: rounded(figure.peer) } : { goal: rounded(figure.goal) };
  const against = 'peer' in figure ? figure.peer : figure.goal;
  return { bench, ours: rounded(ours), ...other, ratio: ratioOf(ours, against, lessIsBetter), unit };
}

/** Prints a line per figure. The last one is the furthest from its goal, so its ratio speaks for all of them. */
export function printResults(figures: readonly Figure[]): void {
  for (const result of figures.map(resultOf).toSorted((a, b) => b.ratio - a.ratio))
    console.log(JSON.stringify(result));
}

function ratioOf(ours: number, against: number, lessIsBetter: boolean): number {
  const [upper, lower] = lessIsBetter ? [against, ours] : [ours, against];
  if (upper === lower) return 1;
  const ratio = upper / lower;
  if (Number.isNaN(ratio)) return 0;
  // Rounded down: what just misses its goal must not read as met.
  return Math.min(MOST, ratio < 1 ? Math.floor(ratio * 1_000) / 1_000 : rounded(ratio));
}

const rounded = (value: number): number => Number(value.toPrecision(4));
