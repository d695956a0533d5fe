import { and, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { barCorrections, followUps } from '#src/db/schema.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { CorrectedFigure } from '#src/shared/bar-corrections.ts';

type CheckRow = typeof barCorrections.$inferSelect;
type Right = { figures: CorrectedFigure[]; triggers: boolean };

export const isSame = (
  { figures, triggers }: Pick<CheckRow, 'figures' | 'triggers'>,
  right: Right,
): boolean => triggers === right.triggers && hashOf(figures) === hashOf(right.figures);

type Dismissal = { row: CheckRow; as: Pick<CheckRow, 'dismissedBy' | 'dismissedAt' | 'reason'> };

/**
 * A person's dismissal, if it's the newest decision on the alert's bars: it holds for every later change that gives the same
 * figures again. What was withdrawn as bars were corrected again isn't a decision.
 */
export async function lastDismissal(tx: Tx, { alertId, id }: CheckRow): Promise<Dismissal | null> {
  const [newest] = await tx
    .select({ row: barCorrections, followUp: followUps })
    .from(barCorrections)
    .leftJoin(
      followUps,
      and(eq(followUps.workspaceId, barCorrections.workspaceId), eq(followUps.id, barCorrections.followUpId)),
    )
    .where(
      and(
        eq(barCorrections.alertId, alertId),
        ne(barCorrections.id, id),
        sql`(${barCorrections.state} = 'dismissed' or ${followUps.state} = 'approved'
             or (${followUps.state} = 'rejected' and ${followUps.decidedBy} is not null))`,
      ),
    )
    .orderBy(sql`coalesce(${barCorrections.dismissedAt}, ${followUps.decidedAt}) desc`)
    .limit(1);
  if (!newest || newest.followUp?.state === 'approved') return null;
  const { row, followUp } = newest;
  return {
    row,
    as: {
      dismissedBy: row.dismissedBy ?? followUp?.decidedBy ?? null,
      dismissedAt: row.dismissedAt ?? followUp?.decidedAt ?? null,
      reason: row.reason ?? followUp?.reason ?? null,
    },
  };
}
