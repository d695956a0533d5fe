import { barsAfter } from '../bar-store.ts';
import { CALENDARS } from '../bars/calendars.ts';
import { type Ends, endsOf } from '../bars/ends.ts';
import { splitsInBars } from '../bars/splits-in-bars.ts';
import type { Split } from '../corporate-actions.ts';
import { heldQuestion, type Holding, Superseded } from '../live/shard-lease.ts';
import { type KnownSplits, splitsOfAll } from '../split-store.ts';
import { watchSeries, type WatchDeps, type WatchedBar } from '../watching.ts';
import { barsBeforeRules, forgetCursors, storeCursors, storedCursors } from './cursors.ts';
import { type Group, groupKey, groupLedger } from './groups.ts';
import { type Joinable, joinables } from './instruments.ts';
import { pulseOf, type Series, seriesKey } from './pulse.ts';
import { sharedOthers } from './shared-others.ts';
import { type Sight, sightOf } from './sight.ts';
import { idsIn, type JoinedSource, joinedSources } from './sources.ts';

const GROUPS_EVERY_MS = 1_000;
/** A bar may be stored after those that are later: so often those that wait look for one. */
const WAITING_EVERY_MS = 30_000;
const AT_ONCE = 4;
const BATCH_BARS = 200;
/** The cursors of so many groups are stored in one statement. */
const CURSORS_AT_ONCE = 64;

const barsOf = ({ instrument, timeframe }: JoinedSource): Series => ({
  instrumentId: instrument.id,
  timeframe,
});

type Work = {
  key: string;
  group: Group;
  own: Joinable;
  sources: readonly JoinedSource[];
  endOf: Ends['endOf'];
  cursor: number;
  /** When the first bar ends that waits for bars from elsewhere (ms, UTC); null where none is known to. */
  waitsUntil: number | null;
  watch: { feedBars: ReturnType<typeof watchSeries>; sight: Sight } | null;
};

/**
 * Deals with the bars that are ready, at most so many of each series. Whoever calls it holds the lease. What is new is
 * asked once for all groups: which rules changed, which series have newer bars. Only groups that this concerns cost
 * anything.
 * @returns the step: whether there may be more at once
 */
