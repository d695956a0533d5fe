import { and, desc, eq, sql } from 'drizzle-orm';
import { documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureFormat, PictureTheme } from '#src/shared/content/picture-formats.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import type { Tx } from '../database.ts';
import { alertPictures, alerts, brands, events, instruments, revisions } from '../schema.ts';

/** What an alert's pictures and exports are made from. */
export type AlertContent = {
  id: string;
  /** Null until it's written. */
  revision: { id: string; documents: AlertDocument[]; isReviewed: boolean } | null;
  detector: string;
  timeframe: Timeframe | null;
  evidence: Evidence | ExternalEvidence;
  eventTime: Date;
  trial: boolean;
  /** Null for what is about no instrument. */
  instrument: typeof instruments.$inferSelect | null;
  /** The brand's, null where it has none of its own. */
  timeZone: string | null;
};

/** An alert with the revision that was approved, else the newest; null where the workspace in sight has no such alert. */
export async function alertContent(tx: Tx, alertId: string): Promise<AlertContent | null> {
  const [row] = await tx
    .select({
      alert: alerts,
      event: events,
      instrument: instruments,
      revision: revisions,
      timeZone: brands.timeZone,
    })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .leftJoin(instruments, eq(instruments.id, events.instrumentId))
    .leftJoin(revisions, and(eq(revisions.workspaceId, alerts.workspaceId), eq(revisions.alertId, alerts.id)))
    .where(eq(alerts.id, alertId))
    .orderBy(sql`${revisions.hash} = ${alerts.approvedHash} desc nulls last`, desc(revisions.n))
    .limit(1);
  if (!row) return null;
  const { alert, event, instrument, revision, timeZone } = row;
  const documents = documentsOf(revision?.content);
  return {
    id: alert.id,
    revision:
      revision && documents.length > 0
        ? { id: revision.id, documents, isReviewed: revision.hash === alert.reviewedHash }
        : null,
    detector: event.detector,
    timeframe: event.timeframe,
    evidence: event.evidence,
    eventTime: event.barTs,
    trial: event.trialRunId !== null,
    instrument,
    timeZone,
  };
}

export type PictureKey = {
  revisionId: string;
  language: string;
  format: PictureFormat;
  theme: PictureTheme;
};
type Kept = { mediaHash: string | null; problem: string | null; drawnAt: Date };

/** What was drawn of a revision so far, in one language. */
export const drawnPictures = (
  tx: Tx,
  { revisionId, language }: Pick<PictureKey, 'revisionId' | 'language'>,
): Promise<(PictureKey & Kept)[]> =>
  tx
    .select()
    .from(alertPictures)
    .where(and(eq(alertPictures.revisionId, revisionId), eq(alertPictures.language, language)));

/** Keeps what became of drawing a picture. One that was drawn stays as it is. */
export async function keepAlertPicture(
  tx: Tx,
  { workspaceId, ...row }: PictureKey & Kept & { workspaceId: string },
): Promise<void> {
  const { mediaHash, problem, drawnAt } = row;
  await tx
    .insert(alertPictures)
    .values({ workspaceId, ...row })
    .onConflictDoUpdate({
      target: [
        alertPictures.workspaceId,
        alertPictures.revisionId,
        alertPictures.language,
        alertPictures.format,
        alertPictures.theme,
      ],
      set: { mediaHash, problem, drawnAt },
      setWhere: sql`${alertPictures.mediaHash} is null`,
    });
}
