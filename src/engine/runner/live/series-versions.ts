import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { type RulesVersion, rulesVersions } from '../../evaluation/rule-index/rule-versions.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { correctedSeries } from '#src/engine/market/bars/corrected-series.ts';
import { splitsInBars } from '#src/engine/market/splits/splits-in-bars.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import { type KnownSplits, splitsOfAll } from '#src/engine/market/splits/split-store.ts';
import { NO_RULES, type SeriesVersion } from '../watch-series.ts';

/**
 * The splits, corrections and rule versions of a shard's series, read for all of them together once per second. So a bar that closes
 * doesn't have to ask the database.
 */
export const seriesVersions = (system: Database) => {
  let splits: ReadonlyMap<string, KnownSplits> = new Map();
  /** The splits of each series, computed once per read. */
  let inBars = new Map<string, readonly Split[]>();
  const readMarks = rulesVersions(system);
  const corrected = correctedSeries(system);
  let marks: ReadonlyMap<string, RulesVersion> = new Map();
  let made: ReadonlyMap<string, readonly Timeframe[]> = new Map();
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
      await corrected.read();
      ({ marks, made } = await readMarks(instrumentIds));
      splits = known;
      inBars = new Map();
    },
    of: ({ instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe }): SeriesVersion => {
      const series = `${instrumentId} ${timeframe}`;
      const known = splits.get(instrumentId);
      return {
        splits: known ? splitsIn(series, known, timeframe) : [],
        corrected: corrected.of({ instrumentId, timeframe }),
        mark: marks.get(series)?.mark ?? NO_RULES,
      };
    },
    /** Whether a rule on the series may trigger before its bars close. */
    isEarly: ({ instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe }): boolean =>
      marks.get(`${instrumentId} ${timeframe}`)?.isEarly === true,
    /** The timeframes of an instrument that rules need and that aren't kept of every symbol. */
    madeOf: (instrumentId: string): readonly Timeframe[] => made.get(instrumentId) ?? [],
    /** The splits of an instrument, each at the time it takes effect. */
    splitsOf: (instrumentId: string): readonly Split[] => splits.get(instrumentId)?.splits ?? NONE,
  };
};

const NONE: readonly Split[] = [];
