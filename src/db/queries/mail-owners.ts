import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { members } from '../schema.ts';

/** A mail of fixed text to every owner of a workspace. */
export async function mailOwners<Kind extends string>(
  tx: Tx,
  enqueue: (tx: Tx, queue: 'account-mail', data: { userId: string; kind: Kind }) => Promise<void>,
  workspaceId: string,
  kind: Kind,
): Promise<void> {
  const owners = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, 'owner')));
  for (const { userId } of owners) await enqueue(tx, 'account-mail', { userId, kind });
}
