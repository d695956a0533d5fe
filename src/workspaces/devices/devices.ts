import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { approvalLinks, memberDevices } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { seal, unseal } from '#src/platform/keys/keys.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { MEMBER_DEVICES_MAX, type MemberDevice } from '#src/shared/notifications.ts';

/** What the channel that reaches browsers makes of a subscription; null for what it can't reach. */
export type ReadSubscription = (
  given: unknown,
  agent: string,
) => Promise<{ address: string; mark: string; registered: string } | null>;

type Mine = { workspaceId: string; userId: string };
type Row = typeof memberDevices.$inferSelect;

const contextOf = ({ workspaceId, id }: { workspaceId: string; id: string }): string =>
  `${workspaceId} member_devices ${id}`;
const isDevice = (workspaceId: string, id: string) =>
  and(eq(memberDevices.workspaceId, workspaceId), eq(memberDevices.id, id));
const isMine = ({ workspaceId, userId }: Mine) =>
  and(eq(memberDevices.workspaceId, workspaceId), eq(memberDevices.userId, userId));

const shown = ({ id, name, mark, approves, createdAt }: Row): MemberDevice => ({
  id,
  name,
  mark,
  approves,
  createdAt: createdAt.toISOString(),
});

/** Browsers in which members get notifications. Each belongs to a session, and ends with it (migration 0320). */
export function createMemberDevices({
  app,
  clock,
  encryptionKey,
  read,
}: {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  read: ReadSubscription;
}) {
  const ofMine = (tx: Tx, mine: Mine) =>
    tx.select().from(memberDevices).where(isMine(mine)).orderBy(asc(memberDevices.createdAt));

  return {
    list: (mine: Mine): Promise<MemberDevice[]> =>
      withTenant(app, mine.workspaceId, async (tx) => (await ofMine(tx, mine)).map(shown)),

    /**
     * Registers the browser of a session, or the same anew: the person who does has it. Over the limit, the oldest of theirs
     * is removed. @throws AppError validation_failed for what isn't a subscription
     */
    register: async (
      mine: Mine & { sessionId: string },
      { given, agent, approves }: { given: unknown; agent: string; approves: boolean },
    ): Promise<MemberDevice> => {
      const found = await read(given, agent);
      if (!found)
        throw new AppError(
          'validation_failed',
          'This browser’s subscription can’t be used. Turn notifications off and on again.',
        );
      const { workspaceId, userId, sessionId } = mine;
      return withTenant(app, workspaceId, async (tx) => {
        // Whoever had it: a browser shows one person's notifications.
        await tx
          .delete(memberDevices)
          .where(and(eq(memberDevices.workspaceId, workspaceId), eq(memberDevices.mark, found.mark)));
        const there = await ofMine(tx, mine);
        const over = there.slice(0, Math.max(0, there.length - MEMBER_DEVICES_MAX + 1));
        if (over.length > 0)
          await tx.delete(memberDevices).where(
            and(
              isMine(mine),
              inArray(
                memberDevices.id,
                over.map(({ id }) => id),
              ),
            ),
          );
        const id = newId();
        const row: Row = {
          workspaceId,
          id,
          userId,
          sessionId,
          name: found.address.split(' · ')[0] ?? '',
          mark: found.mark,
          sealed: seal(encryptionKey, contextOf({ workspaceId, id }), found.registered),
          approves,
          createdAt: clock(),
        };
        await tx.insert(memberDevices).values(row);
        return shown(row);
      });
    },

    /** @throws AppError not_found */
    change: (mine: Mine, id: string, { approves }: { approves: boolean }): Promise<MemberDevice> =>
      withTenant(app, mine.workspaceId, async (tx) => {
        const [row] = await tx
          .update(memberDevices)
          .set({ approves })
          .where(and(isMine(mine), eq(memberDevices.id, id)))
          .returning();
        if (!row) throw new AppError('not_found', 'There is no such browser.');
        if (!approves) await dropButtons(tx, mine.workspaceId, id);
        return shown(row);
      }),

    /** @throws AppError not_found */
    remove: (mine: Mine, id: string): Promise<void> =>
      withTenant(app, mine.workspaceId, async (tx) => {
        const { rowCount } = await tx
          .delete(memberDevices)
          .where(and(isMine(mine), eq(memberDevices.id, id)));
        if (rowCount === 0) throw new AppError('not_found', 'There is no such browser.');
      }),
  };
}
export type MemberDevices = ReturnType<typeof createMemberDevices>;

/** Notifications that were sent before no longer approve. Those of a browser that is removed end with it (migration 0321). */
async function dropButtons(tx: Tx, workspaceId: string, deviceId: string): Promise<void> {
  await tx
    .delete(approvalLinks)
    .where(and(eq(approvalLinks.workspaceId, workspaceId), eq(approvalLinks.deviceId, deviceId)));
}

/** A browser with what reaches it; null where it was removed. Locked, so that a button ends with what allows it. */
export async function openMemberDevice(
  tx: Tx,
  encryptionKey: Buffer,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<{ id: string; userId: string; approves: boolean; registered: string | null } | null> {
  const [row] = await tx.select().from(memberDevices).where(isDevice(workspaceId, id)).for('share');
  if (!row) return null;
  const { userId, approves, sealed } = row;
  return { id, userId, approves, registered: unseal(encryptionKey, contextOf({ workspaceId, id }), sealed) };
}

/** One that its push service doesn't know any more. */
export async function forgetMemberDevice(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.delete(memberDevices).where(isDevice(workspaceId, id));
}
