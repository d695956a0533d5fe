import type { Database } from '#src/db/database.ts';
import { type Watermarks, type Series, seriesKey } from '#src/engine/evaluation/cross-series/watermarks.ts';
import { barsAfter } from '#src/engine/market/bars/bar-store.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import { type KnownSplits, splitsOfAll } from '#src/engine/market/splits/split-store.ts';
import { splitsInBars } from '#src/engine/market/splits/splits-in-bars.ts';
import type { WatchedBar } from '../watch-series.ts';

/** At most this many bars of a series are read and evaluated at a time. */
export const BATCH_BARS = 200;

/** The splits of the instruments that are due, read once per look. */
export const lookSplits = (system: Database) => {
  let known: ReadonlyMap<string, KnownSplits> = new Map();
  const inBars = new Map<string, readonly Split[]>();
  return {
    read: async (instrumentIds: readonly string[]): Promise<void> => {
      known = await splitsOfAll(system, [...new Set(instrumentIds)]);
      inBars.clear();
    },
    /** The splits of a series, each at the bar in which it takes effect. */
    of: (series: Series): readonly Split[] => {
      const own = known.get(series.instrumentId);
      if (!own) return [];
      const key = seriesKey(series);
      const made = inBars.get(key) ?? splitsInBars(CALENDARS[own.session], series.timeframe, own.splits);
      inBars.set(key, made);
      return made;
    },
  };
};

export const readKey = (series: Series, after: number): string => `${seriesKey(series)} ${after}`;

/**
 * Reads bars for one look, once for all groups that need the same. Bars stored after the look began are left out: rules
 * and splits were read before them.
 */
export const lookBars = (system: Database, watermarks: Pick<Watermarks, 'newestOf'>) => {
  const reads = new Map<string, Promise<WatchedBar[]>>();
  const bars = async (series: Series, after: number): Promise<WatchedBar[]> => {
    const newest = watermarks.newestOf(series) ?? after;
    return (await barsAfter(system, series, after, BATCH_BARS)).filter(({ ts }) => ts <= newest);
  };
  return {
    /** The bars that began after `after` (ms, UTC), oldest first, at most `BATCH_BARS`. */
    read: (series: Series, after: number): Promise<WatchedBar[]> => {
      const key = readKey(series, after);
      const read = reads.get(key) ?? bars(series, after);
      reads.set(key, read);
      return read;
    },
    /** Frees all reads but one. */
    keepOnly: (kept: string | null): void => {
      for (const key of reads.keys()) if (key !== kept) reads.delete(key);
    },
  };
};
export type LookBars = ReturnType<typeof lookBars>;
