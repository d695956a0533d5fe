import type { Tx } from '#src/db/database.ts';
import type { AccountsDeps, User } from './deps.ts';
import { beginFlow, type Challenge } from './flows.ts';
import { issueToken, mailToken } from './one-time-tokens.ts';

/**
 * `at`: when it was requested; `startsAfresh`: confirming takes the account over without its keys; `withCode`: requested
 * by a program that lets people type a code.
 */
type Mailing = {
  challenge: Challenge | null;
  redirectTo: string | null;
  at: Date;
  startsAfresh?: boolean;
  withCode?: boolean;
};

/** The mail that confirms the address of an account. */
export async function mailConfirmation(
  deps: AccountsDeps,
  tx: Tx,
  user: User,
  mailing: Mailing,
): Promise<void> {
  const { challenge, redirectTo, at, startsAfresh = false, withCode = false } = mailing;
  const flowId = await beginFlow(tx, { userId: user.id, method: 'email/signup', challenge, at });
  const token = await issueToken(deps, tx, { user, kind: 'confirmation', flowId, startsAfresh });
  await mailToken(deps, tx, { user, kind: 'confirm', token, redirectTo, withCode });
}
