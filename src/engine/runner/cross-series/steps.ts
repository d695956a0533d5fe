import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { tooOld } from '#src/engine/market/sessions/session-age.ts';
import { groupLedger } from '#src/engine/evaluation/cross-series/groups.ts';
import { sightOf } from '#src/engine/evaluation/cross-series/cross-series-view.ts';
import { joinables } from '#src/engine/evaluation/cross-series/instruments.ts';
import { sharedOthers } from '#src/engine/evaluation/cross-series/shared-others.ts';
import { pulseOf } from '#src/engine/evaluation/cross-series/watermarks.ts';
import { correctedSeries } from '#src/engine/market/bars/corrected-series.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import { heldQuestion, type Holding } from '#src/engine/leases/shard-lease.ts';
import { watchSeries, type WatchDeps } from '../watch-series.ts';
import { storeEach } from './group-cursors.ts';
import { BATCH_BARS, type LookBars, lookBars, lookSplits, readKey } from './look-reads.ts';
import { groupSync } from './sync-groups.ts';
import { endWatch, openWorks, type Work } from './works.ts';

const GROUPS_EVERY_MS = 1_000;
/** A bar may be stored after later ones. Groups that wait look for one this often. */
const WAITING_EVERY_MS = 30_000;
const AT_ONCE = 4;
/** This many cursors are stored in one statement. */
const CURSORS_AT_ONCE = 64;

/**
 * Makes the step that evaluates cross-series rules on the bars that are ready, at most `BATCH_BARS` per group. The caller
 * holds the lease. A step asks once for all groups which rules changed and which series have new bars; only the groups
 * concerned cost more.
 * @returns the step. It resolves to whether there may be more to do at once; it throws Superseded, and after all other
 * groups are done, what failed for one of them
 */
export function crossSeriesSteps(deps: WatchDeps, holding: Holding) {
  const { system, log } = deps;
  const ledger = groupLedger(system, holding);
  const instruments = joinables(system);
  const watermarks = pulseOf(system);
  const shared = sharedOthers(system, watermarks);
  const works = openWorks(watermarks, instruments.get);
  const splits = lookSplits(system);
  const corrected = correctedSeries(system);
  const syncGroups = groupSync({ system, holding, ledger, instruments, works, log });
  let syncedAt = Number.NEGATIVE_INFINITY;
  let waitedAt = Number.NEGATIVE_INFINITY;
  /** Events commit only while the lease is held: the condition is part of their transaction. */
  const fenced: WatchDeps = {
    ...deps,
    fence: {
      question: heldQuestion(holding),
      broken: () => new Superseded('Another process evaluates cross-series rules by now.'),
    },
  };

  function openWatch({ key, group, own, sources, endOf, dayOf }: Work): NonNullable<Work['watch']> {
    const of = { session: own.session, timeframe: group.timeframe, sources };
    const view = sightOf(shared, { splitsOf: splits.of, correctedOf: corrected.of }, of);
    const version = () => ({
      splits: splits.of(group),
      corrected: corrected.of(group),
      mark: ledger.markOf(key),
    });
    const crossSeries = { others: group.others, among: () => ledger.rulesOf(key), version, view };
    const isTooOld = tooOld(CALENDARS[own.session], group.timeframe);
    return { feedBars: watchSeries(fenced, group, { endOf, dayOf, tooOld: isTooOld, crossSeries }), view };
  }

  /** Evaluates the bars of a group that are ready. @returns whether there may be more at once */
  async function advance(work: Work, bars: LookBars, signal?: AbortSignal): Promise<boolean> {
    const unread = await bars.read(work.group, work.cursor);
    const firstWaiting = unread.findIndex(({ ts }) => !works.isKnown(work, work.endOf(ts)));
    const waits = unread[firstWaiting];
    work.waitsUntil = waits ? work.endOf(waits.ts) : null;
    const ready = waits ? unread.slice(0, firstWaiting) : unread;
    const last = ready.at(-1);
    if (!last) return false;
    work.watch ??= openWatch(work);
    try {
      if (!(await work.watch.feedBars(ready, signal))) return false;
    } catch (error) {
      // The evaluation may have seen some of these bars. A new one sees them all.
      endWatch(work);
      throw error;
    }
    work.cursor = last.ts;
    works.unstored.add(work);
    return ready.length === BATCH_BARS;
  }

  async function storeReached(): Promise<void> {
    if (works.unstored.size === 0) return;
    const reached = [...works.unstored];
    const failed = await storeEach(system, holding, reached);
    for (const work of reached) if (!failed.has(work.key)) works.unstored.delete(work);
    const [problem] = failed.values();
    if (failed.size > 0) throw problem;
  }

  /** Asks what is new. @returns the groups with bars to evaluate, those that need the same bars side by side */
  async function look(now: number): Promise<Work[]> {
    if (Math.abs(now - syncedAt) >= GROUPS_EVERY_MS) {
      await syncGroups();
      syncedAt = now;
    }
    if (Math.abs(now - waitedAt) >= WAITING_EVERY_MS) {
      works.touchWaiting();
      waitedAt = now;
    }
    works.touch(await watermarks.look());
    if (works.due().length === 0) return [];
    // Rules are read after the bars: a rule saved before a bar was stored is known when the bar is evaluated.
    await syncGroups();
    const due = works
      .due()
      .map((work) => [readKey(work.group, work.cursor), work] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
      .map(([, work]) => work);
    await corrected.read();
    await splits.read(
      due.flatMap(({ own, sources }) => [own.id, ...sources.map(({ instrument }) => instrument.id)]),
    );
    return due;
  }

  return async (signal?: AbortSignal): Promise<boolean> => {
    const due = await look(deps.clock().getTime());
    const bars = lookBars(system, watermarks);
    let isMore = false;
    let failed: unknown;
    for (let from = 0; from < due.length; from += AT_ONCE) {
      if (signal?.aborted) break;
      const some = due.slice(from, from + AT_ONCE);
      // All of them end before the next begin: an evaluation is fed one batch at a time.
      const results = await Promise.allSettled(some.map((work) => advance(work, bars, signal)));
      for (const [at, each] of results.entries()) {
        const work = some[at];
        if (each.status === 'rejected') {
          if (each.reason instanceof Superseded) throw each.reason;
          failed ??= each.reason;
        } else {
          isMore ||= each.value;
          if (work && !each.value) works.dirty.delete(work);
        }
      }
      const next = due[from + AT_ONCE];
      bars.keepOnly(next ? readKey(next.group, next.cursor) : null);
      if (works.unstored.size >= CURSORS_AT_ONCE) await storeReached();
    }
    await storeReached();
    if (failed === undefined) return isMore;
    if (!isMore) throw failed;
    // Groups with more to do don't wait; what failed is tried again with them.
    log.warn({ err: failed }, 'evaluating some cross-series rules failed');
    return true;
  };
}
