import { and, asc, desc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { BarCorrection, BarCorrectionState } from '#src/shared/bar-corrections.ts';
import type { Tx } from '../database.ts';
import { alerts, barCorrections, followUps } from '../schema.ts';
import { actorNames } from './actor-names.ts';

const withFollowUp = and(
  eq(followUps.workspaceId, barCorrections.workspaceId),
  eq(followUps.id, barCorrections.followUpId),
);
/** What a person has to look at: figures that differ, and proposals without a decision. */
const isOpen = and(
  // As constants, so that the index of these states is used.
  sql`${barCorrections.state} in ('differs', 'proposed')`,
  or(eq(barCorrections.state, 'differs'), eq(followUps.state, 'waiting')),
);

/** These only remember that a change was looked at: nothing under the alert had changed. */
const isSeen = or(ne(barCorrections.state, 'still_right'), isNotNull(barCorrections.checkedAt));

/** What was found of an alert, newest first. */
export const listBarCorrections = (tx: Tx, alertId: string): Promise<BarCorrection[]> =>
  read(tx, and(eq(barCorrections.alertId, alertId), isSeen), desc, 100);

/** What waits for a person, the one found first first. */
export async function waitingBarCorrections(
  tx: Tx,
  limit: number,
): Promise<{ items: BarCorrection[]; count: number }> {
  const items = await read(tx, isOpen, asc, limit);
  if (items.length < limit) return { items, count: items.length };
  const [all] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(barCorrections)
    .leftJoin(followUps, withFollowUp)
    .where(isOpen);
  return { items, count: all?.count ?? items.length };
}

/** @throws Error where there is none */
export async function oneBarCorrection(tx: Tx, id: string): Promise<BarCorrection> {
  const [row] = await read(tx, eq(barCorrections.id, id), asc, 1);
  if (!row) throw new Error(`There is no correction ${id} of bars.`);
  return row;
}

async function read(
  tx: Tx,
  where: SQL | undefined,
  order: typeof asc,
  limit: number,
): Promise<BarCorrection[]> {
  const rows = await tx
    .select({ row: barCorrections, title: alerts.title, followUp: followUps })
    .from(barCorrections)
    .innerJoin(
      alerts,
      and(eq(alerts.workspaceId, barCorrections.workspaceId), eq(alerts.id, barCorrections.alertId)),
    )
    .leftJoin(followUps, withFollowUp)
    .where(where)
    .orderBy(order(barCorrections.foundAt), order(barCorrections.id))
    .limit(limit);
  const names = await actorNames(
    tx,
    rows.flatMap(({ row, followUp }) => [row.dismissedBy ?? '', followUp?.decidedBy ?? '']),
  );
  return rows.map(({ row, title, followUp }): BarCorrection => {
    const by = row.dismissedBy ?? followUp?.decidedBy ?? null;
    const at = row.dismissedAt ?? followUp?.decidedAt ?? null;
    return {
      id: row.id,
      alertId: row.alertId,
      title: title ?? '',
      state: stateOf(row.state, followUp?.state ?? null),
      cause: row.cause,
      bars: row.bars,
      figures: row.figures,
      triggers: row.triggers,
      problem: row.problem,
      followUp: row.followUpId,
      foundAt: row.foundAt.toISOString(),
      checkedAt: row.checkedAt?.toISOString() ?? null,
      decidedBy: by === null ? null : (names.get(by) ?? by),
      decidedAt: at?.toISOString() ?? null,
      reason: row.reason ?? followUp?.reason ?? null,
    };
  });
}

function stateOf(
  state: typeof barCorrections.$inferSelect.state,
  followUp: 'waiting' | 'approved' | 'rejected' | null,
): BarCorrectionState {
  if (state !== 'proposed') return state;
  if (followUp === 'approved') return 'corrected';
  return followUp === 'rejected' ? 'dismissed' : 'waiting';
}
