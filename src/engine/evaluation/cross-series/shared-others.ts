import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import { barsNeeded, needsElsewhere } from '../conditions/needs.ts';
import { otherSeries, type OtherSeries } from '../conditions/other-series.ts';
import type { Asked, DayOf, EndOf } from '../conditions/others.ts';
import { barsAfter, barsBefore } from '#src/engine/market/bars/bar-store.ts';
import { barsAsOf } from '#src/engine/market/splits/bars-as-of.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import type { Watermarks } from './watermarks.ts';
import { wanted } from './wanted.ts';

/** Which bars: the splits of their symbol up to now are seen through, and none after the next comes in. */
export type OtherKey = {
  instrumentId: string;
  timeframe: Timeframe;
  splits: readonly Split[];
  /** How many of the splits are past. */
  passed: number;
  /** Goes up whenever a stored bar of it is corrected: it's then worked out from the bars that are stored now. */
  corrected: number;
};
type Entry = {
  series: OtherSeries;
  /** What was added from here on is all there is (ms, UTC). */
  from: number;
  /** The stored bars up to one that began then are added (ms, UTC). */
  readUntil: number;
  most: number;
};
/** When bars end, and when their trading days began. */
type Times = { endOf: EndOf; dayOf?: DayOf };
/** Who looks at bars from elsewhere: the same object as long as it looks, at one series of them. */
type Looker = object;
type Looks = { key: OtherKey; asked: ReadonlyMap<string, Asked> };

const AT_ONCE = 5_000;
/** So many bars are kept at least, and twice as many before the older half goes. */
const KEPT = 10_000;

/**
 * The symbols and timeframes that live rules look at beside their own, each worked out once for all of them: what is
 * asked of it is computed once a bar, from stored bars. What is asked for the first time begins it anew, with as many bars before as decide. What
 * nobody asks any more is forgotten, and so is a symbol at which nobody looks.
 */
export const sharedOthers = (system: Database, watermarks: Pick<Watermarks, 'newestOf'>) => {
  const entries = new Map<string, Entry>();
  const asking = wanted();
  const nameOf = ({ instrumentId, timeframe, splits, passed, corrected }: OtherKey): string =>
    `${instrumentId} ${timeframe} ${corrected} ${JSON.stringify(splits.slice(0, passed + 1))} ${passed}`;

  const addNew = async (key: OtherKey, entry: Entry): Promise<void> => {
    const newest = watermarks.newestOf(key);
    // Somebody has come for these bars before.
    if (newest !== null && newest <= entry.readUntil) return;
    const until = key.splits[key.passed]?.ts ?? Number.POSITIVE_INFINITY;
    const from = key.splits[key.passed - 1]?.ts ?? Number.NEGATIVE_INFINITY;
    while (true) {
      const bars = await barsAfter(system, key, entry.readUntil, AT_ONCE);
      for (const bar of barsAsOf(bars, key.splits, from)) if (bar.ts < until) entry.series.add(bar);
      entry.readUntil = bars.at(-1)?.ts ?? entry.readUntil;
      if (bars.length < AT_ONCE || entry.readUntil >= until) return;
    }
  };
  const begin = async (
    key: OtherKey,
    asked: readonly Asked[],
    from: number,
    { endOf, dayOf }: Times,
  ): Promise<Entry> => {
    const needed = barsNeeded(needsElsewhere(asked), BAR_MINUTES[key.timeframe]) + 2;
    const [before = []] = await barsBefore(system, [{ ...key, before: from, count: needed }]);
    const readUntil = (before[0]?.ts ?? from) - 1;
    const entry = { series: otherSeries(asked, endOf, dayOf), from, readUntil, most: 0 };
    await addNew(key, entry);
    entry.most = 2 * Math.max(KEPT, entry.series.bars.length);
    return entry;
  };

  const reach = async ({ key, asked }: Looks, name: string, from: number, times: Times): Promise<void> => {
    const known = entries.get(name);
    const isEnough = known !== undefined && known.from <= from && known.series.answers(asked.keys());
    const isLong = known !== undefined && known.series.bars.length >= known.most;
    if (isEnough && !isLong && !known.series.isWorn()) return addNew(key, known);
    const kept = isEnough && isLong ? known.series.bars.at(-known.most / 2)?.ts : known?.from;
    const entry = await begin(key, asking.of(name), Math.min(kept ?? from, from), times);
    // The requester may be gone by now.
    if (asking.has(name)) entries.set(name, entry);
  };
  /** One after the other for each: two at once would add a bar twice. */
  const busy = new Map<string, Promise<void>>();

  const drop = (name: string | null, unasked: readonly string[]): void => {
    if (name === null) return;
    if (asking.has(name)) entries.get(name)?.series.forget(unasked);
    else entries.delete(name);
  };

  return {
    get: (key: OtherKey): OtherSeries | null => entries.get(nameOf(key))?.series ?? null,
    /** Makes sure that all that somebody asks is known of every stored bar from a moment on. */
    reach: (by: Looker, of: Looks, from: number, times: Times): Promise<void> => {
      const name = nameOf(of.key);
      const { left, unasked } = asking.ask(by, name, of.asked);
      drop(left ?? name, unasked);
      const work = (busy.get(name) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => reach(of, name, from, times))
        .finally(() => {
          if (busy.get(name) === work) busy.delete(name);
        });
      busy.set(name, work);
      return work;
    },
    /** Somebody does not look any more. */
    leave: (by: Looker): void => {
      const { left, unasked } = asking.leave(by);
      drop(left, unasked);
    },
  };
};
export type SharedOthers = ReturnType<typeof sharedOthers>;
