import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, events, renditions, type revisions, rules, workspaces } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import { editorsOf } from '../approval/policies/who-may.ts';
import { writeForNewChannels } from './channels-to-write.ts';
import { keepContent } from './record-approval.ts';

/** What a decision is about, besides the revision. */
export async function readAbout(tx: Tx, alertId: string) {
  const [row] = await tx
    .select({ alert: alerts, ruleVersion: rules.version, authorId: rules.changedBy, entity: workspaces.name })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .innerJoin(rules, and(eq(rules.workspaceId, events.workspaceId), eq(rules.id, events.ruleId)))
    .innerJoin(workspaces, eq(workspaces.id, alerts.workspaceId))
    .where(eq(alerts.id, alertId));
  if (!row) throw new Error(`The alert ${alertId} has no event or no rule.`);
  return row;
}

/** The authors of an alert: who last changed the rule, and the members who edited the text. */
export const authorsOf = async (
  tx: Tx,
  { alert, authorId }: Pick<Awaited<ReturnType<typeof readAbout>>, 'alert' | 'authorId'>,
): Promise<string[]> => [...(authorId === null ? [] : [authorId]), ...(await editorsOf(tx, alert.id))];

/** Whether what is stored isn't what was written: it can't be approved. */
export const isDamaged = ({
  content,
  hash,
}: Pick<typeof revisions.$inferSelect, 'content' | 'hash'>): boolean => hashOf(content) !== hash;

/**
 * Keeps what was reviewed, as it is stored, with the form for each channel that was connected since. @returns the hashes of
 * content and renditions
 * @throws AppError alert_damaged
 */
export async function keepReviewed(
  tx: Tx,
  revision: typeof revisions.$inferSelect,
  now: Date,
): Promise<string[]> {
  if (isDamaged(revision)) throw new AppError('alert_damaged');
  await writeForNewChannels(tx, { ...revision, revisionId: revision.id, now });
  const rows = await tx
    .select({ prepared: renditions.prepared })
    .from(renditions)
    .where(eq(renditions.revisionId, revision.id));
  return keepContent(
    tx,
    revision.content,
    rows.map(({ prepared }) => prepared),
  );
}
