import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { events, type rules } from '#src/db/schema.ts';
import { oneLabel } from '#src/shared/label.ts';
import type { OutsideEvidence } from '#src/shared/outside/evidence.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { makeAlerts } from '../rules/fire.ts';
import { inTurn, keptStill } from './limits.ts';

export type OutsideAttempt = { alertId: string } | 'known' | { quiet: string };

const ABOUT_MAX = 80;

/**
 * Turns what came from outside into an event, an alert draft and the job that writes it, in the caller's transaction,
 * which must be in the rule's workspace. `key` names it within the rule: what was told before makes nothing. `quiet` says
 * why a rule that could speak did not.
 */
export async function fireOutside(
  tx: Tx,
  enqueue: EngineEnqueue,
  firing: {
    rule: typeof rules.$inferSelect;
    about: string;
    evidence: OutsideEvidence;
    key: string;
    /** When it happened. */
    at: Date;
    now: Date;
  },
): Promise<OutsideAttempt> {
  const { rule, evidence, now } = firing;
  if (rule.deletedAt !== null) return { quiet: 'The rule is deleted.' };
  if (rule.state === 'paused') return { quiet: 'The rule is paused.' };
  const { standing } = await workspacePlan(tx, now);
  if (standing === 'read_only') return { quiet: 'The workspace is read-only: its plan has ended.' };
  await inTurn(tx, rule);
  const cooldown = rule.outside?.cooldownMinutes ?? 0;
  if (cooldown > 0) {
    const [last] = await tx
      .select({ at: events.createdAt })
      .from(events)
      .where(and(eq(events.ruleId, rule.id), isNull(events.instrumentId)))
      .orderBy(desc(events.barTs))
      .limit(1);
    if (last && now.getTime() - last.at.getTime() < cooldown * 60_000)
      return { quiet: `The rule keeps still for ${cooldown} minutes after it spoke.` };
  }
  const still = await keptStill(tx, rule, now);
  if (still !== null) return { quiet: still };
  const [made = 'known'] = await makeAlerts(tx, enqueue, [
    {
      workspaceId: rule.workspaceId,
      ruleId: rule.id,
      ruleVersion: rule.version,
      instrumentId: null,
      about: [...oneLabel(firing.about)].slice(0, ABOUT_MAX).join('') || rule.kind,
      timeframe: null,
      detector: rule.kind,
      barTs: firing.at,
      value: null,
      evidence,
      dedupeKey: `${rule.id}|${firing.key}`,
      trialRunId: null,
      createdAt: now,
      why: 'what the rule listens to came',
    },
  ]);
  return made;
}
