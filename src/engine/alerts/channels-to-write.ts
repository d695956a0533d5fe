import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { renditions, revisions } from '#src/db/schema.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { contentSchema } from '#src/shared/content/content.ts';
import type { Channel } from '../channels/channel.ts';
import { channels } from '../channels/registry.ts';
import { renderAlert } from './revision.ts';
import { channelsInUse } from './targets.ts';

/** The channels that an alert is written for: that of accounts, and those that the workspace uses. */
export async function channelsToWrite(tx: Tx, workspaceId: string): Promise<Channel[]> {
  const inUse = await channelsInUse(tx, workspaceId);
  return channels().filter(({ kind }) => kind === ACCOUNT_CHANNEL || inUse.includes(kind));
}

/**
 * Writes a revision for the channels that the workspace has connected since it was made, in the words that the revision
 * already has. Call it before the revision is approved: an approval covers every form of it.
 */
export async function writeForNewChannels(
  tx: Tx,
  {
    workspaceId,
    alertId,
    revisionId,
    now,
  }: { workspaceId: string; alertId: string; revisionId: string; now: Date },
): Promise<void> {
  const isIts = and(eq(renditions.workspaceId, workspaceId), eq(renditions.revisionId, revisionId));
  const there = await tx.selectDistinct({ channel: renditions.channel }).from(renditions).where(isIts);
  const wanted = await channelsToWrite(tx, workspaceId);
  const missing = wanted.filter(({ kind }) => !there.some(({ channel }) => channel === kind));
  if (missing.length === 0) return;
  const [row] = await tx
    .select({ content: revisions.content })
    .from(revisions)
    .where(and(eq(revisions.workspaceId, workspaceId), eq(revisions.id, revisionId)));
  if (!row) return;
  const { renditions: made } = await renderAlert(contentSchema.parse(row.content), missing);
  await tx
    .insert(renditions)
    .values(made.map((each) => ({ ...each, workspaceId, alertId, revisionId, id: newId(), createdAt: now })));
}
