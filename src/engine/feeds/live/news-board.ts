import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { type RulesMark, rulesMarks } from '../../rules/rule-marks.ts';
import { CALENDARS } from '../bars/calendars.ts';
import { splitsInBars } from '../bars/splits-in-bars.ts';
import type { Split } from '../corporate-actions.ts';
import { type KnownSplits, splitsOfAll } from '../split-store.ts';
import { NO_RULES, type SeriesNews } from '../watching.ts';

/**
 * What is new about the series of a shard, read for all of them at once and again and again: a bar that closes asks
 * nobody.
 */
export const newsBoard = (system: Database) => {
  let splits: ReadonlyMap<string, KnownSplits> = new Map();
  /** As bars of each series meet them, worked out once a reading. */
  let inBars = new Map<string, readonly Split[]>();
  const readMarks = rulesMarks(system);
  let marks: ReadonlyMap<string, RulesMark> = new Map();
  const splitsIn = (series: string, known: KnownSplits, timeframe: Timeframe): readonly Split[] => {
    const had = inBars.get(series);
    if (had) return had;
    const made = splitsInBars(CALENDARS[known.session], timeframe, known.splits);
    inBars.set(series, made);
    return made;
  };
  return {
    read: async (instrumentIds: readonly string[]): Promise<void> => {
      const known = await splitsOfAll(system, instrumentIds);
      marks = await readMarks(instrumentIds);
      splits = known;
      inBars = new Map();
    },
    of: ({ instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe }): SeriesNews => {
      const series = `${instrumentId} ${timeframe}`;
      const known = splits.get(instrumentId);
      return {
        splits: known ? splitsIn(series, known, timeframe) : [],
        mark: marks.get(series)?.mark ?? NO_RULES,
      };
    },
    /** Whether a rule on the series speaks before its bars are closed. */
    isEarly: ({ instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe }): boolean =>
      marks.get(`${instrumentId} ${timeframe}`)?.isEarly === true,
    /** The splits of an instrument at the times at which they take effect. */
    splitsOf: (instrumentId: string): readonly Split[] => splits.get(instrumentId)?.splits ?? NONE,
  };
};

const NONE: readonly Split[] = [];
