import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type NotificationKind, type NotificationPage, UNREAD_MAX } from '#src/shared/notifications.ts';
import type { Tx } from '../database.ts';
import { notifications } from '../schema.ts';
import { type Cursor, writeCursor } from './cursor.ts';

/** Whose they are: nobody else's are ever in sight. */
type Mine = { workspaceId: string; userId: string };
const isMine = ({ workspaceId, userId }: Mine) =>
  and(eq(notifications.workspaceId, workspaceId), eq(notifications.userId, userId));

/** The person's own, newest first, a page at a time. */
export async function listNotifications(
  tx: Tx,
  mine: Mine,
  page: { after: Cursor | null; limit: number },
): Promise<NotificationPage> {
  const { after, limit } = page;
  const rows = await tx
    .select()
    .from(notifications)
    .where(
      and(
        isMine(mine),
        after
          ? sql`(${notifications.createdAt}, ${notifications.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      text: row.text,
      link: row.link,
      count: row.count,
      createdAt: row.createdAt.toISOString(),
      readAt: row.readAt?.toISOString() ?? null,
    })),
    next: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/** How many the person has not read; UNREAD_MAX stands for as many or more. */
export async function countUnread(tx: Tx, mine: Mine): Promise<number> {
  const unread = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(isMine(mine), isNull(notifications.readAt)))
    .limit(UNREAD_MAX)
    .as('unread');
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(unread);
  return row?.count ?? 0;
}

/** Marks all of one kind as read. @returns whether there was one that was not */
export async function markKindRead(tx: Tx, mine: Mine, kind: NotificationKind, now: Date): Promise<boolean> {
  const marked = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(isMine(mine), eq(notifications.kind, kind), isNull(notifications.readAt)))
    .returning({ id: notifications.id });
  return marked.length > 0;
}

/** Marks these as read, or all of the person's. Others' ids, and ids of nothing, change nothing. */
export async function markRead(
  tx: Tx,
  mine: Mine,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(isMine(mine), isNull(notifications.readAt), ids ? inArray(notifications.id, [...ids]) : undefined),
    );
}
