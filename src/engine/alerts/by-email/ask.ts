import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { members, users } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { PERMISSIONS } from '#src/shared/permissions.ts';
import type { ApprovalMailJob, EngineEnqueue } from '../../enqueue.ts';

type Question = Omit<ApprovalMailJob, 'userId'> & {
  /** Gets no email: the person who just edited the alert. */
  except?: string;
};

/**
 * Asks those who may approve alerts by email; of an escalated one, the owners. Each email is a job of its own, which looks
 * at the policy and at the person's choices when it's sent: what holds now may not hold then.
 */
export async function askByEmail(tx: Tx, enqueue: EngineEnqueue, question: Question): Promise<void> {
  const { workspaceId, alertId, revision, why, except } = question;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const roles = PERMISSIONS[why === 'escalated' ? 'team:owners' : 'alerts:approve'];
  const people = await tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.workspaceId, workspaceId),
        inArray(members.role, [...roles]),
        isNotNull(users.emailConfirmedAt),
        except === undefined ? undefined : ne(members.userId, except),
      ),
    );
  if (people.length === 0) return;
  const jobs = people.map(({ userId }) => ({ workspaceId, alertId, userId, revision, why }));
  await enqueue(tx, 'approval-mail', ...jobs);
}
