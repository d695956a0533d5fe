import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { rulesMarks } from '../../rules/rule-marks.ts';
import type { Split } from '../corporate-actions.ts';
import { splitsOfAll } from '../split-store.ts';
import type { SeriesNews } from '../watching.ts';

/**
 * What is new about the series of a shard, read for all of them at once and again and again: a bar that closes asks
 * nobody.
 */
export const newsBoard = (system: Database) => {
  let splits: ReadonlyMap<string, readonly Split[]> = new Map();
  let marks: ReadonlyMap<string, string> = new Map();
  return {
    read: async (instrumentIds: readonly string[]): Promise<void> => {
      const known = await splitsOfAll(system, instrumentIds);
      marks = await rulesMarks(system, instrumentIds);
      splits = known;
    },
    of: ({ instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe }): SeriesNews => ({
      splits: splits.get(instrumentId) ?? [],
      mark: marks.get(`${instrumentId} ${timeframe}`) ?? NO_RULES,
    }),
  };
};

const NO_RULES = '0';
