import { eq } from 'drizzle-orm';
import { type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { users, workspaces } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import type { WorkspaceChoice } from '#src/shared/workspaces.ts';
import { type AccountsDeps, userColumns } from './deps.ts';
import { accountOf } from './metadata.ts';

/**
 * Starts the workspace of a person who was invited and has none of their own; its trial begins now. Each person gets
 * one, whatever becomes of it: a second would be a second trial. @throws AppError workspace_already_started
 */
export async function startWorkspace(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'provision'>,
  userId: string,
  keepAnswer?: KeepAnswer,
): Promise<WorkspaceChoice> {
  const at = deps.clock();
  return deps.db.transaction(async (tx) => {
    // Locked: of two requests at the same moment, the second sees what the first has started.
    const [user] = await tx.select(userColumns).from(users).where(eq(users.id, userId)).for('update');
    if (!user) throw new AppError('user_not_found');
    if (user.workspaceStartedAt) throw new AppError('workspace_already_started');
    const { workspaceId } = await deps.provision(tx, accountOf(user), at);
    const [workspace] = await tx
      .select({ name: workspaces.name })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId));
    const started: WorkspaceChoice = {
      id: workspaceId,
      name: workspace?.name ?? '',
      role: 'owner',
      members: 1,
    };
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'member', userId, name: nameOfUser(user) },
      action: 'workspace.started',
      subject: started.name,
      at,
    });
    await keepAnswer?.(tx, 201, started);
    return started;
  });
}
