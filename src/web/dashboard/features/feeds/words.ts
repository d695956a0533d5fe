import type { BarImport } from '#src/shared/bar-import.ts';
import type { FeedHappening } from '#src/shared/feeds.ts';
import { counted } from '#src/shared/plural.ts';

export const HAPPENING_WORDS: Record<FeedHappening['kind'], string> = {
  live: 'is live again',
  silent: 'fell silent',
  away: 'lost the connection',
  denied: 'rejected the key',
  halted: 'halted trading',
  resumed: 'resumed trading',
  maintenance: 'is under maintenance',
  lost: 'lost trades',
  hole: 'wasn’t watched for a while, so bars are missing',
  refused: 'rejected a request',
};

/** How late prices of a source are. */
export const delayText = (minutes: number | null): string =>
  minutes === null ? 'Real time' : `${minutes} minutes delayed`;

/** A delay as text: `120 ms`, `2.4 s`. */
export const lagText = (ms: number): string =>
  Math.abs(ms) < 1000 ? `${Math.max(0, ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** What became of a file of bars, in one sentence. Rows that were put aside are never left out of it. */
export function importSentence({
  file,
  symbol,
  rows,
  putAside,
}: Pick<BarImport, 'file' | 'symbol' | 'rows' | 'putAside'>): string {
  if (rows === 0) return `${file} has no rows. Nothing was imported.`;
  if (putAside === rows) return `${file} wasn’t imported: all ${counted(rows, 'row')} were quarantined.`;
  if (putAside === 0) return `${file} was imported as ${symbol}: ${counted(rows, 'row')}.`;
  const kept = (rows - putAside).toLocaleString('en-US');
  const aside = putAside === 1 ? '1 was' : `${putAside.toLocaleString('en-US')} were`;
  return `${kept} of ${counted(rows, 'row')} of ${file} were imported as ${symbol}. ${aside} quarantined.`;
}
