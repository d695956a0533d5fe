import type { Bar } from '#src/shared/market.ts';
import { FeedError } from '../feed-error.ts';
import { createSkipTally, type BadRow, type SkippedRows } from './bad-row.ts';
import { findColumns, type Columns, type PriceSide } from './columns.ts';
import { type DateOrder, untilOrder } from './date-order.ts';
import { type LineBlock, lineBlocks } from './lines.ts';
import { paced, type Pace } from './pace.ts';
import { createRowReader, type NamedAction, type RowOrder } from './row-to-bar.ts';
import { rowsOf, type Row } from './rows.ts';
import { atMost, readFileBytes, unpacked, type Chunks } from './source.ts';
import { createStampReader } from './stamp.ts';

export type ReplayOptions = {
  /** IANA zone of stamps that name no offset; 'UTC' if left out. */
  timeZone?: string;
  /** Side of quote bars. If left out: the file's plain prices, else bid. */
  price?: PriceSide;
  /** Leave broken rows out and count them, instead of stopping at the first. */
  skipBad?: boolean;
  /** Lines of the bytes whose rows are out of order (`outliersOf`). Without it, a row is that is not after the one before. */
  outliers?: ReadonlySet<number>;
  /** Gives rows in the order of the file, whatever their times. */
  anyOrder?: boolean;
  /** The time (ms, UTC). A bar that begins more than a day later is broken. */
  now?: number;
  /** Another check of bars, oldest first; a bar it rejects counts as a broken row. */
  inspect?: (bar: Bar) => BadRow | null;
  /**
   * The times of rows at a wrong place of the file, sorted (`lookThrough`): two bars with such a row between them are
   * not neighbors.
   */
  elsewhere?: readonly number[];
  /** Called with every row that is left out, and its text. */
  onBad?: (line: number, bad: BadRow, row: string) => void;
  /** Called with each row's splits and dividends, before its bar is given, if the file has such columns. */
  onActions?: (actions: NamedAction) => void;
  /** Maps a line of the bytes to its line in the file, if it was reversed. */
  lineOf?: (line: number) => number;
  /** The file unpacks to no more than this. */
  mostBytes?: number;
  /** Full speed if left out. */
  pace?: Pace;
  /** Once aborted, `bars` throws the signal's reason. */
  signal?: AbortSignal;
};

/**
 * `bars` can be read once; `skipped` grows while they are read. `isAfterHole`: a row was left out between the last bar
 * and the one before it, so they are not neighbors. A row out of order leaves a gap where it is, and where it belongs if
 * `elsewhere` has it; one that only repeats a bar leaves none.
 */
export type Replay = {
  bars: AsyncGenerator<Bar, void, undefined>;
  skipped: SkippedRows;
  isAfterHole: () => boolean;
  /** The line of the bytes that the last bar is from. */
  line: () => number;
};

type Tally = ReturnType<typeof createSkipTally>;

const headerOf = (row: Row, file: string, price: PriceSide | null): Columns => {
  if (row.cells === null) throw new FeedError(file, row.line, 'the header has a quote that is not closed');
  const columns = findColumns(row.cells, price);
  if ('problem' in columns) throw new FeedError(file, row.line, columns.problem);
  return columns;
};

const DAY = 86_400_000;
/** A zone may be a day ahead of the clock. */
const notYet = ({ ts }: Bar, now: number): BadRow | null =>
  ts > now + DAY
    ? { reason: 'time', problem: `the bar begins ${new Date(ts).toISOString()}, which is yet to come` }
    : null;

/** Whether a row out of order is the last bar's once more. */
const isRepeated = ({ reason }: BadRow, { cells }: Row, before: readonly string[] | null): boolean =>
  reason === 'order' && cells?.join(',') === before?.join(',');

const UNCLOSED: BadRow = {
  reason: 'quote',
  problem: 'a quote in this row isn’t closed, or is inside a cell',
};

/** Answers the times of a block's rows, given block by block from the header on. */
const timesOf = (file: string, price: PriceSide | null) => {
  let columns: Columns | null = null;
  return function* (block: LineBlock): Generator<string, void, undefined> {
    for (const row of rowsOf(block))
      if (!columns) columns = headerOf(row, file, price);
      else yield (row.cells?.[columns.time[0]?.index ?? -1] ?? '').trim();
  };
};