export function joinedSteps(deps: WatchDeps, holding: Holding) {
  const { system } = deps;
  const ledger = groupLedger(system, holding);
  const known = joinables(system);
  const pulse = pulseOf(system);
  const shared = sharedOthers(system, pulse);
  const works = new Map<string, Work>();
  /** Who looks at a series. */
  const lookers = new Map<string, Set<Work>>();
  /** Groups that are new or no more, and not dealt with yet. */
  const coming = new Map<string, Group>();
  const leaving = new Map<string, Omit<Group, 'since'>>();
  /** Whom something concerns that is new. */
  const stirred = new Set<Work>();
  /** Whose cursor is further than the stored one. */
  const unstored = new Set<Work>();
  let cursors: Awaited<ReturnType<typeof storedCursors>> | null = null;
  let splits: ReadonlyMap<string, KnownSplits> = new Map();
  /** As bars of each series meet them, worked out once a look. */
  const inBars = new Map<string, readonly Split[]>();
  let readAt = Number.NEGATIVE_INFINITY;
  let waitedAt = Number.NEGATIVE_INFINITY;
  /** Events are made only while the lease is held: the question is part of their transaction. */
  const fenced: WatchDeps = {
    ...deps,
    fence: {
      question: heldQuestion(holding),
      broken: () => new Superseded('Another process works out joined rules by now.'),
    },
  };

  const seriesOf = ({ group, own, sources }: Work): { series: Series; session: Joinable['session'] }[] => [
    { series: group, session: own.session },
    ...sources.map((source) => ({ series: barsOf(source), session: source.instrument.session })),
  ];

  function enter(group: Group, cursor: number): void {
    const own = known.get(group.instrumentId);
    if (!own) return;
    const { timeframe } = group;
    const sources = joinedSources({ instrument: own, timeframe }, group.others, known.get);
    if (!sources) return;
    const key = groupKey(group);
    const { endOf } = endsOf(CALENDARS[own.session], timeframe);
    const work = { key, group, own, sources, endOf, cursor, waitsUntil: null, watch: null };
    works.set(key, work);
    stirred.add(work);
    for (const { series, session } of seriesOf(work)) {
      pulse.watch(series, session);
      const all = lookers.get(seriesKey(series)) ?? new Set();
      lookers.set(seriesKey(series), all.add(work));
    }
  }

  function leave(key: string): void {
    const work = works.get(key);
    if (!work) return;
    endWatch(work);
    works.delete(key);
    stirred.delete(work);
    unstored.delete(work);
    for (const { series } of seriesOf(work)) {
      const all = lookers.get(seriesKey(series));
      all?.delete(work);
      if (all?.size !== 0) continue;
      lookers.delete(seriesKey(series));
      pulse.forget(seriesKey(series));
    }
  }

  function endWatch(work: Work): void {
    work.watch?.sight.end();
    work.watch = null;
  }

  /** Stores how far groups are; where that fails, of each by itself. @returns those of which it failed, with the reason */
  async function store(reached: readonly { group: Group; cursor: number }[]): Promise<Map<string, unknown>> {
    try {
      await storeCursors(system, holding, reached);
      return new Map();
    } catch (error) {
      if (error instanceof Superseded) throw error;
      const failed = new Map<string, unknown>();
      for (const each of reached)
        await storeCursors(system, holding, [each]).catch((problem: unknown) => {
          if (problem instanceof Superseded) throw problem;
          failed.set(groupKey(each.group), problem);
        });
      return failed;
    }
  }

  async function readGroups(): Promise<void> {
    const { come, gone } = await ledger.read();
    for (const key of gone) {
      const group = works.get(key)?.group ?? coming.get(key);
      leave(key);
      coming.delete(key);
      if (group) leaving.set(key, group);
    }
    for (const group of come) coming.set(groupKey(group), group);
    if (cursors === null) {
      cursors = await storedCursors(system);
      for (const [key, { group }] of cursors) if (!coming.has(key)) leaving.set(key, group);
    }
    await forgetCursors(system, holding, [...leaving.values()]);
    for (const key of leaving.keys()) cursors.delete(key);
    leaving.clear();
    if (coming.size === 0) return;
    await known.read(
      [...coming.values()].flatMap(({ instrumentId, others }) => [instrumentId, ...idsIn(others)]),
    );
    for (const [key, group] of coming) {
      const stored = cursors.get(key);
      if (!stored) continue;
      enter(group, stored.cursor);
      coming.delete(key);
      cursors.delete(key);
    }
    await begin([...coming.values()]);
  }

  /** A group begins at the last bar that ended before the first of its rules was. */
  async function begin(groups: readonly Group[]): Promise<void> {
    const before = await barsBeforeRules(system, groups);
    const begun = groups.flatMap((group) => {
      const own = known.get(group.instrumentId);
      if (!own) return [];
      const { endOf } = endsOf(CALENDARS[own.session], group.timeframe);
      return { group, cursor: before.get(groupKey(group))?.find((ts) => endOf(ts) <= group.since) ?? 0 };
    });
    const failed = await store(begun);
    for (const { group, cursor } of begun) {
      const key = groupKey(group);
      // One group's trouble is not the others'; it is tried again.
      if (failed.has(key))
        deps.log.warn({ err: failed.get(key), group: key }, 'rules on several symbols could not begin');
      else {
        enter(group, cursor);
        coming.delete(key);
      }
    }
  }

  const isKnown = ({ sources }: Work, moment: number): boolean =>
    sources.every((source) => pulse.isKnown(barsOf(source), moment));

  /** Whether there may be a bar that can be dealt with. */
  const isDue = (work: Work): boolean =>
    (pulse.newestOf(work.group) ?? 0) > work.cursor &&
    (work.waitsUntil === null || isKnown(work, work.waitsUntil));

  const splitsNow = (series: Series): readonly Split[] => {
    const those = splits.get(series.instrumentId);
    if (!those) return [];
    const key = seriesKey(series);
    const made = inBars.get(key) ?? splitsInBars(CALENDARS[those.session], series.timeframe, those.splits);
    inBars.set(key, made);
    return made;
  };

  type Read = (series: Series, after: number) => Promise<WatchedBar[]>;
  const readKey = (series: Series, after: number): string => `${seriesKey(series)} ${after}`;
  /**
   * Bars that several groups ask for are read once, and none that was not stored when it was looked for new ones: rules
   * and splits were read after that.
   */
  function reader(): { read: Read; forgetBut: (key: string | null) => void } {
    const reads = new Map<string, Promise<WatchedBar[]>>();
    const bars = async (series: Series, after: number): Promise<WatchedBar[]> => {
      const newest = pulse.newestOf(series) ?? after;
      return (await barsAfter(system, series, after, BATCH_BARS)).filter(({ ts }) => ts <= newest);
    };
    return {
      read: (series, after) => {
        const key = readKey(series, after);
        const read = reads.get(key) ?? bars(series, after);
        reads.set(key, read);
        return read;
      },
      forgetBut: (kept) => {
        for (const key of reads.keys()) if (key !== kept) reads.delete(key);
      },
    };
  }

  /** @returns whether there were as many bars as are taken at once */
  async function advance(work: Work, read: Read, signal?: AbortSignal): Promise<boolean> {
    const { key, group, own, sources } = work;
    const bars = await read(group, work.cursor);
    const waiting = bars.findIndex(({ ts }) => !isKnown(work, work.endOf(ts)));
    const waits = bars[waiting];
    work.waitsUntil = waits ? work.endOf(waits.ts) : null;
    const ready = waits ? bars.slice(0, waiting) : bars;
    const last = ready.at(-1);
    if (!last) return false;
    if (!work.watch) {
      const { session } = own;
      const sight = sightOf(shared, splitsNow, { session, timeframe: group.timeframe, sources });
      const news = () => ({ splits: splitsNow(group), mark: ledger.markOf(key) });
      const joined = { others: group.others, among: () => ledger.rulesOf(key), news, sight };
      work.watch = { feedBars: watchSeries(fenced, group, { endOf: work.endOf, joined }), sight };
    }
    try {
      if (!(await work.watch.feedBars(ready, signal))) return false;
    } catch (error) {
      // What the watch has seen of these bars is forgotten and seen again.
      endWatch(work);
      throw error;
    }
    work.cursor = last.ts;
    unstored.add(work);
    return ready.length === BATCH_BARS;
  }

  async function storeReached(): Promise<void> {
    const reached = [...unstored];
    const failed = await store(reached);
    for (const work of reached) if (!failed.has(work.key)) unstored.delete(work);
    const [problem] = failed.values();
    if (failed.size > 0) throw problem;
  }

  async function lookAround(now: number): Promise<Work[]> {
    if (Math.abs(now - readAt) >= GROUPS_EVERY_MS) {
      await readGroups();
      readAt = now;
    }
    if (Math.abs(now - waitedAt) >= WAITING_EVERY_MS) {
      for (const work of works.values()) {
        if (work.waitsUntil === null) continue;
        work.waitsUntil = null;
        stirred.add(work);
      }
      waitedAt = now;
    }
    for (const key of await pulse.look()) for (const work of lookers.get(key) ?? []) stirred.add(work);
    for (const work of stirred) if (!isDue(work)) stirred.delete(work);
    if (stirred.size === 0) return [];
    // After the bars: what was saved before they were stored is heard of with them.
    await readGroups();
    // Those that ask for the same bars stand together: what is read is held no longer than it is asked for.
    const due = [...stirred]
      .filter(isDue)
      .map((work) => [readKey(work.group, work.cursor), work] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
      .map(([, work]) => work);
    const ids = due.flatMap(({ own, sources }) => [
      own.id,
      ...sources.map(({ instrument }) => instrument.id),
    ]);
    splits = await splitsOfAll(system, [...new Set(ids)]);
    inBars.clear();
    return due;
  }

  return async (signal?: AbortSignal): Promise<boolean> => {
    const due = await lookAround(deps.clock().getTime());
    const { read, forgetBut } = reader();
    let isMore = false;
    let failed: unknown;
    for (let from = 0; from < due.length; from += AT_ONCE) {
      if (signal?.aborted) break;
      const some = due.slice(from, from + AT_ONCE);
      // All of them end before anything is begun again: a watch is fed by one at a time.
      const done = await Promise.allSettled(some.map((work) => advance(work, read, signal)));
      for (const [at, each] of done.entries()) {
        const work = some[at];
        if (each.status === 'rejected') {
          if (each.reason instanceof Superseded) throw each.reason;
          failed ??= each.reason;
        } else {
          isMore ||= each.value;
          if (work && !each.value) stirred.delete(work);
        }
      }
      const next = due[from + AT_ONCE];
      forgetBut(next ? readKey(next.group, next.cursor) : null);
      if (unstored.size >= CURSORS_AT_ONCE) await storeReached();
    }
    if (unstored.size > 0) await storeReached();
    if (failed === undefined) return isMore;
    if (!isMore) throw failed;
    // Those who have more to do wait for nobody; what failed is tried again with them.
    deps.log.warn({ err: failed }, 'rules on several symbols could not be worked out');
    return true;
  };
}
