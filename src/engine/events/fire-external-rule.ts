import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { events, type rules } from '#src/db/schema.ts';
import { isBeyond } from '#src/shared/clock.ts';
import { oneLabel } from '#src/shared/label.ts';
import { counted } from '#src/shared/plural.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { makeAlerts } from './fire-rule.ts';
import { inTurn, keptStill } from '../frequency/external-limits.ts';

type ExternalAttempt = { alertId: string } | 'known' | { quiet: string };

const ABOUT_MAX = 80;

/**
 * Turns what an external source sent into an event, an alert draft and the job that writes it, in the caller's transaction,
 * which must be in the rule's workspace. `key` names it within the rule: what was told before makes nothing. `quiet` says
 * why a rule that could speak did not.
 */
export async function fireExternalRule(
  tx: Tx,
  enqueue: EngineEnqueue,
  firing: {
    rule: typeof rules.$inferSelect;
    about: string;
    evidence: ExternalEvidence;
    key: string;
    /** When it happened. */
    at: Date;
    now: Date;
  },
): Promise<ExternalAttempt> {
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
    if (last && now.getTime() - last.at.getTime() < cooldown * 60_000 && !isBeyond(last.at, now))
      return { quiet: `The rule is in its cooldown of ${counted(cooldown, 'minute')}.` };
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
