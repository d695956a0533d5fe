import { seal, unseal } from '#src/platform/keys/keys.ts';
import type { AccountsDeps, MailRequestJob } from './deps.ts';

const CONTEXT = 'account-mail request';

/** What somebody asked for about an address, left to the job that finds out whether anybody has it. */
export async function enqueueRequest(deps: AccountsDeps, request: object): Promise<void> {
  const sealed = seal(deps.keys.encryptionKey, CONTEXT, JSON.stringify(request));
  const requestedAt = deps.clock().toISOString();
  await deps.db.transaction((tx) =>
    deps.enqueue(tx, 'account-mail', { kind: 'request', sealed, requestedAt }),
  );
}

/** @returns null where it was sealed with a key that this installation no longer has: the person will ask again */
export function openRequest(deps: Pick<AccountsDeps, 'keys'>, job: MailRequestJob): unknown {
  const text = unseal(deps.keys.encryptionKey, CONTEXT, job.sealed);
  return text === null ? null : JSON.parse(text);
}
