import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import type { GateState } from './gate.ts';

type GatedRule = { workspaceId: string; id: string; instrumentId: string; version: number };
/** What a rule remembers of an instrument, as of a moment (`momentsOf`). */
export type Gate = { rule: GatedRule; at: number; state: GateState };

/** Writes down what rules remember, one gate of each and each instrument. What is older than what is there changes nothing. */
export async function saveGates(tx: Runs, gates: readonly Gate[]): Promise<void> {
  if (gates.length === 0) return;
  const given = gates.map(({ rule, at, state }) => ({
    workspaceId: rule.workspaceId,
    id: rule.id,
    instrumentId: rule.instrumentId,
    version: rule.version,
    at: new Date(at),
    state,
  }));
  await tx.execute(sql`
    insert into rule_gates as g (workspace_id, rule_id, instrument_id, rule_version, as_of, state)
    select * from json_to_recordset(${JSON.stringify(given)}::json) as n (
      "workspaceId" uuid, id uuid, "instrumentId" uuid, version integer, at timestamptz, state jsonb)
    on conflict (workspace_id, rule_id, instrument_id) do update
       set rule_version = excluded.rule_version, as_of = excluded.as_of, state = excluded.state
     where g.rule_version < excluded.rule_version
        or (g.rule_version = excluded.rule_version and g.as_of <= excluded.as_of)`);
}
