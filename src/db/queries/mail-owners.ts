import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import type { MailDetails } from '#src/shared/mail-details.ts';
import { members, workspaces } from '../schema.ts';

/** An email of fixed text to every owner of a workspace, and to `andTo`; the workspace and `details` are its table. */
export async function mailOwners<Kind extends string>(
  tx: Tx,
  enqueue: (
    tx: Tx,
    queue: 'account-mail',
    data: { userId: string; kind: Kind; details?: MailDetails },
  ) => Promise<void>,
  workspaceId: string,
  kind: Kind,
  about: { details?: MailDetails; andTo?: string | null } = {},
): Promise<void> {
  const owners = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, 'owner')));
  const to = new Set([...owners.map(({ userId }) => userId), ...(about.andTo ? [about.andTo] : [])]);
  const [workspace] = await tx
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  const details = { workspace: workspace?.name ?? '', ...about.details };
  for (const userId of to) await enqueue(tx, 'account-mail', { userId, kind, details });
}
