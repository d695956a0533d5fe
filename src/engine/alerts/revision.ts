import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { alerts, renditions, revisions } from '#src/db/schema.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { channels } from '../channels/registry.ts';

/** An alert's content, and what each channel sends of it. */
export type Written = { document: AlertDocument; prepared: Map<ChannelKind, Prepared> };

/** As every channel sends it. */
export const renderAlert = async (document: AlertDocument): Promise<Map<ChannelKind, Prepared>> =>
  new Map(
    await Promise.all(
      channels().map(async (channel) => [channel.kind, await channel.render(document)] as const),
    ),
  );

/** Keeps a revision of an alert with its renditions. It never changes: an edit is another one. */
export async function keepRevision(
  tx: Tx,
  {
    workspaceId,
    alertId,
    written,
    now,
  }: { workspaceId: string; alertId: string; written: Written; now: Date },
): Promise<{ id: string; hash: string }> {
  const { document, prepared } = written;
  const before = await tx.$count(
    revisions,
    and(eq(revisions.workspaceId, workspaceId), eq(revisions.alertId, alertId)),
  );
  const revision = { id: newId(), hash: hashOf(document) };
  const common = { workspaceId, alertId, createdAt: now };
  await tx.insert(revisions).values({ ...common, ...revision, n: before + 1, content: document });
  await tx.insert(renditions).values(
    [...prepared].map(([channel, each]) => ({
      ...common,
      id: newId(),
      revisionId: revision.id,
      channel,
      language: document.language,
      prepared: each,
    })),
  );
  const titled = [...prepared.values()].find(({ title }) => title !== null);
  await tx
    .update(alerts)
    .set({ title: titled?.title ?? plain(document.title) })
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  return revision;
}

/** An approval is of a revision's hash and of nothing else. */
export async function approveRevision(
  tx: Tx,
  { workspaceId, alertId, hash }: { workspaceId: string; alertId: string; hash: string },
): Promise<void> {
  await tx
    .update(alerts)
    .set({ approvedHash: hash })
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
}
