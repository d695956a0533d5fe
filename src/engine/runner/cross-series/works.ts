import { endsOf, type Ends } from '#src/engine/market/bars/ends.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { type Group, groupKey } from '#src/engine/evaluation/cross-series/groups.ts';
import type { Joinable } from '#src/engine/evaluation/cross-series/instruments.ts';
import { type JoinedSource, joinedSources } from '#src/engine/evaluation/cross-series/sources.ts';
import type { CrossSeriesView } from '#src/engine/evaluation/cross-series/cross-series-view.ts';
import { type Watermarks, type Series, seriesKey } from '#src/engine/evaluation/cross-series/watermarks.ts';
import type { FeedBars } from '../watch-series.ts';

/** The evaluation of one group: rules on one series that compare it with the same other series. */
export type Work = {
  key: string;
  group: Group;
  own: Joinable;
  sources: readonly JoinedSource[];
  endOf: Ends['endOf'];
  dayOf: Ends['dayOf'];
  /** When the last evaluated bar began (ms, UTC). */
  cursor: number;
  /** When the first bar ends that waits for the other series (ms, UTC); null if none is known to wait. */
  waitsUntil: number | null;
  watch: { feedBars: FeedBars; view: CrossSeriesView } | null;
};

const sourceSeries = ({ instrument, timeframe }: JoinedSource): Series => ({
  instrumentId: instrument.id,
  timeframe,
});

const seriesOf = ({ group, own, sources }: Work): { series: Series; session: Joinable['session'] }[] => [
  { series: group, session: own.session },
  ...sources.map((source) => ({ series: sourceSeries(source), session: source.instrument.session })),
];

/** Forgets what a group's evaluation has seen. The next bars open a new one, warmed up from stored bars. */
export function endWatch(work: Work): void {
  work.watch?.view.end();
  work.watch = null;
}

/**
 * The groups that this process evaluates. A group is dirty when something about one of its series changed; only dirty
 * groups cost anything.
 */
export const openWorks = (
  watermarks: Pick<Watermarks, 'watch' | 'forget' | 'newestOf' | 'isKnown'>,
  instrumentOf: (id: string) => Joinable | undefined,
) => {
  const works = new Map<string, Work>();
  /** The groups that use a series. */
  const users = new Map<string, Set<Work>>();
  const dirty = new Set<Work>();
  /** Groups whose cursor is ahead of the stored one. */
  const unstored = new Set<Work>();

  /** Whether all other series are stored up to a moment (ms, UTC). */
  const isKnown = ({ sources }: Work, moment: number): boolean =>
    sources.every((source) => watermarks.isKnown(sourceSeries(source), moment));

  /** Whether there may be a bar that can be evaluated. */
  const isDue = (work: Work): boolean =>
    (watermarks.newestOf(work.group) ?? 0) > work.cursor &&
    (work.waitsUntil === null || isKnown(work, work.waitsUntil));

  return {
    dirty,
    unstored,
    isKnown,
    get: (key: string): Work | undefined => works.get(key),

    /** Adds a group, evaluated up to `cursor` (ms, UTC). Does nothing while one of its instruments is unknown. */
    add: (group: Group, cursor: number): void => {
      const own = instrumentOf(group.instrumentId);
      if (!own) return;
      const { timeframe } = group;
      const sources = joinedSources({ instrument: own, timeframe }, group.others, instrumentOf);
      if (!sources) return;
      const key = groupKey(group);
      const { endOf, dayOf } = endsOf(CALENDARS[own.session], timeframe);
      const work: Work = { key, group, own, sources, endOf, dayOf, cursor, waitsUntil: null, watch: null };
      works.set(key, work);
      dirty.add(work);
      for (const { series, session } of seriesOf(work)) {
        watermarks.watch(series, session);
        const all = users.get(seriesKey(series)) ?? new Set();
        users.set(seriesKey(series), all.add(work));
      }
    },

    remove: (key: string): void => {
      const work = works.get(key);
      if (!work) return;
      endWatch(work);
      works.delete(key);
      dirty.delete(work);
      unstored.delete(work);
      for (const { series } of seriesOf(work)) {
        const all = users.get(seriesKey(series));
        all?.delete(work);
        if (all?.size !== 0) continue;
        users.delete(seriesKey(series));
        watermarks.forget(seriesKey(series));
      }
    },

    /** Marks the groups that use these series as dirty. */
    touch: (seriesKeys: readonly string[]): void => {
      for (const key of seriesKeys) for (const work of users.get(key) ?? []) dirty.add(work);
    },
    /** Marks the groups that wait as dirty: a bar may be stored after later ones. */
    touchWaiting: (): void => {
      for (const work of works.values()) {
        if (work.waitsUntil === null) continue;
        work.waitsUntil = null;
        dirty.add(work);
      }
    },
    /** The dirty groups that have something to do; the others are clean from here on. */
    due: (): Work[] => {
      for (const work of dirty) if (!isDue(work)) dirty.delete(work);
      return [...dirty];
    },
  };
};
export type Works = ReturnType<typeof openWorks>;
