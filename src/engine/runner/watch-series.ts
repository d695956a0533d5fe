import type { Database } from '#src/db/database.ts';
import { sqlClass } from '#src/db/violates.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { type Evaluation, watchRules } from '../evaluation/conditions/series.ts';
import type { LiveRule } from '../evaluation/conditions/live-rule.ts';
import { FiringError } from '../events/fire-rule.ts';
import {
  type ActiveRules,
  joinedRules,
  type RuleKey,
  rulesVersion,
} from '../evaluation/rule-index/rule-index.ts';
import { correctedSeries } from '../market/bars/corrected-series.ts';
import { barsAsOf } from '../market/splits/bars-as-of.ts';
import type { Split } from '../market/splits/corporate-actions.ts';
import type { CrossSeriesView } from '../evaluation/cross-series/cross-series-view.ts';
import { type SeriesReads, seriesReads } from './series-reads.ts';
import { comparable } from '../market/quarantine/comparable.ts';
import { splitsOf } from '../market/splits/split-store.ts';
import { type EvaluationDeps, evaluationStore } from './evaluation-store.ts';

/** A closed bar, or an open one as it was. On an `imported` bar, which is history, no rule triggers. */
export type WatchedBar = Bar & { imported?: boolean };

type Series = { instrumentId: string; timeframe: Timeframe };

/**
 * The splits of a series, and the version of its rules: `mark` changes whenever they do. `corrected` goes up whenever a
 * stored bar of it is replaced by a different one.
 */
export type SeriesVersion = { splits: readonly Split[]; mark: string; corrected: number };
/** The version of a series without rules, given by a caller that asks for many series at once. */
export const NO_RULES = 'none';

export type WatchDeps = EvaluationDeps & {
  system: Database;
  log: { warn: (context: object, message: string) => void };
  /** The current version of a series, from a caller that asks for many at once. Without it the database is asked. */
  versionOf?: (series: Series) => SeriesVersion;
};

export type FeedBars = (
  batch: readonly WatchedBar[],
  signal?: AbortSignal,
  stored?: Promise<unknown>,
) => Promise<boolean>;

type Shared = {
  reads: SeriesReads;
  store: ReturnType<typeof evaluationStore>;
  corrected: ReturnType<typeof correctedSeries>;
};
const shared = new WeakMap<WatchDeps, Shared>();
/** Series evaluated with the same dependencies share their reads and writes. */
function sharedBy(deps: WatchDeps): Shared {
  const known = shared.get(deps) ?? {
    reads: seriesReads(deps.system),
    store: evaluationStore(deps),
    corrected: correctedSeries(deps.system),
  };
  shared.set(deps, known);
  return known;
}

const RULES_FRESH_MS = 1_000;
const FIRES_AT_ONCE = 4;
/** As many stored bars tell whether the first one fed may make an event. */
const TELLING = 5;

/** The rules of a group that compare the series with the same other series, and the view of those. */
type CrossSeries = {
  others: string;
  among: () => RuleKey[];
  version: () => SeriesVersion;
  view: CrossSeriesView;
};

/**
 * Evaluates the active rules of every workspace on one series, with the same code as a backtest. A condition is computed
 * once per bar however many rules share it. A rule that is added later is warmed up with stored bars. At a split, the
 * evaluation starts anew with adjusted bars, so that the split itself triggers nothing. It also does where a stored bar
 * was corrected, so that no event rests on the bar of before.
 * @param options.endOf when the bar that began at `ts` ends (ms, UTC); by default after the length of its timeframe
 * @param options.dayOf when the trading day began that a moment belongs to (ms, UTC); by default the day in UTC
 * @param options.tooOld whether a bar's previous one is too old to be compared with (`tooOld`); by default none is
 * @param options.crossSeries evaluates the rules of this group; by default those that compare with no other series
 */
