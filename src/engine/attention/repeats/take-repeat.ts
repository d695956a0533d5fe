import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertRepeats, type alerts, ruleRepeats, type rules } from '#src/db/schema.ts';
import { decideRepeat } from './decide-repeat.ts';

type About = {
  alert: Pick<typeof alerts.$inferSelect, 'workspaceId' | 'id' | 'brandId' | 'instrumentId' | 'about'>;
  rule: Pick<typeof rules.$inferSelect, 'id' | 'settings'>;
};

/**
 * Until when an alert's repeats are held, itself too; null where it goes on. Written down in the transaction that decides about the alert:
 * of two at once, one waits for the other. Critical rules repeat as they trigger.
 */
export async function repeatHeldUntil(tx: Tx, { alert, rule }: About, now: Date): Promise<Date | null> {
  const { repeat_minutes: minutes, critical } = rule.settings;
  if (minutes === undefined || critical === true) return null;
  const { workspaceId, brandId } = alert;
  const about = alert.instrumentId ?? (alert.about ?? '').toUpperCase();
  const mine = and(
    eq(ruleRepeats.workspaceId, workspaceId),
    eq(ruleRepeats.ruleId, rule.id),
    eq(ruleRepeats.brandId, brandId),
    eq(ruleRepeats.about, about),
  );
  // Where it's new: of two at once the second waits here for the first.
  const fresh = { passedAt: now, step: 0, held: 0, lastAt: now };
  const [made] = await tx
    .insert(ruleRepeats)
    .values({ workspaceId, ruleId: rule.id, brandId, about, ...fresh })
    .onConflictDoNothing()
    .returning({ about: ruleRepeats.about });
  const [known] = made ? [] : await tx.select().from(ruleRepeats).where(mine).for('update');
  const decision = decideRepeat(minutes, known ?? null, now);
  if (known) await tx.update(ruleRepeats).set(decision.next).where(mine);
  if (!decision.passes) return decision.until;
  await tx.insert(alertRepeats).values({ workspaceId, alertId: alert.id, held: decision.held });
  return null;
}
