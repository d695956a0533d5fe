import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { barCorrections, brands, followUps, instruments, revisions } from '#src/db/schema.ts';
import type { CorrectedBar } from '#src/shared/bar-corrections.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Disclosures } from '#src/shared/countries/disclosures.ts';
import { disclosuresFor } from '#src/shared/countries/disclosures.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import type { Channel } from '../../channels/channel.ts';
import { policyFor } from '../../countries/ask.ts';
import { channelsToWrite } from '../channels-to-write.ts';
import { type FollowedAlert, readAlert } from '../follow-ups/followed-alert.ts';
import { avoidedBy, stateOf } from '../follow-ups/follow-up-state.ts';
import { lastDismissal } from './decided.ts';
import { correctedEvidence } from './corrected-evidence.ts';

export type CheckRow = typeof barCorrections.$inferSelect;
export type Proposal = { row: CheckRow; followUp: typeof followUps.$inferSelect };

export type Check = {
  row: CheckRow;
  alert: FollowedAlert;
  brand: typeof brands.$inferSelect;
  instrument: typeof instruments.$inferSelect;
  timeframe: Timeframe;
  /** What the alert was written from, and the same with the bars that are stored now. */
  evidence: Evidence;
  corrected: { evidence: Evidence; bars: CorrectedBar[] };
  /** In each language: as it was written, and as readers have it. */
  written: AlertDocument[];
  seen: AlertDocument[];
  /** The proposal that waits, and a dismissal that holds: the same figures aren't written again. */
  known: CheckRow[];
  /** Why no correction can be written now. */
  problem: string | null;
  /** How the last correction of this kind that was sent ended, if there is one: whether the event was still one. */
  last: { triggers: boolean } | null;
  channels: Channel[];
  forbidden: readonly string[];
  disclosures: Disclosures | null;
};

/** What can't be checked, and why. */
type Unreadable = { row: CheckRow; alert: FollowedAlert; corrected: { bars: CorrectedBar[] }; never: string };

/** An open check with all that it needs; null where it's done or not due yet. */
export async function readCheck(tx: Tx, id: string, now: Date): Promise<Check | Unreadable | null> {
  const [row] = await tx.select().from(barCorrections).where(eq(barCorrections.id, id));
  if (!row || (row.state !== 'checking' && row.state !== 'differs') || row.nextAt > now) return null;
  const alert = await readAlert(tx, row.alertId, now);
  const { instrumentId, timeframe, evidence } = alert.event;
  const never = (why: string): Unreadable => ({ row, alert, corrected: { bars: [] }, never: why });
  if (instrumentId === null || timeframe === null || 'said' in evidence)
    return never('It rests on no stored bars.');
  const [brand] = await tx.select().from(brands).where(eq(brands.id, alert.brandId));
  const [instrument] = await tx.select().from(instruments).where(eq(instruments.id, instrumentId));
  if (!brand || !instrument) return never('Its brand or symbol is deleted.');
  const { workspaceId } = alert;
  const { policy, ask } = await policyFor(tx, alert);
  const proposed = await waitingProposal(tx, row);
  // It's replaced.
  const { problem } = await stateOf(tx, row.alertId, now, proposed?.followUp.id);
  return {
    row,
    alert,
    brand,
    instrument,
    timeframe,
    evidence,
    corrected: await correctedEvidence(tx, alert.event.id, {
      workspaceId,
      instrumentId,
      timeframe,
      evidence,
    }),
    ...(await documentsFor(tx, alert)),
    known: [proposed?.row, (await lastDismissal(tx, row))?.row].filter((each) => each !== undefined),
    problem,
    last: await lastSent(tx, row.alertId),
    channels: await channelsToWrite(tx, workspaceId),
    forbidden: await avoidedBy(tx, alert),
    disclosures: disclosuresFor(policy, ask),
  };
}

/** The newest content that is no update or correction, and the one that is approved. */
async function documentsFor(
  tx: Tx,
  { id, approvedHash }: FollowedAlert,
): Promise<Pick<Check, 'written' | 'seen'>> {
  const own = await tx
    .select({ content: revisions.content })
    .from(revisions)
    .where(
      and(
        eq(revisions.alertId, id),
        sql`not exists (select from ${followUps} f
              where f.workspace_id = ${revisions.workspaceId} and f.revision_id = ${revisions.id})`,
      ),
    )
    .orderBy(desc(revisions.n))
    .limit(1);
  const approved =
    approvedHash === null
      ? []
      : await tx
          .select({ content: revisions.content })
          .from(revisions)
          .where(and(eq(revisions.alertId, id), eq(revisions.hash, approvedHash)))
          .orderBy(desc(revisions.n))
          .limit(1);
  const written = documentsOf(own[0]?.content);
  return { written, seen: approved[0] ? documentsOf(approved[0].content) : written };
}

/** An earlier proposal of the same alert that waits for a decision. */
export async function waitingProposal(tx: Tx, { alertId, id }: CheckRow): Promise<Proposal | null> {
  const [found] = await tx
    .select({ row: barCorrections, followUp: followUps })
    .from(barCorrections)
    .innerJoin(
      followUps,
      and(
        eq(followUps.workspaceId, barCorrections.workspaceId),
        eq(followUps.id, barCorrections.followUpId),
        eq(followUps.state, 'waiting'),
      ),
    )
    .where(and(eq(barCorrections.alertId, alertId), ne(barCorrections.id, id)))
    .limit(1);
  return found ?? null;
}

async function lastSent(tx: Tx, alertId: string): Promise<Check['last']> {
  const [last] = await tx
    .select({ triggers: barCorrections.triggers })
    .from(barCorrections)
    .innerJoin(
      followUps,
      and(
        eq(followUps.workspaceId, barCorrections.workspaceId),
        eq(followUps.id, barCorrections.followUpId),
        eq(followUps.state, 'approved'),
      ),
    )
    .where(eq(barCorrections.alertId, alertId))
    .orderBy(desc(barCorrections.foundAt), desc(barCorrections.id))
    .limit(1);
  return last ? { triggers: last.triggers !== false } : null;
}
