import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { audienceContacts, audiences } from '#src/db/schema.ts';

/** Puts a person who signs up on a list. Nothing where it was deleted, or became a filter, since they were asked. */
export async function joinList(
  tx: Tx,
  { workspaceId, contactId }: { workspaceId: string; contactId: string },
  { audienceId, at }: { audienceId: string; at: Date },
): Promise<void> {
  const [list] = await tx
    .select({ id: audiences.id })
    .from(audiences)
    .where(
      and(
        eq(audiences.workspaceId, workspaceId),
        eq(audiences.id, audienceId),
        eq(audiences.kind, 'list'),
        isNull(audiences.deletedAt),
      ),
    );
  if (!list) return;
  await tx
    .insert(audienceContacts)
    .values({ workspaceId, audienceId: list.id, contactId, addedAt: at })
    .onConflictDoNothing();
}
