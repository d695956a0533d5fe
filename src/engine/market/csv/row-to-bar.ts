import type { Bar } from '#src/shared/market.ts';
import { decimalText, mean, parseDecimal } from '#src/shared/decimal.ts';
import type { BadRow } from './bad-row.ts';
import type { Column, Columns } from './columns.ts';
import type { createStampReader } from './stamp.ts';

/** The actions of a row's day: one old share is `split` new ones, and a dividend in the file's prices; null for none. */
export type NamedAction = { ts: number; split: number | null; dividend: number | null };

type Figure = { text: string; number: number };

/** `any`: times are not compared; `outlier`: the row is known to be out of order. */
export type RowOrder = 'rising' | 'any' | 'outlier';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** No market figure is longer. Without a limit, a hostile cell would cost time. */
const LONGEST_FIGURE = 100;

const IN_ORDER = 'rows must be in order of time, oldest first, none twice';

const isBad = <T extends object>(value: T | BadRow): value is BadRow => 'reason' in value;

const figure = (cells: string[], column: Column): Figure | BadRow => {
  const text = (cells[column.index] ?? '').trim();
  if (text === '') return { reason: 'number', problem: `${column.name} is empty` };
  const number = text.length <= LONGEST_FIGURE && NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number))
    return { reason: 'number', problem: `${column.name} '${text.slice(0, 40)}' is not a finite number` };
  return { text, number };
};

const price = (cells: string[], column: Column): Figure | BadRow => {
  const found = figure(cells, column);
  if (isBad(found) || found.number > 0) return found;
  return { reason: 'not_positive', problem: `${column.name} ${found.text} is not above zero` };
};

/** One column's price, or the mean of two, without float noise. */
const priceOf = (cells: string[], [first, second]: [Column] | [Column, Column]): Figure | BadRow => {
  const one = price(cells, first);
  if (isBad(one) || !second) return one;
  const other = price(cells, second);
  if (isBad(other)) return other;
  const [a, b] = [parseDecimal(one.text), parseDecimal(other.text)];
  if (!a || !b) return { reason: 'number', problem: `${first.name} and ${second.name} have no mean` };
  const text = decimalText(mean(a, b));
  return { text, number: Number(text) };
};

/** An empty cell is no volume (null), as in a file without the column. */
const volumeOf = (cells: string[], column: Column | null): Figure | null | BadRow => {
  if (!column || (cells[column.index] ?? '').trim() === '') return null;
  const found = figure(cells, column);
  if (isBad(found) || found.number >= 0) return found;
  return { reason: 'not_positive', problem: `${column.name} ${found.text} is below zero` };
};

export const timeText = (cells: string[], time: Column[]): string =>
  time.map((column) => (cells[column.index] ?? '').trim()).join(' ');

/**
 * Makes the reader of rows: the cells of a line and the time of the bar before, to a bar or to what is wrong.
 * Only what cannot be a bar is wrong: the number of columns, the time or its order, a figure that is no number,
 * a price that is not above zero, a negative volume, a high below the low.
 * @param onActions called with each row's actions in order, if the file has such columns
 */
export const createRowReader = (
  columns: Columns,
  readStamp: ReturnType<typeof createStampReader>,
  onActions?: (actions: NamedAction) => void,
) => {
  const actionIn = (cells: string[], column: Column | null): number | null => {
    const text = column ? (cells[column.index] ?? '').trim() : '';
    return NUMBER.test(text) && Number(text) > 0 ? Number(text) : null;
  };

  let previousText = '';
  return (cells: string[], previous: number | null, order: RowOrder = 'rising'): Bar | BadRow => {
    if (cells.length !== columns.count)
      return {
        reason: 'column_count',
        problem: `the row has ${cells.length} columns, the header ${columns.count}`,
      };
    const stamp = timeText(cells, columns.time);
    const ts = readStamp(stamp, previous);
    if (typeof ts !== 'number') return ts;
    if (order !== 'any' && previous !== null && ts <= previous)
      return {
        reason: 'order',
        problem: `time ${stamp} is not after ${previousText} of the row before; ${IN_ORDER}`,
        ts,
      };
    if (order === 'outlier')
      return {
        reason: 'order',
        problem: `time ${stamp} is after that of the rows below it; ${IN_ORDER}`,
        ts,
      };
    if (onActions && (columns.splits || columns.dividends))
      onActions({
        ts,
        split: actionIn(cells, columns.splits),
        dividend: actionIn(cells, columns.dividends),
      });
    const open = priceOf(cells, columns.prices.open);
    if (isBad(open)) return open;
    const high = priceOf(cells, columns.prices.high);
    if (isBad(high)) return high;
    const low = priceOf(cells, columns.prices.low);
    if (isBad(low)) return low;
    const close = priceOf(cells, columns.prices.close);
    if (isBad(close)) return close;
    const volume = volumeOf(cells, columns.volume);
    if (volume && isBad(volume)) return volume;
    if (high.number < low.number)
      return { reason: 'high_below_low', problem: `high ${high.text} is below low ${low.text}` };
    previousText = stamp;
    return {
      ts,
      open: open.number,
      high: high.number,
      low: low.number,
      close: close.number,
      volume: volume?.number ?? null,
      text: {
        open: open.text,
        high: high.text,
        low: low.text,
        close: close.text,
        volume: volume?.text ?? null,
      },
    };
  };
};
