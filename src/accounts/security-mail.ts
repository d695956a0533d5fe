import type { Tx } from '#src/db/database.ts';
import { seal } from '#src/platform/keys/keys.ts';
import { mailTime } from '#src/shared/mail-details.ts';
import type { AccountsDeps, SecurityMailKind, User } from './deps.ts';

type MailDeps = Pick<AccountsDeps, 'enqueue' | 'keys' | 'clock'>;

/** Emails a person about something that changes who can get into the account, in the transaction in which it happens. */
export async function mailSecurity(
  deps: MailDeps,
  tx: Tx,
  userId: string,
  kind: SecurityMailKind,
): Promise<void> {
  await deps.enqueue(tx, 'account-mail', { userId, kind, details: { at: mailTime(deps.clock()) } });
}

/** The same to an address that the account has no more once the transaction has ended. */
export async function mailFormerAddress(
  deps: MailDeps,
  tx: Tx,
  before: Pick<User, 'id' | 'email' | 'emailConfirmedAt'>,
  kind: 'email_changed' | 'account_deleted',
): Promise<void> {
  const { id: userId, email } = before;
  await deps.enqueue(tx, 'account-mail', {
    userId,
    kind,
    sealedTo: seal(deps.keys.encryptionKey, `account-mail to ${userId}`, email),
    ...(before.emailConfirmedAt ? {} : { unconfirmed: true }),
    details: { at: mailTime(deps.clock()) },
  });
}
