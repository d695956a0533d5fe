import type { Split } from '#src/engine/feeds/corporate-actions.ts';
import { lookThrough } from '#src/engine/feeds/import/import-bars.ts';
import { oldestFirst } from '#src/engine/feeds/import/oldest-first.ts';
import { inspector } from '#src/engine/feeds/quarantine.ts';
import { type Replay, replayBytes, type ReplayOptions } from '#src/engine/feeds/replay/replay.ts';
import { readFileBytes } from '#src/engine/feeds/replay/source.ts';
import type { Timeframe } from '#src/shared/market.ts';

/**
 * A file as --clean reads it: turned around where it is newest first, without the bars that cannot be believed, and
 * with the corporate actions by which its prices step. It is read to its end once before.
 * @param given the splits of --actions, which stand for those that the file names itself; null where there are none
 * @throws FeedError where it cannot be read
 */
export const cleanReplay = async (
  path: string,
  timeframe: Timeframe,
  given: readonly Split[] | null,
  options: ReplayOptions,
): Promise<{ replay: Replay; splits: readonly Split[] }> => {
  const { timeZone = 'UTC', price } = options;
  const open = () => readFileBytes(path);
  const { isNewestFirst, actions, misplaced, elsewhere } = await lookThrough({
    name: path,
    open,
    timeZone,
    ...(price && { price }),
  });
  const splits = given ?? actions;
  const turned = isNewestFirst ? await oldestFirst(open(), path) : null;
  const replay = replayBytes(turned?.chunks ?? open(), path, {
    ...options,
    elsewhere,
    inspect: inspector(timeframe, { splits, misplaced }),
    ...(turned && { lineOf: turned.lineOf }),
  });
  return { replay, splits };
};
