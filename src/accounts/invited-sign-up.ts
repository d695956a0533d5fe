import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { record } from './audit.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import { makeUserAlone } from './make-user.ts';
import { checkMetadata } from './metadata.ts';
import { clearTokens } from './one-time-tokens.ts';
import { checkNewPassword } from './passwords.ts';
import { openSession, type SessionObject } from './sessions.ts';
import { once } from './sign-up.ts';
import { startAfresh } from './start-afresh.ts';

export type InvitedSignUp = {
  /** From the mail with the invitation, and from nowhere else: it proves the address. */
  token: string;
  password: string;
  data: Record<string, unknown>;
  client: Client;
};

/**
 * Opens an account for the address that was invited, and makes it a member, in one transaction. It gets no workspace
 * of its own: the person may start one later (start-workspace.ts). The address is the
 * invitation's and counts as confirmed, as the token came with a mail to it. An account of that address that nobody has
 * confirmed may have been opened by someone else: the email's recipient takes it over, without the keys in it.
 * @throws AppError validation_failed, weak_password, user_already_exists, and those of an invitation that is not open
 */
export async function signUpInvited(
  deps: AccountsDeps,
  request: InvitedSignUp,
): Promise<{ session: SessionObject; workspaceId: string }> {
  const { invitations } = deps;
  if (!invitations) throw new AppError('feature_disabled');
  checkNewPassword(request.password);
  const data = checkMetadata(request.data);
  const { client, token } = request;
  // Looked at first, and again below: a hash is dear, and a token that was guessed must not be worth one.
  await deps.db.transaction((tx) => invitations.openFor(tx, token));
  const passwordHash = await deps.hasher.hash(request.password);
  const outcome = await once(() =>
    deps.db.transaction(async (tx) => {
      const { email } = await invitations.openFor(tx, token);
      const user = await takeOverOrMake(deps, tx, { email, passwordHash, data, client });
      const session = await openSession(deps, tx, user, { method: 'password', client });
      if (user.wasOpen) await deps.onConfirmed(tx, user);
      const { workspaceId } = await invitations.accept(tx, token, { ...user, name: nameOfUser(user) });
      return { session, workspaceId };
    }),
  );
  invitations.joined(outcome.workspaceId);
  return outcome;
}

/** `wasOpen`: there was an account, and its address was not confirmed until now. */
async function takeOverOrMake(
  deps: AccountsDeps,
  tx: Tx,
  from: { email: string; passwordHash: string; data: Record<string, unknown>; client: Client },
): Promise<User & { wasOpen: boolean }> {
  const now = deps.clock();
  const [there] = await tx.select(userColumns).from(users).where(eq(users.email, from.email)).for('update');
  if (there?.emailConfirmedAt) throw new AppError('user_already_exists');
  if (!there) {
    const made = await makeUserAlone(deps, tx, { ...from, confirmed: true });
    await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, made.id));
    return { ...made, lastSignInAt: now, wasOpen: false };
  }
  await startAfresh(deps, tx, there, { at: now, own: false });
  await clearTokens(deps, tx, there);
  await record(tx, { userId: there.id, event: 'email_confirmed', client: from.client, at: now });
  const [user] = await tx
    .update(users)
    .set({
      passwordHash: from.passwordHash,
      emailConfirmedAt: now,
      lastSignInAt: now,
      updatedAt: now,
      userMetadata: {
        ...from.data,
        sub: there.id,
        email: there.email,
        email_verified: true,
      },
    })
    .where(eq(users.id, there.id))
    .returning(userColumns);
  if (!user) throw new AppError('unexpected_failure');
  return { ...user, wasOpen: true };
}
