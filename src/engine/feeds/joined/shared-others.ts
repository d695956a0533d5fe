import type { Database } from '#src/db/database.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import { barsNeeded, needsElsewhere } from '../../conditions/needs.ts';
import {
  type Asked,
  askedKey,
  type EndOf,
  otherSeries,
  type OtherSeries,
} from '../../conditions/other-series.ts';
import { barsBefore } from '../bar-store.ts';
import { barsAsOf } from '../bars-as-of.ts';
import type { Split } from '../corporate-actions.ts';
import { barsAfter } from './groups.ts';

/** Which bars of another symbol: its splits up to now are seen through, and none after the next comes in. */
export type OtherKey = {
  instrumentId: string;
  timeframe: Timeframe;
  splits: readonly Split[];
  /** How many of the splits are past. */
  passed: number;
};
type Entry = {
  series: OtherSeries;
  asked: Map<string, Asked>;
  /** What was added from here on is all there is (ms, UTC). */
  from: number;
  most: number;
};

const AT_ONCE = 5_000;
/** So many bars are kept at least, and twice as many before the older half goes. */
const KEPT = 10_000;

/**
 * The other symbols that live rules look at, each worked out once for all of them: what is asked of it is computed once
 * a bar, from stored bars. What is asked for the first time begins it anew, with as many bars before as decide.
 */
export const sharedOthers = (system: Database) => {
  const entries = new Map<string, Entry>();
  const nameOf = ({ instrumentId, timeframe, splits, passed }: OtherKey): string =>
    `${instrumentId} ${timeframe} ${JSON.stringify(splits.slice(0, passed + 1))} ${passed}`;

  const addNew = async (key: OtherKey, { series }: Entry, after: number): Promise<void> => {
    const until = key.splits[key.passed]?.ts ?? Number.POSITIVE_INFINITY;
    const from = key.splits[key.passed - 1]?.ts ?? Number.NEGATIVE_INFINITY;
    let last = after;
    while (true) {
      const bars = await barsAfter(system, key, last, AT_ONCE);
      for (const bar of barsAsOf(bars, key.splits, from)) if (bar.ts < until) series.add(bar);
      last = bars.at(-1)?.ts ?? last;
      if (bars.length < AT_ONCE || last >= until) return;
    }
  };
  const begin = async (
    key: OtherKey,
    asked: Map<string, Asked>,
    from: number,
    endOf: EndOf,
  ): Promise<Entry> => {
    const all = [...asked.values()];
    const needed = barsNeeded(needsElsewhere(all), BAR_MINUTES[key.timeframe]) + 2;
    const before: Bar[] = await barsBefore(system, key, from, needed);
    const entry = { series: otherSeries(all, endOf), asked, from, most: 0 };
    await addNew(key, entry, (before[0]?.ts ?? from) - 1);
    entry.most = 2 * Math.max(KEPT, entry.series.bars.length);
    return entry;
  };

  const reach = async (key: OtherKey, asked: readonly Asked[], from: number, endOf: EndOf): Promise<void> => {
    const name = nameOf(key);
    const known = entries.get(name);
    const isEnough = known && known.from <= from && asked.every((each) => known.series.answers(each));
    if (known && isEnough && known.series.bars.length < known.most) {
      const last = known.series.bars.at(-1)?.ts;
      return addNew(key, known, last ?? known.from - 1);
    }
    const all = new Map([...(known?.asked ?? []), ...asked.map((each) => [askedKey(each), each] as const)]);
    const kept = isEnough
      ? (known.series.bars.at(-known.most / 2)?.ts ?? from)
      : Math.min(from, known?.from ?? from);
    entries.set(name, await begin(key, all, Math.min(kept, from), endOf));
  };
  /** One after the other for each: two at once would add a bar twice. */
  const busy = new Map<string, Promise<void>>();

  return {
    get: (key: OtherKey): OtherSeries | null => entries.get(nameOf(key))?.series ?? null,
    /** Makes sure that what is asked is known of every stored bar from a moment on. */
    reach: (key: OtherKey, asked: readonly Asked[], from: number, endOf: EndOf): Promise<void> => {
      const name = nameOf(key);
      const work = (busy.get(name) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => reach(key, asked, from, endOf));
      busy.set(name, work);
      return work;
    },
    /** Forgets what is not of these instruments. */
    keep: (ids: ReadonlySet<string>): void => {
      for (const name of entries.keys())
        if (!ids.has(name.slice(0, 36))) {
          entries.delete(name);
          busy.delete(name);
        }
    },
  };
};
export type SharedOthers = ReturnType<typeof sharedOthers>;
