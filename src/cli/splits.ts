import { readFileSync } from 'node:fs';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import { FeedError } from '#src/engine/market/feed-error.ts';
import { SPLIT_RATIO } from '#src/shared/own-symbols.ts';
import { createStampReader } from '#src/engine/market/csv/stamp.ts';

const RATIO = /^\d+(?:\.\d+)?$/;

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FeedError(file, null, 'the file of splits cannot be read', { cause: error });
  }
};

/**
 * Reads a CSV with the header date,split, in order of time. Throws FeedError with file, line and sentence where it
 * cannot be read, where a time is none or not after the one before, or a ratio is not above zero or beyond what is kept.
 */
export const readSplits = (file: string, timeZone: string): Split[] => {
  const [header = '', ...lines] = readText(file).trim().split(/\r?\n/);
  if (!/^(?:date|time),split$/i.test(header.trim()))
    throw new FeedError(file, 1, `the header must be date,split; it is '${header.slice(0, 60)}'`);
  const readStamp = createStampReader(timeZone);
  const splits: Split[] = [];
  for (const [index, line] of lines.entries()) {
    const [date = '', ratio = ''] = line.split(',').map((cell) => cell.trim());
    const previous = splits.at(-1)?.ts ?? null;
    const ts = readStamp(date, previous);
    if (typeof ts !== 'number') throw new FeedError(file, index + 2, ts.problem);
    if (previous !== null && ts <= previous)
      throw new FeedError(file, index + 2, `${date} is not after the split before it`);
    if (!RATIO.test(ratio) || Number(ratio) === 0)
      throw new FeedError(file, index + 2, `the ratio '${ratio.slice(0, 40)}' is not a number above zero`);
    if (Number(ratio) < SPLIT_RATIO.least || Number(ratio) > SPLIT_RATIO.most)
      throw new FeedError(
        file,
        index + 2,
        `the ratio '${ratio.slice(0, 40)}' is not between a millionth and a million`,
      );
    splits.push({ ts, ratio: Number(ratio) });
  }
  return splits;
};
