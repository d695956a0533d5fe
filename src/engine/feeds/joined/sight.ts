import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { type Asked, askedKey, type Others, seenFrom } from '../../conditions/other-series.ts';
import { CALENDARS } from '../bars/calendars.ts';
import { endsOf } from '../bars/ends.ts';
import type { Split } from '../corporate-actions.ts';
import { askedOf, oldestOf } from '../other-bars.ts';
import type { Joinable } from './instruments.ts';
import type { Series } from './pulse.ts';
import type { OtherKey, SharedOthers } from './shared-others.ts';

/** What the watch of one series sees of others, from stored bars. */
export type Sight = {
  others: Others;
  /** Looks for splits. @returns whether there are other ones among what was seen already */
  refresh: () => boolean;
  /** Whether one of the others was split before a bar ended, and after the one before it did. */
  isBroken: (bar: Bar) => boolean;
  /** From a bar on everything is seen as it stands at its end. */
  beginAt: (bar: Bar) => void;
  /** Makes sure of the stored bars of the others from a moment (ms, UTC) on, and of what these conditions ask. */
  reach: (from: number, conditions?: readonly Condition[]) => Promise<void>;
  /** Only what these conditions ask is asked from here on. */
  keep: (conditions: readonly Condition[]) => void;
  /** Nothing is looked at any more. */
  end: () => void;
};

type Seen = {
  instrument: Joinable;
  asked: ReadonlyMap<string, Asked>;
  splits: readonly Split[];
  passed: number;
};

const askedBy = (conditions: readonly Condition[], symbol: string): Map<string, Asked> =>
  new Map(askedOf(conditions, symbol).map((asked) => [askedKey(asked), asked]));

export const sightOf = (
  shared: SharedOthers,
  splitsOf: (series: Series) => readonly Split[],
  of: { session: Joinable['session']; timeframe: Timeframe; others: readonly Joinable[] },
): Sight => {
  const { timeframe } = of;
  const { endOf } = endsOf(CALENDARS[of.session], timeframe);
  const oldest = oldestOf(timeframe);
  let moment = Number.NEGATIVE_INFINITY;
  const seen = new Map<string, Seen>(
    of.others.map((instrument) => [
      instrument.symbol.toUpperCase(),
      { instrument, asked: new Map(), splits: [], passed: 0 },
    ]),
  );
  const keyOf = ({ instrument, splits, passed }: Seen): OtherKey => ({
    instrumentId: instrument.id,
    timeframe,
    splits,
    passed,
  });
  const passedBy = (splits: readonly Split[], end: number): number =>
    splits.filter(({ ts }) => ts < end).length;

  return {
    others: (symbol) => {
      const each = seen.get(symbol);
      return each ? seenFrom(() => shared.get(keyOf(each)), { endOf, oldest }) : null;
    },
    refresh: () => {
      let isOther = false;
      for (const each of seen.values()) {
        const known = splitsOf({ instrumentId: each.instrument.id, timeframe });
        const past = (splits: readonly Split[]): string =>
          JSON.stringify(splits.filter(({ ts }) => ts < moment));
        isOther ||= past(known) !== past(each.splits);
        each.splits = known;
        each.passed = passedBy(known, moment);
      }
      return isOther;
    },
    isBroken: (bar) =>
      [...seen.values()].some(({ splits, passed }) => passedBy(splits, endOf(bar.ts)) > passed),
    beginAt: (bar) => {
      moment = endOf(bar.ts);
      for (const each of seen.values()) each.passed = passedBy(each.splits, moment);
    },
    reach: async (from, conditions = []) => {
      for (const [symbol, each] of seen) {
        const asked = askedBy(conditions, symbol);
        // Another list only where it is another: whoever counts knows it by that.
        if ([...asked.keys()].some((key) => !each.asked.has(key)))
          each.asked = new Map([...each.asked, ...asked]);
        const ends = endsOf(CALENDARS[each.instrument.session], timeframe);
        await shared.reach(each, { key: keyOf(each), asked: each.asked }, from - oldest, ends.endOf);
      }
    },
    keep: (conditions) => {
      for (const [symbol, each] of seen) {
        const asked = askedBy(conditions, symbol);
        if ([...each.asked.keys()].some((key) => !asked.has(key))) each.asked = asked;
      }
    },
    end: () => {
      for (const each of seen.values()) shared.leave(each);
    },
  };
};
