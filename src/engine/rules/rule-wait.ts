import { and, desc, eq, isNull } from 'drizzle-orm';
import { events, instruments, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import type { RuleReplay, RuleWait, RuleWarning } from '#src/shared/rules/stored.ts';
import { type ReplayDeps, replayRule } from './backtest.ts';
import { warningsOf } from './rule-warnings.ts';
import { marketRow } from './stored-rules.ts';

const DAY_MS = 86_400_000;
/** The newest bar is too old when it is older than so many bars, and than a long weekend. */
const STALE_BARS = 5;
const WEEKEND_MS = 4 * DAY_MS;
/** Fewer stored bars say nothing about how often a rule triggers, as in the first hour of a new symbol. */
const BARS_LEAST = 100;

/**
 * How long a rule has waited, beside the longest that it ever waited between two triggers over the stored bars; `reasons`
 * are there once it has waited longer, or never triggered there at all, if there are bars enough to tell.
 * @throws AppError not_found
 */
export async function ruleWait(
  deps: ReplayDeps,
  workspaceId: string,
  id: string,
  signal?: AbortSignal,
): Promise<RuleWait> {
  const { rule, warnings, last } = await withTenant(deps.app, workspaceId, async (tx) => {
    const [row] = await tx.select().from(rules).where(eq(rules.id, id));
    const rule = marketRow(row);
    if (!rule) throw new AppError('not_found', 'There is no such rule.');
    const [last] = await tx
      .select({ at: events.createdAt })
      .from(events)
      .where(and(eq(events.ruleId, id), isNull(events.trialRunId)))
      .orderBy(desc(events.createdAt))
      .limit(1);
    const warnings = (await warningsOf(tx, workspaceId, [rule])).get(id) ?? [];
    return { rule, warnings, last: last?.at ?? null };
  });
  const { condition, timeframe, settings } = rule;
  const target = await targetOf(deps, workspaceId, rule);
  const times: number[] = [];
  // Its end is for what comes: over the past it would hide what the rule found.
  const { expires: _expires, ...usual } = settings;
  const frequency = usual.frequency === 'once' ? ('every_time' as const) : usual.frequency;
  const form = { condition, timeframe, settings: { ...usual, frequency }, ...target };
  const replay = await replayRule(deps, workspaceId, form, signal, (_of, { time }) => times.push(time));
  times.sort((a, b) => a - b);
  const longest = times.reduce((most, time, at) => Math.max(most, time - (times[at - 1] ?? time)), 0);
  const since = last ?? rule.updatedAt;
  const waited = deps.clock().getTime() - since.getTime();
  const isLong =
    rule.state === 'active' && replay.bars >= BARS_LEAST && (times.length < 2 || waited > longest);
  return {
    since: since.toISOString(),
    triggered: last !== null,
    waitedDays: days(waited),
    longestDays: times.length < 2 ? null : days(longest),
    replayed: { bars: replay.bars, alerts: times.length },
    reasons: isLong
      ? reasonsOf({ replay, warnings, timeframe, now: deps.clock().getTime(), waited, longest })
      : [],
  };
}

function reasonsOf(of: {
  replay: Omit<RuleReplay, 'sample'>;
  warnings: readonly RuleWarning[];
  timeframe: Timeframe;
  now: number;
  waited: number;
  longest: number;
}): string[] {
  const { replay, warnings, timeframe, now, waited, longest } = of;
  const reasons = warnings.map(({ text }) => text);
  const old = Math.max(WEEKEND_MS, STALE_BARS * BAR_MINUTES[timeframe] * 60_000);
  const isFed = warnings.every(({ code }) => code !== 'no_feed');
  if (isFed && replay.to !== null && now - Date.parse(replay.to) > old)
    reasons.push(`There has been no new bar since ${replay.to.slice(0, 10)}. See Feeds for the reason.`);
  const count = replay.alerts.toLocaleString('en');
  reasons.push(
    replay.alerts === 0
      ? `The rule would have sent no alert over the ${replay.bars.toLocaleString('en')} stored bars. Loosen its condition or its limits, and check with Replay.`
      : replay.alerts === 1
        ? `The rule would have sent one alert over the ${replay.bars.toLocaleString('en')} stored bars. Loosen its condition or its limits if you expect more.`
        : `Over the stored bars it would have sent ${count} alerts, with ${days(longest)} days between two at most. It has waited ${days(waited)} days. Replay shows whether its condition still fits the market.`,
  );
  return reasons;
}

const days = (ms: number): number => Number((Math.max(0, ms) / DAY_MS).toPrecision(3));

async function targetOf(
  { app }: ReplayDeps,
  workspaceId: string,
  { instrumentId, watchlistId }: { instrumentId: string | null; watchlistId: string | null },
): Promise<{ symbol: string } | { watchlistId: string }> {
  if (watchlistId !== null) return { watchlistId };
  const [of] = await withTenant(app, workspaceId, (tx) =>
    tx
      .select({ symbol: instruments.symbol })
      .from(instruments)
      .where(eq(instruments.id, instrumentId ?? '')),
  );
  return { symbol: of?.symbol ?? '' };
}