async function* readBars(
  chunks: Chunks,
  file: string,
  options: ReplayOptions,
  tally: Tally,
  place: { open: boolean; before: boolean; line: number },
): AsyncGenerator<Bar, void, undefined> {
  let order: DateOrder | null = null;
  const readStamp = createStampReader(options.timeZone ?? 'UTC', () => order);
  let readRow: ReturnType<typeof createRowReader> | null = null;
  let last = null as Bar | null;
  /** The cells of the last bar's row. */
  let before: string[] | null = null;
  let firstBad: string | null = null;
  const { elsewhere = [], outliers, anyOrder, now = Infinity } = options;
  const orderOf = (line: number): RowOrder =>
    anyOrder === true ? 'any' : outliers === undefined ? 'rising' : outliers.has(line) ? 'outlier' : 'rising';
  let passed = 0;
  const bytes = atMost(unpacked(chunks, file), file, options.mostBytes ?? Infinity);
  const blocks = untilOrder(lineBlocks(bytes, file), timesOf(file, options.price ?? null), (known) => {
    order = known;
  });
  for await (const block of blocks) {
    for (const row of rowsOf(block)) {
      if (!readRow) {
        readRow = createRowReader(headerOf(row, file, options.price ?? null), readStamp, options.onActions);
        continue;
      }
      const made: Bar | BadRow =
        row.cells === null ? UNCLOSED : readRow(row.cells, last?.ts ?? null, orderOf(row.line));
      const read: Bar | BadRow =
        'reason' in made ? made : (notYet(made, now) ?? options.inspect?.(made) ?? made);
      if ('reason' in read) {
        const line = options.lineOf?.(row.line) ?? row.line;
        if (options.skipBad !== true) throw new FeedError(file, line, read.problem);
        firstBad ??= `line ${line}: ${read.problem}`;
        tally.add(read.reason, line);
        options.onBad?.(line, read, row.cells?.join(',') ?? '');
        if (read.reason !== 'too_near' && !isRepeated(read, row, before)) place.open = true;
        continue;
      }
      options.signal?.throwIfAborted();
      const previous = last?.ts ?? null;
      while (passed < elsewhere.length && (elsewhere[passed] ?? 0) <= (previous ?? -Infinity)) passed += 1;
      const isMissed = (elsewhere[passed] ?? Infinity) < read.ts;
      place.before = (place.open || isMissed) && previous !== null;
      place.open = false;
      place.line = row.line;
      last = read;
      before = row.cells;
      yield read;
    }
  }
  if (!readRow) throw new FeedError(file, null, 'the file is empty');
  if (last !== null) return;
  if (firstBad === null) throw new FeedError(file, null, 'the file has a header but no rows');
  throw new FeedError(file, null, `none of its ${tally.total()} rows is a bar; the first, ${firstBad}`);
}

/**
 * Reads OHLCV rows from the bytes of a CSV (UTF-8, commas, a header; gzip is recognised by content) as closed
 * bars, oldest first, holding no more than a block of rows at a time. `file` is the name used in errors.
 *
 * `bars` throws FeedError: empty file, one of more than `mostBytes`, header without the needed columns, no rows, damaged gzip, not UTF-8, and
 * the first row that cannot be a bar (see BAD_ROW_REASONS), unless `skipBad`; then only if no row is a bar.
 * It throws RangeError on a time zone that does not exist or a pace that is not above 0.
 */
export const replayBytes = (chunks: Chunks, file: string, options: ReplayOptions = {}): Replay => {
  const tally = createSkipTally();
  const place = { open: false, before: false, line: 0 };
  const bars = readBars(chunks, file, options, tally, place);
  return {
    bars: options.pace ? paced(bars, options.pace, options.signal) : bars,
    skipped: tally.skipped,
    isAfterHole: () => place.before,
    line: () => place.line,
  };
};

/** As `replayBytes`, from a file. The file is opened when the first bar is asked for; a missing file or a folder is a FeedError then. */
export const replayFile = (path: string, options: ReplayOptions = {}): Replay =>
  replayBytes(readFileBytes(path), path, options);
