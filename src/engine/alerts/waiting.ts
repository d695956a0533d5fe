import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertItems } from '#src/db/queries/alert-list.ts';
import { alertAssessments, alerts, revisions } from '#src/db/schema.ts';
import type { PolicyContent } from '#src/shared/approval.ts';
import type { Reviews } from '#src/shared/review.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import { standardContent } from '../approval/policies/standard.ts';
import { lapseOf } from './review.ts';

/** The alerts that wait for a review, the next to expire first; if more wait than `limit`, those that have waited longest. */
export async function waitingAlerts(tx: Tx, workspaceId: string, limit: number): Promise<Reviews> {
  const waiting = and(eq(alerts.workspaceId, workspaceId), eq(alerts.state, 'pending_review'));
  const rows = await tx
    .select()
    .from(alerts)
    .where(waiting)
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
    .limit(limit);
  const lapses = new Map<string, string>();
  for (const row of rows)
    lapses.set(row.id, (await lapseOf(tx, row, await storedAssessment(tx, row.id))).at.toISOString());
  const ids = [...lapses.keys()];
  const items = await alertItems(tx, workspaceId, ids);
  const newest = await newestOf(tx, ids);
  const judged = await judgedOf(tx, ids);
  return {
    items: items
      .flatMap((item) => {
        const revision = newest.get(item.id);
        const lapsesAt = lapses.get(item.id) ?? item.createdAt;
        return revision === undefined
          ? []
          : [
              {
                ...item,
                lapsesAt,
                revision,
                askedAgainAt: judged.get(item.id)?.askedAgainAt?.toISOString() ?? null,
                // One that was never judged is under human review.
                together: (judged.get(item.id)?.content ?? standardContent('human')).together === true,
              },
            ];
      })
      .toSorted((a, b) => a.lapsesAt.localeCompare(b.lapsesAt) || a.id.localeCompare(b.id)),
    count: rows.length < limit ? rows.length : await tx.$count(alerts, waiting),
  };
}

/** The hash of each alert's newest revision. */
async function newestOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([revisions.alertId], { id: revisions.alertId, hash: revisions.hash })
    .from(revisions)
    .where(inArray(revisions.alertId, [...ids]))
    .orderBy(revisions.alertId, desc(revisions.n));
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

type Judged = { content: PolicyContent; askedAgainAt: Date | null };

/** What policies said of each alert, and when approval was asked for again. */
async function judgedOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Judged>> {
  if (ids.length === 0) return new Map();
  const { alertId: id, policyContent: content, askedAgainAt } = alertAssessments;
  const rows = await tx
    .select({ id, content, askedAgainAt })
    .from(alertAssessments)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
