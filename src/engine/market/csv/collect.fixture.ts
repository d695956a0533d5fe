import type { Bar } from '#src/shared/market.ts';
import { FeedError } from '../feed-error.ts';
import { replayBytes, type Replay, type ReplayOptions } from './replay.ts';

/** The bytes in pieces of the given lengths, over and over; whole if none are given. */
export async function* inPieces(
  bytes: Uint8Array,
  lengths: number[] = [],
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  for (let piece = 0; at < bytes.length; piece += 1) {
    const length = lengths[piece % lengths.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

export type Outcome = { bars: Bar[]; error: string | null; skipped: unknown };

/** Reads to the end or to the FeedError; other errors are thrown. */
export const outcomeOf = async ({ bars, skipped }: Replay): Promise<Outcome> => {
  const read: Bar[] = [];
  try {
    for await (const bar of bars) read.push(bar);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { bars: read, error: error.message, skipped: Object.fromEntries(skipped) };
  }
  return { bars: read, error: null, skipped: Object.fromEntries(skipped) };
};

export const readText = (
  text: string | Uint8Array,
  options?: ReplayOptions,
  lengths?: number[],
): Promise<Outcome> => outcomeOf(replayBytes(inPieces(Buffer.from(text), lengths), 'f.csv', options));
