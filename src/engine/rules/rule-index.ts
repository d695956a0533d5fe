import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import type { GateState } from '../conditions/gate.ts';
import type { LiveRule } from '../conditions/series.ts';

type Series = { instrumentId: string; timeframe: Timeframe };
type Row = {
  workspace_id: string;
  id: string;
  version: number;
  condition: string;
  settings: RuleSettings;
  as_of: string | null;
  gate: GateState | null;
};

const watching = ({ instrumentId, timeframe }: Series) => sql`
  r.state = 'active' and r.deleted_at is null and r.timeframe = ${timeframe} and (
    r.instrument_id = ${instrumentId}::uuid or (r.workspace_id, r.watchlist_id) in (
      select s.workspace_id, s.watchlist_id from watchlist_symbols s where s.instrument_id = ${instrumentId}::uuid))`;

/** Changes whenever the rules on a series do: so that they are read only then. Runs as the system role. */
export async function rulesMark(system: Database, series: Series): Promise<string> {
  const { rows } = await system.execute<{ mark: string }>(
    sql`select count(*) || ' ' || coalesce(max(r.updated_at)::text, '') as mark from rules r where ${watching(series)}`,
  );
  return rows[0]?.mark ?? '';
}

/**
 * The active rules of every workspace on one instrument and timeframe, its own and those of watchlists, with what each
 * remembers. One of the engine's named cross-tenant queries: it runs as the system role.
 * @returns the rules, and the ids of those whose text can no longer be read
 */
export async function activeRules(
  system: Database,
  series: Series,
): Promise<{ rules: LiveRule[]; broken: string[] }> {
  const { rows } = await system.execute<Row>(sql`
    select r.workspace_id, r.id, r.version, r.condition, r.settings, g.as_of::text, g.state as gate
      from rules r left join rule_gates g on g.workspace_id = r.workspace_id and g.rule_id = r.id
       and g.instrument_id = ${series.instrumentId}::uuid and g.rule_version = r.version
     where ${watching(series)} order by r.created_at, r.id`);
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
        gate: row.gate && row.as_of ? { asOf: Date.parse(row.as_of), state: row.gate } : null,
      });
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      broken.push(row.id);
    }
  }
  return { rules, broken };
}
