import { eq } from 'drizzle-orm';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountsDeps, Client } from './deps.ts';
import { limitOwnMail } from './mail-limits.ts';
import { issueToken, mailToken } from './one-time-tokens.ts';
import type { SignedIn } from './sessions.ts';

/**
 * Emails a code that proves, for a change of the password, access to the account's email.
 * @throws AppError insufficient_aal, email_not_confirmed_yet, over_email_send_rate_limit
 */
export async function reauthenticate(deps: AccountsDeps, who: SignedIn, client: Client): Promise<void> {
  const { user } = who;
  if (who.mustRaise) throw new AppError('insufficient_aal');
  if (!user.emailConfirmedAt) throw new AppError('email_not_confirmed_yet');
  await limitOwnMail(deps, { what: 'reauthentication', userId: user.id, email: user.email, ip: client.ip });
  await deps.db.transaction(async (tx) => {
    await tx.update(users).set({ reauthenticationSentAt: deps.clock() }).where(eq(users.id, user.id));
    const token = await issueToken(deps, tx, { user, kind: 'reauthentication' });
    await mailToken(deps, tx, { user, kind: 'reauthenticate', token });
  });
}
