import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { brands } from '#src/db/schema.ts';
import { SYSTEM_AUTHOR } from '#src/db/queries/follow-ups.ts';
import { FOLLOW_UPS_MAX } from '#src/shared/follow-ups.ts';
import { type FollowedAlert, readAlert } from './followed-alert.ts';

/** In these, a person may have got the alert. */
export const GONE: ReadonlySet<string> = new Set(['sending', 'sent', 'partly_sent', 'unknown']);

type State = {
  alert: FollowedAlert;
  problem: string | null;
  /** The problem stays, whatever is decided. */
  isFinal: boolean;
};

/**
 * Whether one may be written now, or why not. What was proposed automatically and rejected, or withdrawn as bars were
 * corrected again, uses up none of an alert's updates and corrections. `inPlaceOf` is the one that waits and is replaced.
 */
export async function stateOf(tx: Tx, alertId: string, now: Date, inPlaceOf?: string): Promise<State> {
  const alert = await readAlert(tx, alertId, now);
  const { rows } = await tx.execute<{ waiting: number; all: number }>(sql`
    select count(*)::int as all, (count(*) filter (where state = 'waiting'))::int as waiting from follow_ups
     where workspace_id = ${alert.workspaceId}::uuid and alert_id = ${alertId}::uuid
       and id is distinct from ${inPlaceOf ?? null}::uuid and not (state = 'rejected' and written_by = ${SYSTEM_AUTHOR})`);
  const { waiting, all } = rows[0] ?? { waiting: 0, all: 0 };
  const never = (problem: string): State => ({ alert, problem, isFinal: true });
  const notYet = (problem: string): State => ({ alert, problem, isFinal: false });
  if (alert.event.trialRunId !== null)
    return never('A trial run goes to one person. It can’t be updated or corrected.');
  if (!GONE.has(alert.state)) return notYet('Only an alert that was sent can be updated or corrected.');
  if (alert.recipientsDeleted)
    return never(
      'Records of who got this alert were deleted with the ledger’s entries of that time. It can’t be updated or corrected.',
    );
  if (waiting > 0) return notYet('One waits for approval. Decide on it first.');
  if (all >= FOLLOW_UPS_MAX) return never(`An alert has ${FOLLOW_UPS_MAX} updates and corrections at most.`);
  return { alert, problem: null, isFinal: false };
}

/** What a brand never says. */
export async function avoidedBy(tx: Tx, { workspaceId, brandId }: FollowedAlert): Promise<readonly string[]> {
  const [brand] = await tx
    .select({ voice: brands.voice })
    .from(brands)
    .where(and(eq(brands.workspaceId, workspaceId), eq(brands.id, brandId)));
  return brand?.voice.avoid ?? [];
}