export function watchSeries(
  deps: WatchDeps,
  series: Series,
  {
    endOf,
    dayOf,
    tooOld,
    crossSeries,
  }: {
    endOf?: (ts: number) => number;
    dayOf?: (ts: number) => number;
    tooOld?: (previous: number, ts: number) => boolean;
    crossSeries?: CrossSeries;
  } = {},
): FeedBars {
  const view = crossSeries?.view;
  const { reads, store, corrected } = sharedBy(deps);
  const versionNow = crossSeries?.version ?? (deps.versionOf && (() => deps.versionOf?.(series)));
  let watch = watchRules(view?.others, endOf, dayOf);
  const mayEvent = tooOld ? comparable(tooOld) : () => true;
  let isBeforeKnown = tooOld === undefined;
  let splits: readonly Split[] = [];
  let corrections: number | null = null;
  let lastTs: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let mark: string | null = null;

  const isPast = ({ ts }: Split): boolean => lastTs !== null && ts <= lastTs;
  function startAnew(): void {
    watch = watchRules(view?.others, endOf, dayOf);
    mark = null;
  }

  async function ask(): Promise<SeriesVersion> {
    // Splits and corrections, then the version, then the rules and bars: what changes in between is read the next time.
    const known = await splitsOf(deps.system, series);
    await corrected.read();
    return {
      splits: known,
      corrected: corrected.of(series),
      mark: await rulesVersion(deps.system, series),
    };
  }

  async function rulesNow(): Promise<ActiveRules> {
    if (!crossSeries) return reads.rules(series);
    const asked = { others: crossSeries.others, among: crossSeries.among() };
    return joinedRules(deps.system, series, asked);
  }

  async function read(
    version: SeriesVersion,
    firstTs: number,
    stored: Promise<unknown> | undefined,
  ): Promise<void> {
    const { rules, broken } = await rulesNow();
    if (broken.length > 0) deps.log.warn({ rules: broken }, 'rules have a condition that cannot be read');
    await watch.set(rules, async (count) => {
      await stored;
      const asked = { ...series, before: firstTs, count };
      const before = barsAsOf(await reads.barsBefore(asked), splits, firstTs);
      await view?.warm(before, firstTs, rules.flatMap(conditionsOf));
      return before;
    });
    view?.keep(watch.lookedAt());
    if (!isBeforeKnown && rules.length > 0 && lastTs === null) {
      await stored;
      const before = await reads.barsBefore({ ...series, before: firstTs, count: TELLING });
      for (const bar of before) mayEvent(bar);
      isBeforeKnown = true;
    }
    mark = version.mark;
  }

  async function refresh(firstTs: number, stored: Promise<unknown> | undefined): Promise<void> {
    const now = deps.clock().getTime();
    if (!versionNow && now - readAt < RULES_FRESH_MS) return;
    const version = versionNow?.() ?? (await ask());
    const isSplitNew =
      version.splits !== splits &&
      JSON.stringify(version.splits.filter(isPast)) !== JSON.stringify(splits.filter(isPast));
    splits = version.splits;
    const isCorrected = corrections !== null && version.corrected !== corrections;
    corrections = version.corrected;
    // A split of earlier bars became known, or one of them was corrected: they were evaluated as they were.
    const isViewNew = view?.refresh() === true;
    if (isSplitNew || isCorrected || isViewNew) startAnew();
    if (mark === null && version.mark === NO_RULES) mark = NO_RULES;
    if (version.mark !== mark) await read(version, firstTs, stored);
    readAt = now;
  }

  /**
   * Feeds bars, oldest first, right after the ones before. Open bars (`Bar.until`) are for rules that trigger before the
   * close. When this resolves to true, all events are in the database. Feeding the same bars to a new evaluation creates
   * nothing twice.
   * @param stored the storing of these bars, if it's still running: no event commits before it's done
   * @returns false when the signal aborted in between: the batch has to be fed again
   */
  return async function feedBars(
    batch: readonly WatchedBar[],
    signal?: AbortSignal,
    stored?: Promise<unknown>,
  ): Promise<boolean> {
    const first = batch[0];
    if (!first) return true;
    if (lastTs === null) view?.beginAt(first);
    await refresh(first.ts, stored);
    await view?.reach(first.ts);
    for (const bar of batch) {
      const from = lastTs ?? bar.ts;
      if (view?.isBroken(bar) === true || splits.some(({ ts }) => ts > from && ts <= bar.ts)) {
        startAnew();
        view?.beginAt(bar);
        readAt = Number.NEGATIVE_INFINITY;
        await refresh(bar.ts, stored);
        await view?.reach(bar.ts);
      }
      lastTs = bar.ts;
      const may = mayEvent(bar);
      const made = watch.next(bar).filter(({ detection }) => may || detection === null);
      if (bar.imported) continue;
      for (let from = 0; from < made.length; from += FIRES_AT_ONCE) {
        if (signal?.aborted) return false;
        await Promise.all(made.slice(from, from + FIRES_AT_ONCE).map((result) => write(result, stored)));
      }
    }
    return true;
  };

  async function write(result: Evaluation, stored: Promise<unknown> | undefined): Promise<void> {
    const { rule } = result;
    try {
      // A rule that was refused has not triggered.
      if ((await store({ ...result, stored })) !== 'refused') result.settle();
    } catch (error) {
      // A rule or brand deleted since the rules were read is that workspace's problem only.
      if (!isRowProblem(error)) throw error;
      deps.log.warn({ err: error, rule: rule.id, workspace: rule.workspaceId }, 'a rule could not fire');
    }
  }
}

const conditionsOf = ({ condition, rearm }: LiveRule) => (rearm ? [condition, rearm] : [condition]);

/** A violated constraint, or something missing that an alert needs; the database itself works. */
const isRowProblem = (error: unknown): boolean => error instanceof FiringError || sqlClass(error) === '23';
