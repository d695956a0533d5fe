import type { ActivityAction, ActivityDetail, ActorKind } from '#src/shared/activity.ts';
import type { Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { activity } from '../schema.ts';

/** Who does something in a workspace. The name stays as it was, also when the person has left. */
export type Actor = { kind: ActorKind; userId: string | null; name: string };

/** Keeps a request's answer in the transaction of its effect, so that a repeated request gets the same one. */
export type KeepAnswer = (tx: Tx, status: number, body: unknown) => Promise<void>;

export type ActivityEntry = {
  workspaceId: string;
  actor: Actor;
  /** What was done: a line of src/shared/activity.ts. */
  action: ActivityAction;
  /** What it was done to, in words a person knows it by. */
  subject: string;
  /** The contact that it was done to: an erasure takes the subject out. */
  contactId?: string;
  detail?: ActivityDetail;
  at: Date;
};

/** Writes down what somebody did in a workspace, in the transaction in which it happens. Nothing changes it later, except that an erasure takes the person out. */
export async function recordActivity(tx: Tx, entry: ActivityEntry): Promise<void> {
  const { workspaceId, actor, action, subject, contactId = null, detail = {}, at } = entry;
  await tx.insert(activity).values({
    workspaceId,
    id: newId(),
    actorKind: actor.kind,
    actorUserId: actor.userId,
    actorName: actor.name.slice(0, 320),
    action,
    subject: subject.slice(0, 320),
    subjectId: contactId,
    detail,
    at,
  });
}
