import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { members, users } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { PERMISSIONS } from '#src/shared/permissions.ts';
import type { Person } from '#src/shared/approving-person.ts';
import { storedAssessment } from '../../approval/policies/assessments.ts';
import { policyInForce } from '../../approval/policies/in-force.ts';
import type { ApprovalMailJob, EngineEnqueue } from '../../enqueue.ts';
import { deputiesOfOwners } from '../../approval/deputies/stand-ins.ts';
import { askInBrowsers } from '../by-notification/ask.ts';
import { askInChats } from '../by-chat/ask.ts';
import { confirmedClients } from './confirmed-clients.ts';

type Question = Pick<ApprovalMailJob, 'workspaceId' | 'alertId' | 'revision' | 'why'> & {
  /** Gets no email: the person who just edited the alert. */
  except?: string;
  /** Now unless told. */
  now?: Date;
};

/**
 * Asks those who may approve alerts by email, in their browsers and in their chats; of an escalated one, the owners and the
 * deputies of those who are away. Each email is a job of its own, which looks at the policy and at the person's choices when
 * it's sent: what holds now may not hold then.
 */
export async function askByEmail(tx: Tx, enqueue: EngineEnqueue, question: Question): Promise<void> {
  const { workspaceId, alertId, revision, why } = question;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  await askInChats(tx, question);
  const asked = await membersToAsk(tx, question);
  await askInBrowsers(tx, enqueue, question, asked);
  const people: Person[] = [...asked, ...(await clientsToAsk(tx, question))];
  if (people.length === 0) return;
  const jobs = people.map((person) => ({ workspaceId, alertId, revision, why, ...person }));
  await enqueue(tx, 'approval-mail', ...jobs);
}

async function membersToAsk(
  tx: Tx,
  { workspaceId, why, except, now = new Date() }: Question,
): Promise<{ userId: string }[]> {
  const roles = PERMISSIONS[why === 'escalated' ? 'team:owners' : 'alerts:approve'];
  const deputies = why === 'escalated' ? await deputiesOfOwners(tx, workspaceId, now) : [];
  return tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.workspaceId, workspaceId),
        or(inArray(members.role, [...roles]), inArray(members.userId, deputies)),
        isNotNull(users.emailConfirmedAt),
        except === undefined ? undefined : ne(members.userId, except),
      ),
    );
}

/** Client approvers of the alert's brand, where the policy names them; of an escalated one, where one of them must approve. */
async function clientsToAsk(
  tx: Tx,
  { workspaceId, alertId, why }: Question,
): Promise<{ approverId: string }[]> {
  const { clients } = policyInForce(await storedAssessment(tx, alertId)).approvers;
  if (clients === undefined || (why === 'escalated' && clients !== 'must')) return [];
  return confirmedClients(tx, { workspaceId, alertId });
}
