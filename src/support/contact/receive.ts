import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { contactMessages } from '#src/db/schema.ts';
import { enterMember } from '#src/db/tenant.ts';
import { isFirstIn, takeAllIn, UsedUp } from '#src/platform/limits/count.ts';
import { AppError } from '#src/shared/errors.ts';
import { promiseOf, type Promised } from '../queue/promise.ts';
import type { ContactDeps } from './deps.ts';
import type { NewMessage } from './new-message.ts';
import { messageLimits, sameMessage } from './quotas.ts';

/**
 * Stores a message and the job that mails it to the team, both or neither. The same message that comes again
 * (quotas.ts) is stored once, and answers alike. What a member of a workspace writes has a place in the support queue.
 * @throws AppError over_request_rate_limit
 */
export async function receiveMessage(
  deps: ContactDeps,
  given: NewMessage,
  clientAddress: string | null,
): Promise<void> {
  const { writer, request: _, ...message } = given;
  const stored = deps.db.transaction(async (tx) => {
    if (!(await isFirstIn(tx, deps, sameMessage(given)))) return;
    await takeAllIn(tx, deps, messageLimits(clientAddress));
    const id = newId();
    const at = deps.clock();
    await tx.insert(contactMessages).values({
      ...message,
      id,
      userId: writer?.userId ?? null,
      workspaceId: writer?.workspaceId ?? null,
      createdAt: at,
      ...(await promisedTo(tx, writer, at)),
    });
    await deps.enqueue(tx, 'contact-mail', { messageId: id });
  });
  await stored.catch((error: unknown) => {
    throw error instanceof UsedUp ? tooMany(error.seconds) : error;
  });
}

/** Who isn't signed in has no plan, and no place in the queue. */
async function promisedTo(tx: Tx, writer: NewMessage['writer'], at: Date): Promise<Promised | null> {
  if (writer === null || writer.workspaceId === null) return null;
  await enterMember(tx, { userId: writer.userId, workspaceId: writer.workspaceId });
  return promiseOf(tx, at);
}

const tooMany = (seconds: number): AppError =>
  new AppError('over_request_rate_limit', 'Too many messages were sent. Please try again later.', {
    details: { retry_after: seconds },
  });
