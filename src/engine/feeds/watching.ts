import type { Database } from '#src/db/database.ts';
import { sqlClass } from '#src/db/violates.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { type LiveRule, type Turn, watchRules } from '../conditions/series.ts';
import { FiringError } from '../rules/fire.ts';
import { type ActiveRules, joinedRules, type RuleKey, rulesMark } from '../rules/rule-index.ts';
import { barsAsOf } from './bars-as-of.ts';
import type { Split } from './corporate-actions.ts';
import type { Sight } from './joined/sight.ts';
import { type SeriesReads, seriesReads } from './series-reads.ts';
import { splitsOf } from './split-store.ts';
import { type TurnDeps, turnStore } from './turn-store.ts';

/** A bar, closed or as it stood before, and whether it came as history: it is seen, and no rule speaks on it. */
export type WatchedBar = Bar & { imported?: boolean };

type Series = { instrumentId: string; timeframe: Timeframe };

/** What is known of a series at a moment; the mark changes whenever the rules on it do. */
export type SeriesNews = { splits: readonly Split[]; mark: string };
/** The mark of a series without rules, where somebody looks for many: whoever has read none has none to read. */
export const NO_RULES = 'none';

export type WatchDeps = TurnDeps & {
  system: Database;
  log: { warn: (context: object, message: string) => void };
  /** What is new, where somebody looks for many series at once; else the database is asked. */
  news?: (series: Series) => SeriesNews;
};

type Shared = { reads: SeriesReads; turns: ReturnType<typeof turnStore> };
const shared = new WeakMap<WatchDeps, Shared>();
/** How series read what they begin with, and write what their rules say: all that are watched with the same dependencies together. */
function sharedBy(deps: WatchDeps): Shared {
  const known = shared.get(deps) ?? { reads: seriesReads(deps.system), turns: turnStore(deps) };
  shared.set(deps, known);
  return known;
}

const RULES_FRESH_MS = 1_000;
const FIRES_AT_ONCE = 4;

/**
 * Watches one series for every active rule of every workspace, with the same code as a replay. Each condition is
 * computed once per bar however many rules have it; what begins in the middle is warmed with stored bars. At a split of
 * the instrument it begins anew with the bars before as they would stand after it: a split is no event. `endOf`: the
 * first moment after a closed bar; without, the length of a bar later. `joined` are the rules that look at the same
 * other symbols, which they are, what is new of them and what they see; without, those that look at none.
 */
export function watchSeries(
  deps: WatchDeps,
  series: Series,
  {
    endOf,
    joined,
  }: {
    endOf?: (ts: number) => number;
    joined?: { others: string; among: () => RuleKey[]; news: () => SeriesNews; sight: Sight };
  } = {},
) {
  const sight = joined?.sight;
  const { reads, turns } = sharedBy(deps);
  const newsNow = joined?.news ?? (deps.news && (() => deps.news?.(series)));
  let watch = watchRules(sight?.others, endOf);
  let splits: readonly Split[] = [];
  let lastTs: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let mark: string | null = null;

  const isPast = ({ ts }: Split): boolean => lastTs !== null && ts <= lastTs;
  function startAnew(): void {
    watch = watchRules(sight?.others, endOf);
    mark = null;
  }

  async function ask(): Promise<SeriesNews> {
    // The splits before the rules, and the mark before what it marks: what changes in between is read the next time.
    const known = await splitsOf(deps.system, series);
    return { splits: known, mark: await rulesMark(deps.system, series) };
  }

  async function rulesNow(): Promise<ActiveRules> {
    if (!joined) return reads.rules(series);
    const asked = { others: joined.others, among: joined.among() };
    return joinedRules(deps.system, series, asked);
  }

  async function read(
    news: SeriesNews,
    firstTs: number,
    stored: Promise<unknown> | undefined,
  ): Promise<void> {
    const { rules, broken } = await rulesNow();
    if (broken.length > 0) deps.log.warn({ rules: broken }, 'rules have a condition that cannot be read');
    await watch.set(rules, async (count) => {
      await stored;
      const asked = { ...series, before: firstTs, count };
      const before = barsAsOf(await reads.barsBefore(asked), splits, firstTs);
      await sight?.warm(before, firstTs, rules.flatMap(conditionsOf));
      return before;
    });
    sight?.keep(watch.lookedAt());
    mark = news.mark;
  }

  async function refresh(firstTs: number, stored: Promise<unknown> | undefined): Promise<void> {
    const now = deps.clock().getTime();
    if (!newsNow && now - readAt < RULES_FRESH_MS) return;
    const news = newsNow?.() ?? (await ask());
    const isOther =
      news.splits !== splits &&
      JSON.stringify(news.splits.filter(isPast)) !== JSON.stringify(splits.filter(isPast));
    splits = news.splits;
    // A split of bars that were fed already came to be known: they were not seen as they are.
    const areOthers = sight?.refresh() === true;
    if (isOther || areOthers) startAnew();
    if (mark === null && news.mark === NO_RULES) mark = NO_RULES;
    if (news.mark !== mark) await read(news, firstTs, stored);
    readAt = now;
  }

  /**
   * Feeds bars in the order in which they became known, right after the ones before; those that are not closed
   * (`Bar.until`) for the rules that speak before. What they find is in the database when this
   * returns true; feeding the same bars again to a new watch makes nothing twice.
   * @param stored the storing of these bars, where it is still under way: no event stands before it is done
   * @returns false when the signal aborted in between: the batch is not finished, and has to be fed again
   */
  return async function feedBars(
    batch: readonly WatchedBar[],
    signal?: AbortSignal,
    stored?: Promise<unknown>,
  ): Promise<boolean> {
    const first = batch[0];
    if (!first) return true;
    if (lastTs === null) sight?.beginAt(first);
    await refresh(first.ts, stored);
    await sight?.reach(first.ts);
    for (const bar of batch) {
      const from = lastTs ?? bar.ts;
      if (sight?.isBroken(bar) === true || splits.some(({ ts }) => ts > from && ts <= bar.ts)) {
        startAnew();
        sight?.beginAt(bar);
        readAt = Number.NEGATIVE_INFINITY;
        await refresh(bar.ts, stored);
        await sight?.reach(bar.ts);
      }
      lastTs = bar.ts;
      const made = watch.next(bar);
      if (bar.imported) continue;
      for (let from = 0; from < made.length; from += FIRES_AT_ONCE) {
        if (signal?.aborted) return false;
        await Promise.all(made.slice(from, from + FIRES_AT_ONCE).map((turn) => take(turn, stored)));
      }
    }
    return true;
  };

  async function take(turn: Turn, stored: Promise<unknown> | undefined): Promise<void> {
    const { rule } = turn;
    try {
      // A rule that its plan did not let speak has not spoken.
      if ((await turns({ ...turn, stored })) !== 'refused') turn.settle();
    } catch (error) {
      // One workspace's trouble is not the others': a rule or brand that went since the rules were read.
      if (!isRowProblem(error)) throw error;
      deps.log.warn({ err: error, rule: rule.id, workspace: rule.workspaceId }, 'a rule could not fire');
    }
  }
}

const conditionsOf = ({ condition, rearm }: LiveRule) => (rearm ? [condition, rearm] : [condition]);

/** A constraint said no, or the workspace lacks what an alert needs; the database itself is well. */
const isRowProblem = (error: unknown): boolean => error instanceof FiringError || sqlClass(error) === '23';
