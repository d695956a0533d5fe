import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { leastBars } from '#src/shared/rules/least-bars.ts';
import { neverTrue } from '#src/shared/rules/never-true.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import { madeOf } from '#src/shared/timeframes.ts';
import type { RuleWarning } from '#src/shared/rules/stored.ts';

type Asked = {
  id: string;
  condition: string;
  timeframe: Timeframe;
  instrumentId: string | null;
  watchlistId: string | null;
};

/** What is known of the symbols of a rule: those that no feed brings bars of, and how many bars the fullest of the others has. */
type Known = { symbols: number; unfed: string[]; bars: number };

/** So many symbols of a watchlist are looked at. */
const SYMBOLS_MOST = 50;

/** A month, quarter and year have so many trading days, and other bars as many as fit into them. */
const sessionBarsIn = (from: Timeframe, to: Timeframe): number =>
  ({ '1M': 21, '3M': 63, '12M': 252 })[to as string] ?? BAR_MINUTES[to] / BAR_MINUTES[from];

/** What keeps rules of the workspace in sight from triggering, by their ids, each with what would mend it. */
export async function warningsOf(
  tx: Tx,
  workspaceId: string,
  rules: readonly Asked[],
): Promise<Map<string, RuleWarning[]>> {
  const conditions = new Map(rules.map(({ id, condition }) => [id, parseRule(condition)] as const));
  const known =
    workspaceId === DEMO_WORKSPACE_ID ? new Map<string, Known>() : await knownOf(tx, rules, conditions);
  return new Map(
    rules.map((rule) => {
      const condition = conditions.get(rule.id) ?? parseRule(rule.condition);
      return [rule.id, [...neverWarning(condition), ...dataWarnings(rule, condition, known.get(rule.id))]];
    }),
  );
}

const neverWarning = (condition: Condition): RuleWarning[] => {
  const text = neverTrue(condition);
  return text === null ? [] : [{ code: 'never_true', text }];
};

function dataWarnings({ timeframe }: Asked, condition: Condition, known: Known | undefined): RuleWarning[] {
  if (!known || known.symbols === 0) return [];
  const warnings: RuleWarning[] = [];
  const { symbols, unfed, bars } = known;
  const [first] = unfed;
  if (first !== undefined && unfed.length === symbols)
    return [
      {
        code: 'no_feed',
        text:
          symbols === 1
            ? `No live feed brings new bars of ${first}, and imported bars don’t trigger rules. Watch a symbol of a feed, or use backtests and trial runs.`
            : 'No live feed brings new bars of any symbol on this watchlist, and imported bars don’t trigger rules. Add symbols of a feed.',
      },
    ];
  if (first !== undefined)
    warnings.push({
      code: 'no_feed',
      text: `No live feed brings new bars of ${unfed.length === 1 ? first : `${unfed.length} symbols on this watchlist`}. The rule can’t trigger on ${unfed.length === 1 ? 'it' : 'them'}.`,
    });
  const least = leastBars(condition);
  if (bars < least)
    warnings.push({
      code: 'short_history',
      text: historyText(least, bars, timeframe),
    });
  return warnings;
}

function historyText(least: number, bars: number, timeframe: Timeframe): string {
  if (least === 1)
    return `There are no bars of ${timeframe} yet. The rule can trigger once the first one has closed.`;
  const more = least - bars;
  return `This needs ${least.toLocaleString('en')} bars of ${timeframe}, and there ${bars === 1 ? 'is' : 'are'} ${bars.toLocaleString('en')} so far. It can’t trigger until ${more.toLocaleString('en')} more ${more === 1 ? 'has' : 'have'} closed. Use smaller bars or a shorter period to start sooner.`;
}

async function knownOf(
  tx: Tx,
  rules: readonly Asked[],
  conditions: ReadonlyMap<string, Condition>,
): Promise<Map<string, Known>> {
  const column = <T>(value: (rule: Asked) => T) => sql.param(rules.map(value));
  const least = (rule: Asked): number => leastBars(conditions.get(rule.id) ?? parseRule(rule.condition));
  /** Of which stored bars those of a rule are made, and how many make up one. */
  const of = ({ timeframe }: Asked): Timeframe => madeOf(timeframe) ?? timeframe;
  const each = (rule: Asked): number => sessionBarsIn(of(rule), rule.timeframe);
  // Bars are counted no further than the rule needs, and of the symbols that a feed brings.
  const { rows } = await tx.execute<{ id: string; symbols: number; unfed: string[]; bars: number }>(sql`
    select r.id, count(i.id)::int as symbols,
           coalesce(array_agg(i.symbol order by i.symbol) filter (where i.feed is null), '{}') as unfed,
           coalesce(max(n.bars) filter (where i.feed is not null), 0)::int as bars
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ instrumentId }) => instrumentId)}::uuid[],
                  ${column(({ watchlistId }) => watchlistId)}::uuid[], ${column(of)}::text[],
                  ${column((rule) => least(rule) * each(rule))}::int[], ${column(each)}::int[])
           as r (id, instrument_id, watchlist_id, timeframe, least, each)
     cross join lateral (
       select i.id, i.symbol, i.feed from instruments i where i.id = r.instrument_id
       union all
       (select i.id, i.symbol, i.feed from watchlist_symbols s join instruments i on i.id = s.instrument_id
         where s.watchlist_id = r.watchlist_id order by i.symbol limit ${SYMBOLS_MOST})) i
     cross join lateral (
       select count(*) / r.each as bars from (
         select from bars b where i.feed is not null and b.instrument_id = i.id and b.timeframe = r.timeframe
            and b.ts < '9999-01-01' limit r.least) b) n
     group by r.id`);
  return new Map(rows.map(({ id, ...known }) => [id, known]));
}
