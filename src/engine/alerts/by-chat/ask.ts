import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { alerts, chatIdentities, connections, reviewChats, reviewPosts } from '#src/db/schema.ts';
import type { ApprovalMailJob } from '../../enqueue.ts';
import { storedAssessment } from '../../approval/policies/assessments.ts';
import { lapseOf } from '../review.ts';

type Question = Pick<ApprovalMailJob, 'workspaceId' | 'alertId' | 'revision' | 'why'>;

/**
 * Has requests to decide on a revision posted: to the chat for everyone, and to those who want them in theirs. Who may
 * decide is looked at when each is posted. Messages about an earlier text say that there is a newer one.
 */
export async function askInChats(tx: Tx, { workspaceId, alertId, revision, why }: Question): Promise<void> {
  if (why === 'reminder') return;
  const chats = await tx
    .select({ connectionId: reviewChats.connectionId, place: reviewChats.place })
    .from(reviewChats)
    .innerJoin(
      connections,
      and(
        eq(connections.workspaceId, reviewChats.workspaceId),
        eq(connections.id, reviewChats.connectionId),
        isNull(connections.deletedAt),
        ne(connections.state, 'paused'),
      ),
    )
    .where(eq(reviewChats.workspaceId, workspaceId));
  const [alert] = chats.length === 0 ? [] : await tx.select().from(alerts).where(eq(alerts.id, alertId));
  if (!alert) return;
  const now = new Date();
  await tx
    .update(reviewPosts)
    .set({ dueAt: now, tries: 0 })
    .where(
      and(
        eq(reviewPosts.alertId, alertId),
        ne(reviewPosts.revisionHash, revision),
        isNull(reviewPosts.outcome),
      ),
    );
  const { at: expiresAt } = await lapseOf(tx, alert, await storedAssessment(tx, alertId));
  // Posted again, with the price of now: buttons of the message before decide nothing. So is what was decided and waits once
  // more, as its messages say that it isn't asked about.
  await tx
    .update(reviewPosts)
    .set({ messageId: null, content: null, outcome: null, dueAt: now, tries: 0, expiresAt })
    .where(
      and(
        eq(reviewPosts.alertId, alertId),
        eq(reviewPosts.revisionHash, revision),
        why === 'moved' ? undefined : isNotNull(reviewPosts.outcome),
      ),
    );
  for (const { connectionId, place } of chats) {
    const asked = await tx
      .select({ id: chatIdentities.id, place: chatIdentities.place })
      .from(chatIdentities)
      .where(and(eq(chatIdentities.connectionId, connectionId), eq(chatIdentities.asks, true)));
    const posts = [
      ...(place === null ? [] : [{ place, identityId: null }]),
      ...asked.map((each) => ({ place: each.place, identityId: each.id })),
    ].map((each) => ({
      workspaceId,
      id: newId(),
      connectionId,
      alertId,
      revisionHash: revision,
      ...each,
      dueAt: now,
      createdAt: now,
      expiresAt,
    }));
    if (posts.length > 0) await tx.insert(reviewPosts).values(posts).onConflictDoNothing();
  }
}
