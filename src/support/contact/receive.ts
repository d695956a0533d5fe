import { newId } from '#src/db/ids.ts';
import { contactMessages } from '#src/db/schema.ts';
import { isFirstIn, takeAllIn, UsedUp } from '#src/platform/limits/count.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ContactDeps } from './deps.ts';
import type { NewMessage } from './new-message.ts';
import { messageLimits, sameMessage } from './quotas.ts';

/**
 * Stores a message and the job that mails it to the team, both or neither. The same message that comes again
 * (quotas.ts) is stored once, and answers alike.
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
    await tx.insert(contactMessages).values({
      ...message,
      id,
      userId: writer?.userId ?? null,
      workspaceId: writer?.workspaceId ?? null,
      createdAt: deps.clock(),
    });
    await deps.enqueue(tx, 'contact-mail', { messageId: id });
  });
  await stored.catch((error: unknown) => {
    throw error instanceof UsedUp ? tooMany(error.seconds) : error;
  });
}

const tooMany = (seconds: number): AppError =>
  new AppError('over_request_rate_limit', 'Too many messages were sent. Please try again later.', {
    details: { retry_after: seconds },
  });
