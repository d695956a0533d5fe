import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertAssessments, alerts, audienceTurns, rules } from '#src/db/schema.ts';
import { decide, type Decision } from './budget.ts';
import { type Attentive, roomFor } from './stored-turns.ts';

type Asked = { workspaceId: string; alertId: string; now: Date };

/**
 * Decides for each audience with a budget whether an alert goes now, waits until it's known what is most important, or
 * is held for a digest; and writes it down. In the transaction that opens the alert's fan-outs, once, under the audiences'
 * lock.
 * @returns by audience; those without a budget aren't in it
 */
export async function takeTurns(
  tx: Tx,
  { workspaceId, alertId, now }: Asked,
  audiences: readonly Attentive[],
): Promise<Map<string, Decision>> {
  const turns = new Map<string, Decision>();
  const budgeted = audiences.filter(({ budget }) => budget !== null);
  if (budgeted.length === 0) return turns;
  const weight = await weightOf(tx, workspaceId, alertId);
  for (const { audienceId, budget } of budgeted) {
    if (!budget) continue;
    const room = await roomFor(tx, { workspaceId, audienceId, budget, now });
    const recent = await recentOf(tx, { workspaceId, audienceId });
    const decision = decide(room, { ...recent, critical: weight.critical, now });
    turns.set(audienceId, decision);
    const isHeld = decision.go === 'held';
    const turn = {
      state: decision.go,
      ...weight,
      at: now,
      decidedAt: decision.go === 'waiting' ? null : now,
      per: isHeld ? decision.per : null,
      most: isHeld ? decision.most : null,
      heldUntil: isHeld ? decision.until : null,
    };
    await tx
      .insert(audienceTurns)
      .values({ workspaceId, audienceId, alertId, ...turn })
      // One that was taken back before it went out, and was approved again.
      .onConflictDoUpdate({
        target: [audienceTurns.workspaceId, audienceTurns.audienceId, audienceTurns.alertId],
        set: turn,
      });
  }
  return turns;
}

async function weightOf(
  tx: Tx,
  workspaceId: string,
  alertId: string,
): Promise<{ critical: boolean; moveRank: number | null }> {
  const [row] = await tx
    .select({ rule: rules, inputs: alertAssessments.inputs })
    .from(alerts)
    .innerJoin(rules, and(eq(rules.workspaceId, alerts.workspaceId), eq(rules.id, alerts.ruleId)))
    .leftJoin(
      alertAssessments,
      and(eq(alertAssessments.workspaceId, alerts.workspaceId), eq(alertAssessments.alertId, alerts.id)),
    )
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  return {
    // What a person wrote and sent goes when they said.
    critical: row?.rule.kind === 'composed' || row?.rule.settings.critical === true,
    moveRank: row?.inputs?.move?.rank ?? null,
  };
}

async function recentOf(
  tx: Tx,
  { workspaceId, audienceId }: { workspaceId: string; audienceId: string },
): Promise<{ last: Date | null; waitsSince: Date | null }> {
  const here = sql`workspace_id = ${workspaceId}::uuid and audience_id = ${audienceId}::uuid`;
  const { rows } = await tx.execute<{ last: string | null; waits: string | null }>(sql`
    select (select max(at) from audience_turns where ${here}) as last,
           (select min(at) from audience_turns where ${here} and state = 'waiting') as waits`);
  const date = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
  return { last: date(rows[0]?.last), waitsSince: date(rows[0]?.waits) };
}
