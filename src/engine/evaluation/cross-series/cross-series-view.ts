import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { askedKey, seenFrom } from '../conditions/other-series.ts';
import type { Asked, Others } from '../conditions/others.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import { askedOf, firstNeeded, sightNeeded } from '../conditions/needs.ts';
import { oldestOf } from './other-bars.ts';
import type { Joinable } from './instruments.ts';
import type { Series } from './watermarks.ts';
import type { OtherKey, SharedOthers } from './shared-others.ts';
import type { JoinedSource } from './sources.ts';

/** What the watch of one series sees from elsewhere, from stored bars. */
export type CrossSeriesView = {
  others: Others;
  /** Looks for splits and corrections. @returns whether there are other ones among what was seen already */
  refresh: () => boolean;
  /** Whether one of the others was split before a bar ended (or before what is known of it), and after the one before it did. */
  isBroken: (bar: Bar) => boolean;
  /** From a bar on everything is seen as it stands at its end, or as far as it is known. */
  beginAt: (bar: Bar) => void;
  /** Makes sure of the stored bars of the others from a moment (ms, UTC) on. */
  reach: (from: number) => Promise<void>;
  /** Makes sure of all that conditions ask that are warmed with these bars, the last before a moment, oldest first. */
  warm: (before: readonly Bar[], moment: number, conditions: readonly Condition[]) => Promise<void>;
  /** Only what these conditions ask is asked from here on. */
  keep: (conditions: readonly Condition[]) => void;
  /** Nothing is looked at any more. */
  end: () => void;
};

type Seen = {
  source: JoinedSource;
  asked: ReadonlyMap<string, Asked>;
  /** As its bars meet them, and as those of the watch would, were they of its symbol: at these they take effect. */
  splits: readonly Split[];
  breaks: readonly Split[];
  passed: number;
  corrected: number;
};

const askedBy = (conditions: readonly Condition[], { key }: JoinedSource): Map<string, Asked> =>
  new Map(askedOf(conditions, key).map((asked) => [askedKey(asked), asked]));

/**
 * The first of the bars before the next whose sight of a source decides, on the next or on the last of them: who warms an
 * average of two hundred days does not read two hundred days of minutes.
 */
const firstThatLooks = (
  before: readonly Bar[],
  conditions: readonly Condition[],
  source: string,
): Bar | undefined => {
  const firsts = conditions.flatMap((condition) => {
    const needs = sightNeeded(condition, source);
    return needs ? [firstNeeded(before, { ...needs, bars: needs.bars + 1 })] : [];
  });
  return before[Math.min(before.length - 1, ...firsts)];
};

export const sightOf = (
  shared: SharedOthers,
  {
    splitsOf,
    correctedOf,
  }: { splitsOf: (series: Series) => readonly Split[]; correctedOf: (series: Series) => number },
  of: { session: Joinable['session']; timeframe: Timeframe; sources: readonly JoinedSource[] },
): CrossSeriesView => {
  const { timeframe } = of;
  const { endOf } = endsOf(CALENDARS[of.session], timeframe);
  const momentOf = ({ ts, until }: Bar): number => until ?? endOf(ts);
  let moment = Number.NEGATIVE_INFINITY;
  const correctionsOf = ({ instrument, timeframe }: JoinedSource): number =>
    correctedOf({ instrumentId: instrument.id, timeframe });
  const seen = new Map<string, Seen>(
    of.sources.map((source) => [
      source.key,
      {
        source,
        asked: new Map(),
        splits: [],
        breaks: [],
        passed: 0,
        corrected: correctionsOf(source),
      },
    ]),
  );
  const keyOf = ({ source, splits, passed, corrected }: Seen): OtherKey => ({
    instrumentId: source.instrument.id,
    timeframe: source.timeframe,
    splits,
    passed,
    corrected,
  });
  const reach = (each: Seen, from: number): Promise<void> => {
    const { instrument, timeframe: size } = each.source;
    const times = endsOf(CALENDARS[instrument.session], size);
    const begins = from - oldestOf(timeframe, size);
    return shared.reach(each, { key: keyOf(each), asked: each.asked }, begins, times);
  };
  const passedBy = (splits: readonly Split[], end: number): number =>
    splits.filter(({ ts }) => ts < end).length;

  return {
    others: (source) => {
      const each = seen.get(source);
      if (!each) return null;
      const oldest = oldestOf(timeframe, each.source.timeframe);
      return seenFrom(() => shared.get(keyOf(each)), { endOf, oldest });
    },
    refresh: () => {
      let isOther = false;
      for (const each of seen.values()) {
        const instrumentId = each.source.instrument.id;
        const known = splitsOf({ instrumentId, timeframe });
        const past = (splits: readonly Split[]): string =>
          JSON.stringify(splits.filter(({ ts }) => ts < moment));
        isOther ||= past(known) !== past(each.breaks);
        each.splits = splitsOf({ instrumentId, timeframe: each.source.timeframe });
        each.breaks = known;
        each.passed = passedBy(known, moment);
        const corrected = correctionsOf(each.source);
        isOther ||= corrected !== each.corrected;
        each.corrected = corrected;
      }
      return isOther;
    },
    isBroken: (bar) =>
      [...seen.values()].some(({ breaks, passed }) => passedBy(breaks, momentOf(bar)) > passed),
    beginAt: (bar) => {
      moment = momentOf(bar);
      for (const each of seen.values()) each.passed = passedBy(each.breaks, moment);
    },
    reach: async (from) => {
      for (const each of seen.values()) await reach(each, from);
    },
    warm: async (before, from, conditions) => {
      for (const each of seen.values()) {
        const asked = askedBy(conditions, each.source);
        // A new list only if it changed: readers compare it by identity.
        if ([...asked.keys()].some((key) => !each.asked.has(key)))
          each.asked = new Map([...each.asked, ...asked]);
        const { key, timeframe: size } = each.source;
        const first = size === timeframe ? before[0] : firstThatLooks(before, conditions, key);
        await reach(each, first?.ts ?? from);
      }
    },
    keep: (conditions) => {
      for (const each of seen.values()) {
        const asked = askedBy(conditions, each.source);
        if ([...each.asked.keys()].some((key) => !asked.has(key))) each.asked = asked;
      }
    },
    end: () => {
      for (const each of seen.values()) shared.leave(each);
    },
  };
};
