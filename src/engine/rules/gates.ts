import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import type { GateState } from '../conditions/gate.ts';
import type { FiringRule } from './fire.ts';

/** Writes down what a rule remembers of an instrument, as of a moment (`momentsOf`). What is older than what is there changes nothing. */
export async function saveGate(tx: Runs, rule: FiringRule, asOf: number, state: GateState): Promise<void> {
  await tx.execute(sql`
    insert into rule_gates as g (workspace_id, rule_id, instrument_id, rule_version, as_of, state)
    values (${rule.workspaceId}::uuid, ${rule.id}::uuid, ${rule.instrumentId}::uuid, ${rule.version},
            ${new Date(asOf).toISOString()}::timestamptz, ${JSON.stringify(state)}::jsonb)
    on conflict (workspace_id, rule_id, instrument_id) do update
       set rule_version = excluded.rule_version, as_of = excluded.as_of, state = excluded.state
     where g.rule_version < excluded.rule_version
        or (g.rule_version = excluded.rule_version and g.as_of <= excluded.as_of)`);
}
