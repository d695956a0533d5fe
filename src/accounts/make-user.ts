import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { users } from '#src/db/schema.ts';
import { record } from './audit.ts';
import type { AccountsDeps, Client, User } from './deps.ts';
import { accountOf } from './metadata.ts';

type NewUser = {
  /** Where it was told before the account is made. */
  id?: string;
  email: string;
  /** Null: signs in by mailed links until there is a password. */
  passwordHash: string | null;
  data: Record<string, unknown>;
  confirmed: boolean;
  client: Client | null;
};

/** Creates a user with a workspace of their own; afterwards the transaction sees only that workspace. */
export async function makeUser(
  deps: AccountsDeps,
  tx: Tx,
  from: NewUser,
): Promise<User & { workspaceId: string }> {
  const user = await makeUserAlone(deps, tx, from);
  const { workspaceId } = await deps.provision(tx, accountOf(user), user.createdAt);
  return { ...user, workspaceId };
}

/** Makes a user without a workspace: whoever calls it makes them a member of one. */
export async function makeUserAlone(deps: Pick<AccountsDeps, 'clock'>, tx: Tx, from: NewUser): Promise<User> {
  const now = deps.clock();
  const { passwordHash, ...user } = { ...newUser(from, now), passwordHash: from.passwordHash };
  await tx.insert(users).values({ ...user, passwordHash });
  await record(tx, { userId: user.id, event: 'signed_up', client: from.client, at: now });
  return user;
}

/** A user row, before it is inserted. */
export function newUser(from: Omit<NewUser, 'passwordHash' | 'client'>, now: Date): User {
  const id = from.id ?? newId();
  return {
    id,
    email: from.email,
    emailConfirmedAt: from.confirmed ? now : null,
    confirmationSentAt: from.confirmed ? null : now,
    lastSignInAt: null,
    bannedUntil: null,
    recoverySentAt: null,
    reauthenticationSentAt: null,
    invitedAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    emailChangeAccepted: null,
    appMetadata: { provider: 'email', providers: ['email'] },
    // What the server knows wins over what the client says of the same name.
    userMetadata: {
      ...from.data,
      sub: id,
      email: from.email,
      email_verified: from.confirmed,
      phone_verified: false,
    },
    workspaceStartedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
