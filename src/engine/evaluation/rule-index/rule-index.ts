import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { type GateState, NEW_GATE, speaksEarly } from '#src/engine/frequency/gate.ts';
import { BAR_MS } from '#src/engine/market/quarantine/quarantine.ts';
import type { LiveRule } from '../conditions/live-rule.ts';

type Series = { instrumentId: string; timeframe: Timeframe };
export type RuleKey = { workspaceId: string; id: string };
type Row = {
  place: number;
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

/** Of rules that are known to be few: none of the others is looked at. */
const oneOf = (among: readonly RuleKey[]) => sql`(r.workspace_id, r.id) in (select * from unnest(
  ${sql.param(among.map(({ workspaceId }) => workspaceId))}::uuid[], ${sql.param(among.map(({ id }) => id))}::uuid[]))`;

const ACTIVE = sql`r.state = 'active' and r.deleted_at is null`;

/** The active rules on each of these series alone, by its place among them from 1 on: by the index, however many there are. */
const alone = (series: readonly Series[]): SQL => sql`
  with asked as (
    select * from unnest(${sql.param(series.map(({ instrumentId }) => instrumentId))}::uuid[],
      ${sql.param(series.map(({ timeframe }) => timeframe))}::text[]) with ordinality as a (seen_id, seen_in, place)
  ), watching as (
    select a.place, a.seen_id, r.* from asked a
      join rules r on r.instrument_id = a.seen_id and r.timeframe = a.seen_in where ${ACTIVE} and ${NONE}
    union all
    select a.place, a.seen_id, r.* from asked a
      join watchlist_symbols s on s.instrument_id = a.seen_id
      join rules r on r.workspace_id = s.workspace_id and r.watchlist_id = s.watchlist_id and r.timeframe = a.seen_in
     where ${ACTIVE} and ${NONE})`;

/** Those of `among` that are on a series and look at these others (`rule_others.source` in order, commas between). */
type Joined = { others: string; among: readonly RuleKey[] };
const joinedTo = ({ instrumentId, timeframe }: Series, { others, among }: Joined): SQL => sql`
  with watching as (
    select 1 as place, ${instrumentId}::uuid as seen_id, r.* from rules r
     where ${oneOf(among)} and ${ACTIVE} and r.timeframe = ${timeframe} and ${exactly(others)} and (
       r.instrument_id = ${instrumentId}::uuid or (r.workspace_id, r.watchlist_id) in (
         select s.workspace_id, s.watchlist_id from watchlist_symbols s where s.instrument_id = ${instrumentId}::uuid)))`;

/** Changes whenever the rules on a series alone do: so that they are read only then. Runs as the system role. */
export async function rulesVersion(system: Database, series: Series): Promise<string> {
  const { rows } = await system.execute<{ mark: string }>(
    sql`${alone([series])}
      select count(*) || ' ' || coalesce(sum(hashtextextended(r.id || ' ' || r.updated_at, 0))::text, '') as mark
        from watching r`,
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

/** The rules on a series, and the ids of those whose text can no longer be read. */
export type ActiveRules = { rules: LiveRule[]; broken: string[] };

/**
 * The active rules of every workspace on each of these instruments and timeframes, its own and those of watchlists, that
 * look at nothing else, with what each remembers. One of the engine's named cross-tenant queries: it runs as the system
 * role.
 * @returns in the order of the series
 */
export const activeRules = (system: Database, series: readonly Series[]): Promise<ActiveRules[]> =>
  readRules(system, alone(series), series, (on, row) => gateOf(row, on, null));

/** The same of one series, of the rules that look at these others. */
export async function joinedRules(system: Database, series: Series, joined: Joined): Promise<ActiveRules> {
  const [found = { rules: [], broken: [] }] = await readRules(
    system,
    joinedTo(series, joined),
    [series],
    (on, row) => gateOf(row, on, BAR_MS[on.timeframe]),
  );
  return found;
}

async function readRules(
  system: Database,
  watching: SQL,
  series: readonly Series[],
  gateAt: (on: Series, row: Row) => LiveRule['gate'],
): Promise<ActiveRules[]> {
  const found = series.map((): ActiveRules => ({ rules: [], broken: [] }));
  const { rows } = await system.execute<Row>(sql`
    ${watching}
    select r.place::int, r.workspace_id, r.id, r.version, r.condition, r.settings, g.as_of::text, g.state as gate,
           r.speaks_since::text
      from watching r left join rule_gates g on g.workspace_id = r.workspace_id and g.rule_id = r.id
       and g.instrument_id = r.seen_id and g.rule_version = r.version
     order by r.created_at, r.id`);
  for (const row of rows) {
    const [own, on] = [found[row.place - 1], series[row.place - 1]];
    if (!own || !on) continue;
    try {
      const { rearm } = row.settings;
      own.rules.push({
        workspaceId: row.workspace_id,
        id: row.id,
        version: row.version,
        instrumentId: on.instrumentId,
        timeframe: on.timeframe,
        condition: parseRule(row.condition),
        settings: row.settings,
        rearm: rearm === undefined ? null : parseRule(rearm),
        gate: gateAt(on, row),
      });
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      own.broken.push(row.id);
    }
  }
  return found;
}
