import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import { isPushed, type NotificationKind } from '#src/shared/notifications.ts';
import { type Permission, PERMISSIONS } from '#src/shared/permissions.ts';
import type { Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { memberDevices, members, notifications } from '../schema.ts';

const TEXT_MAX = { title: 200, text: 1000 };
/** Things of the same kind within this time become one notification with a count. */
export const COALESCE_MS = 3_600_000;

export type Happening = {
  workspaceId: string;
  kind: NotificationKind;
  title: string;
  text: string;
  /** Below /dashboard. */
  link: string;
  at: Date;
  /** What stands there instead once it has happened again within the hour; `{n}` is how often. */
  again?: { title: string; text: string; link: string };
  /** Told once in the life of the workspace, or since a moment. */
  once?: true | Date;
  /** One member; all of them unless told. */
  onlyTo?: string;
  /** Members whose role may do this, where it is news to nobody else. */
  whoMay?: Permission;
};

/**
 * Tells the members of the workspace in sight, in the transaction of what happened. What happens again within the hour
 * is counted on the notification that is there, which becomes unread again. @returns whether there was anything to tell
 */
export async function notifyMembers(tx: Tx, happening: Happening): Promise<boolean> {
  const { workspaceId, kind, at, again, onlyTo, whoMay } = happening;
  // Two that happen at once must not both find nothing there.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`notify ${workspaceId} ${kind}`}, 0))`,
  );
  const ofKind = and(eq(notifications.workspaceId, workspaceId), eq(notifications.kind, kind));
  if (happening.once) {
    const since = happening.once === true ? undefined : gte(notifications.createdAt, happening.once);
    const mine = onlyTo ? eq(notifications.userId, onlyTo) : undefined;
    const [told] = await tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(ofKind, since, mine))
      .limit(1);
    if (told) return false;
  }
  const text = cut(happening.text, TEXT_MAX.text);
  const counted = again
    ? await tx
        .update(notifications)
        .set({
          count: sql`${notifications.count} + 1`,
          title: sql`replace(${again.title}::text, '{n}', (${notifications.count} + 1)::text)`,
          text: cut(again.text, TEXT_MAX.text),
          link: again.link,
          readAt: null,
        })
        .where(
          and(
            ofKind,
            gt(notifications.createdAt, new Date(at.getTime() - COALESCE_MS)),
            onlyTo ? eq(notifications.userId, onlyTo) : undefined,
          ),
        )
        .returning({ userId: notifications.userId })
    : [];
  const known = new Set(counted.map(({ userId }) => userId));
  const people = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(
      and(
        eq(members.workspaceId, workspaceId),
        onlyTo ? eq(members.userId, onlyTo) : undefined,
        whoMay ? inArray(members.role, [...PERMISSIONS[whoMay]]) : undefined,
      ),
    );
  const rows = people
    .filter(({ userId }) => !known.has(userId))
    .map(({ userId }) => ({
      workspaceId,
      id: newId(),
      userId,
      kind,
      title: cut(happening.title, TEXT_MAX.title),
      text,
      link: happening.link,
      createdAt: at,
    }));
  if (rows.length > 0) {
    const reached = await withBrowser(tx, workspaceId, kind);
    await tx.insert(notifications).values(rows.map((row) => ({ ...row, pushDue: reached.has(row.userId) })));
  }
  return rows.length + counted.length > 0;
}

/** Who gets this kind in a browser as well, unless they chose otherwise. */
async function withBrowser(tx: Tx, workspaceId: string, kind: NotificationKind): Promise<Set<string>> {
  if (!isPushed(kind)) return new Set();
  const people = await tx
    .selectDistinct({ userId: memberDevices.userId })
    .from(memberDevices)
    .where(eq(memberDevices.workspaceId, workspaceId));
  return new Set(people.map(({ userId }) => userId));
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}
