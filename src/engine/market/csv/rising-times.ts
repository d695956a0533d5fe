import { type Columns, findColumns, type PriceSide } from './columns.ts';
import { lineBlocks } from './lines.ts';
import { createRowReader, timeText } from './row-to-bar.ts';
import { type Chunks, unpacked } from './source.ts';
import { createStampReader } from './stamp.ts';

const QUOTE = 0x22;
const SATURDAY = 6;

/**
 * Reads nothing but the times of a file, which takes a third as long as reading its bars: whether each can be read and is
 * after the one before it. Then no row is out of order.
 * @returns whether there are bars of Saturdays; null if a bar-by-bar look is needed, also for quotes and dates with slashes
 * @throws FeedError if the file can't be read to its end
 */
export async function risingTimes(
  chunks: Chunks,
  file: string,
  { timeZone, price }: { timeZone: string; price?: PriceSide },
): Promise<{ hasSaturdays: boolean } | null> {
  const readStamp = createStampReader(timeZone);
  let columns: Columns | null = null;
  let readRow: ReturnType<typeof createRowReader> | null = null;
  let last: number | null = null;
  let hasSaturdays = false;
  for await (const { bytes } of lineBlocks(unpacked(chunks, file), file)) {
    if (bytes.includes(QUOTE)) return null;
    const text = bytes.toString('utf8');
    for (let from = 0, end = 0; from < text.length; from = end + 1) {
      end = text.indexOf('\n', from);
      if (end < 0) end = text.length;
      if (columns && readRow) {
        const stamp = timeIn(text, from, end, columns);
        if (stamp === '' && text.slice(from, end).trim() === '') continue;
        const ts = readStamp(stamp, last);
        if (typeof ts !== 'number' || (last !== null && ts <= last)) return null;
        // A row that is no bar says nothing of the days on which a market trades.
        if (!hasSaturdays && new Date(ts).getUTCDay() === SATURDAY)
          hasSaturdays = 'ts' in readRow(text.slice(from, end).trimEnd().split(','), last, 'any');
        last = ts;
      } else if (text.slice(from, end).trim() !== '') {
        const found = findColumns(text.slice(from, end).trimEnd().split(','), price ?? null);
        if ('problem' in found) return null;
        columns = found;
        readRow = createRowReader(found, createStampReader(timeZone));
      }
    }
  }
  return last === null ? null : { hasSaturdays };
}

/** The time of one line. In most files it is the first cell, and the others need not be cut. */
const timeIn = (text: string, from: number, end: number, { time }: Columns): string => {
  if (time.length > 1 || time[0]?.index !== 0) return timeText(text.slice(from, end).split(','), time);
  const comma = text.indexOf(',', from);
  return text.slice(from, comma < 0 || comma > end ? end : comma).trim();
};
