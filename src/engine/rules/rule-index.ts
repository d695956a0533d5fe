import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { type GateState, NEW_GATE, speaksEarly } from '../conditions/gate.ts';
import { BAR_MS } from '../feeds/quarantine.ts';
import type { LiveRule } from '../conditions/series.ts';

type Series = { instrumentId: string; timeframe: Timeframe };
export type RuleKey = { workspaceId: string; id: string };
type Row = {
  workspace_id: string;
  id: string;
  version: number;
  condition: string;
  settings: RuleSettings;
  as_of: string | null;
  gate: GateState | null;
  speaks_since: string;
};

const NONE = sql`not exists (
  select from rule_others o where o.workspace_id = r.workspace_id and o.rule_id = r.id)`;
const exactly = (others: string) => sql`${others} = (
  select string_agg(o.source, ',' order by o.source) from rule_others o
   where o.workspace_id = r.workspace_id and o.rule_id = r.id)`;

/** Rules on a series that look at these others (`rule_others.source` in order, commas between), or at none. */
const watching = ({ instrumentId, timeframe }: Series, others?: string) => sql`
  r.state = 'active' and r.deleted_at is null and r.timeframe = ${timeframe} and ${others === undefined ? NONE : exactly(others)} and (
    r.instrument_id = ${instrumentId}::uuid or (r.workspace_id, r.watchlist_id) in (
      select s.workspace_id, s.watchlist_id from watchlist_symbols s where s.instrument_id = ${instrumentId}::uuid))`;

/** Of rules that are known to be few: none of the others is looked at. */
const oneOf = (among: readonly RuleKey[]) => sql`(r.workspace_id, r.id) in (select * from unnest(
  ${sql.param(among.map(({ workspaceId }) => workspaceId))}::uuid[], ${sql.param(among.map(({ id }) => id))}::uuid[]))`;

/** Changes whenever the rules on a series alone do: so that they are read only then. Runs as the system role. */
export async function rulesMark(system: Database, series: Series): Promise<string> {
  const { rows } = await system.execute<{ mark: string }>(
    sql`select count(*) || ' ' || coalesce(sum(hashtextextended(r.id || ' ' || r.updated_at, 0))::text, '') as mark from rules r where ${watching(series)}`,
  );
  return rows[0]?.mark ?? '';
}

/**
 * What a rule remembers. `waits`: its bars, so many ms long, may have waited since before it spoke as it does; one that
 * goes by when they were known (`momentsOf`) has them by their ends.
 */
function gateOf(
  { gate, as_of, speaks_since, settings }: Row,
  of: Series,
  waits: number | null,
): LiveRule['gate'] {
  const asOf = gate && as_of !== null ? Date.parse(as_of) : Number.NEGATIVE_INFINITY;
  if (waits === null) return gate && as_of !== null ? { asOf, state: gate } : null;
  const before = speaksEarly(settings, of.timeframe) ? 0 : waits;
  return { asOf: Math.max(asOf, Date.parse(speaks_since) - before), state: gate ?? NEW_GATE };
}

/**
 * The active rules of every workspace on one instrument and timeframe, its own and those of watchlists, with what each
 * remembers. One of the engine's named cross-tenant queries: it runs as the system role.
 * @param joined of those that look at these others; `among`: no rule beside these is one
 * @returns the rules, and the ids of those whose text can no longer be read
 */
export async function activeRules(
  system: Database,
  series: Series,
  joined?: { others: string; among: readonly RuleKey[] },
): Promise<{ rules: LiveRule[]; broken: string[] }> {
  const { rows } = await system.execute<Row>(sql`
    select r.workspace_id, r.id, r.version, r.condition, r.settings, g.as_of::text, g.state as gate, r.speaks_since::text
      from rules r left join rule_gates g on g.workspace_id = r.workspace_id and g.rule_id = r.id
       and g.instrument_id = ${series.instrumentId}::uuid and g.rule_version = r.version
     where ${joined ? sql`${oneOf(joined.among)} and` : sql``} ${watching(series, joined?.others)} order by r.created_at, r.id`);
  const rules: LiveRule[] = [];
  const broken: string[] = [];
  for (const row of rows) {
    try {
      const { rearm } = row.settings;
      rules.push({
        workspaceId: row.workspace_id,
        id: row.id,
        version: row.version,
        ...series,
        condition: parseRule(row.condition),
        settings: row.settings,
        rearm: rearm === undefined ? null : parseRule(rearm),
        gate: gateOf(row, series, joined === undefined ? null : BAR_MS[series.timeframe]),
      });
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      broken.push(row.id);
    }
  }
  return { rules, broken };
}
