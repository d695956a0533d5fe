import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '#src/db/database.ts';
import { chooseMail } from '#src/db/queries/notification-choices.ts';
import { members, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { ALERT_EMAILS } from '#src/shared/notifications.ts';

type Member = { workspaceId: string; userId: string };
const memberSchema = z.tuple([z.uuid(), z.uuid(), z.string()]);

/**
 * The links below alert emails: they name a member and a workspace, are signed, and work without a sign-in. Each lets
 * its holder stop this member's alert emails in this workspace, and nothing else. `key`: 32 bytes.
 */
export function createUnsubscribe(deps: { app: Database; key: Buffer; publicUrl: string }) {
  const sign = ({ workspaceId, userId }: Member): string =>
    createHmac('sha256', deps.key).update(`${workspaceId} ${userId}`).digest('base64url');

  /** Null for a link that we never made. */
  function read(token: string): Member | null {
    const parts = memberSchema.safeParse(token.split('.'));
    if (!parts.success) return null;
    const [workspaceId, userId, given] = parts.data;
    const right = Buffer.from(sign({ workspaceId, userId }));
    const claimed = Buffer.from(given);
    return claimed.length === right.length && timingSafeEqual(claimed, right)
      ? { workspaceId, userId }
      : null;
  }

  return {
    urlFor: (member: Member): string =>
      `${deps.publicUrl}/unsubscribe/${member.workspaceId}.${member.userId}.${sign(member)}`,

    /** Whose alerts a link is about; null where it is none of ours, or its member has left. */
    async find(token: string): Promise<(Member & { workspace: string }) | null> {
      const member = read(token);
      if (!member) return null;
      const { workspaceId, userId } = member;
      const [row] = await withTenant(deps.app, workspaceId, (tx) =>
        tx
          .select({ workspace: workspaces.name })
          .from(members)
          .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
          .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId))),
      );
      return row ? { ...member, ...row } : null;
    },

    /** Doing it again changes nothing. */
    leave: ({ workspaceId, userId }: Member): Promise<void> =>
      withTenant(deps.app, workspaceId, (tx) =>
        chooseMail(tx, { workspaceId, userId }, { kind: ALERT_EMAILS, mail: false }),
      ),
  };
}
export type Unsubscribe = ReturnType<typeof createUnsubscribe>;
