import { Liquid, LiquidError } from 'liquidjs';

/** What a template in source mode can be: characters of it and of what it makes, ms, and Liquid's own count of memory. */
export const SOURCE_LIMITS = { source: 60_000, output: 60_000, ms: 500, memory: 2_000_000 } as const;

/** Nothing that reads a file, counts, or calculates: a figure is printed as it is or not at all. */
const TAGS = new Set([
  'assign',
  'capture',
  'case',
  'comment',
  'for',
  'break',
  'continue',
  'if',
  'unless',
  'raw',
  'echo',
  'cycle',
  '#',
]);
const FILTERS = new Set([
  'append',
  'prepend',
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'escape',
  'strip',
  'lstrip',
  'rstrip',
  'join',
  'first',
  'last',
  'reverse',
  'newline_to_br',
]);

/** A template that is wrong, with the place where it is. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
  readonly line: number;
  readonly column: number;

  constructor(sentence: string, line = 1, column = 1) {
    super(sentence);
    [this.line, this.column] = [line, column];
  }
}

/** There are no files. */
const NO_FILES = {
  readFileSync: (): string => {
    throw new Error('There are no files.');
  },
  readFile: () => Promise.reject(new Error('There are no files.')),
  existsSync: () => false,
  exists: () => Promise.resolve(false),
  contains: () => Promise.resolve(false),
  containsSync: () => false,
  resolve: () => '',
};

function engine(): Liquid {
  const liquid = new Liquid({
    fs: NO_FILES,
    root: [],
    relativeReference: false,
    dynamicPartials: false,
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    parseLimit: SOURCE_LIMITS.source,
    renderLimit: SOURCE_LIMITS.ms,
    memoryLimit: SOURCE_LIMITS.memory,
  });
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.has(tag)) delete liquid.tags[tag];
  for (const filter of Object.keys(liquid.filters)) if (!FILTERS.has(filter)) delete liquid.filters[filter];
  return liquid;
}

/** Values by their names: a mark, words that are compared but are no figure, lists and groups of them, or null. */
export type SourceValues = {
  readonly [name: string]: string | null | SourceValues | readonly (string | SourceValues)[];
};

/**
 * What a template makes of the values.
 * @throws SourceProblem with its place: a tag, filter or value that there is none of, and whatever takes too long
 */
export function runLiquid(source: string, values: SourceValues, spentMs = spentByThread): string {
  if (source.length > SOURCE_LIMITS.source)
    throw new SourceProblem(
      `A template can have at most ${SOURCE_LIMITS.source.toLocaleString('en-US')} characters.`,
    );
  const liquid = engine();
  try {
    const parsed = liquid.parse(source);
    for (const [name, uses] of Object.entries(liquid.analyzeSync(parsed, { partials: false }).globals))
      for (const { segments, location } of uses)
        if (!isThere(values, segments)) {
          const called = segments.every((part) => typeof part === 'string') ? segments.join('.') : name;
          throw new SourceProblem(`There is no value {{ ${called} }}.`, location.row, location.col);
        }
    const made = rendered(() => String(liquid.renderSync(parsed, values)), spentMs);
    if (made.length > SOURCE_LIMITS.output)
      throw new SourceProblem(
        `The template makes ${made.length.toLocaleString('en-US')} characters, and ${SOURCE_LIMITS.output.toLocaleString('en-US')} fit in an email. Make it shorter.`,
      );
    return made;
  } catch (error) {
    throw error instanceof SourceProblem ? error : problemOf(error);
  }
}

/** Milliseconds that this thread has had of the processor. */
function spentByThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Liquid's limit is one of the clock, which runs on while a busy machine lets the thread wait. What got less than its time
 * is tried again; who started the thread ends it after a while in any case.
 */
function rendered(render: () => string, spentMs: () => number): string {
  const began = spentMs();
  for (;;)
    try {
      return render();
    } catch (error) {
      const isLate = error instanceof Error && /render limit exceeded/.test(error.message);
      // A little less: the clock and the processor's own count don't agree to the millisecond.
      if (!isLate || spentMs() - began >= SOURCE_LIMITS.ms * 0.9) throw error;
    }
}

/** Of a list it is enough that it is there: what its entries are called, a loop knows. */
function isThere(values: SourceValues, segments: readonly unknown[]): boolean {
  let at: unknown = values;
  for (const segment of segments) {
    if (Array.isArray(at) || at === null) return true;
    if (typeof at !== 'object' || typeof segment !== 'string' || !Object.hasOwn(at as object, segment))
      return false;
    at = (at as SourceValues)[segment];
  }
  return true;
}

function problemOf(error: unknown): SourceProblem {
  const said = error instanceof Error ? error.message : String(error);
  const place = LiquidError.is(error) ? error.token.getPosition() : [1, 1];
  const [line = 1, column = 1] = place;
  const plain = said.replace(/, (?:file|line):.*$/s, '').replaceAll(/\s+/g, ' ');
  return new SourceProblem(sentenceOf(plain), line, column);
}

/** Liquid's own words for the writer of a template. */
function sentenceOf(said: string): string {
  if (/render limit exceeded/.test(said)) return 'It took too long to fill in. Take out a loop.';
  if (/memory alloc limit exceeded/.test(said)) return 'It needs too much memory. Take out a loop.';
  if (/parse length limit exceeded/.test(said)) return 'The template is too long.';
  const tag = /tag "?([\w#-]+)"? not found/.exec(said)?.[1];
  if (tag) return `There is no tag {% ${tag} %}. A template reads no files and calculates nothing.`;
  const filter = /undefined filter: ([\w-]+)/.exec(said)?.[1];
  if (filter) return `There is no filter “${filter}”. Figures are printed as they are.`;
  const value = /undefined variable: ([\w.[\]"-]+)/.exec(said)?.[1];
  if (value) return `There is no value {{ ${value} }}.`;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`.replace(/\.\.$/, '.');
}
