import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import { beginFlow, type Challenge } from './flows.ts';
import { limitMail, take } from './limits.ts';
import { makeUser } from './make-user.ts';
import { checkMetadata } from './metadata.ts';
import { normalEmail } from './normal-email.ts';
import { issueToken, mailToken } from './one-time-tokens.ts';
import { checkNewPassword } from './passwords.ts';
import { readChallenge } from './pkce.ts';
import { openSession, type SessionObject } from './sessions.ts';
import { isTaken } from './unique.ts';
import { obfuscatedUser, userObject } from './user-object.ts';

export type SignUp = {
  /** An empty one counts as none. */
  email?: string | undefined;
  phone?: string | undefined;
  password: string;
  codeChallenge?: string | null | undefined;
  codeChallengeMethod?: string | null | undefined;
  /** One of the allowed addresses. */
  redirectTo?: string | null | undefined;
  /** What the client sends along; kept as user_metadata, and never an authority. */
  data: Record<string, unknown>;
  client: Client;
};

/** A session where one is opened at once; else what the client may know of the user while his address is open. */
export type SignedUp = { session: SessionObject } | { user: Record<string, unknown> };

/**
 * Opens an account: user, workspace, trial, starter rule and the mail that confirms the address, in one transaction.
 * Unless the address must be confirmed first there is a session at once, and an address that is known is refused
 * openly: an answer that hides it could not hold the session that everybody else is given.
 * @throws AppError validation_failed, weak_password, user_already_exists, over_capacity, over_email_send_rate_limit,
 *   and for what is switched off anonymous_provider_disabled, phone_provider_disabled
 */
export async function signUp(deps: AccountsDeps, request: SignUp): Promise<SignedUp> {
  const { email, passwordHash, metadata, challenge, there } = await prepare(deps, request);
  const required = deps.emailConfirmation === 'required';
  const confirmed = deps.emailConfirmation === 'off';
  const redirectTo = request.redirectTo ?? null;
  const { client } = request;
  if (required) await limitMail(deps, 'signup', email);
  if (there?.emailConfirmedAt) return { user: obfuscatedUser(email, metadata, deps.clock()) };
  if (there) return { user: await mailAgain(deps, there.id, { challenge, redirectTo }) };
  const make = () =>
    deps.db.transaction(async (tx): Promise<SignedUp> => {
      const made = { email, passwordHash, data: metadata, confirmed, client };
      const user = await makeUser(deps, tx, made);
      const signedIn = required ? user : { ...user, lastSignInAt: user.createdAt };
      if (!confirmed) await mailConfirmation(deps, tx, user, { challenge, redirectTo });
      if (required) return { user: userObject(user) };
      await tx.update(users).set({ lastSignInAt: user.createdAt }).where(eq(users.id, user.id));
      return { session: await openSession(deps, tx, signedIn, { method: 'password', client }) };
    });
  const outcome = await once(make);
  // So that asking for the mail again waits its minute.
  if (!required && !confirmed) await take(deps, 'mail', email, ' signup');
  return outcome;
}

type Mailing = { challenge: Challenge | null; redirectTo: string | null };

async function mailConfirmation(deps: AccountsDeps, tx: Tx, user: User, mailing: Mailing): Promise<void> {
  const { challenge, redirectTo } = mailing;
  const flow = { userId: user.id, method: 'email/signup' as const, challenge, at: deps.clock() };
  const flowId = await beginFlow(tx, flow);
  const token = await issueToken(deps, tx, { user, kind: 'confirmation', flowId });
  await mailToken(deps, tx, { user, kind: 'confirm', token, redirectTo });
}

/** Known and still open: the mail goes out again; the password of whoever comes second is not taken. */
async function mailAgain(
  deps: AccountsDeps,
  userId: string,
  mailing: Mailing,
): Promise<Record<string, unknown>> {
  return deps.db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ confirmationSentAt: deps.clock() })
      .where(eq(users.id, userId))
      .returning(userColumns);
    if (!user) throw new AppError('unexpected_failure');
    await mailConfirmation(deps, tx, user, mailing);
    return userObject(user);
  });
}

/** Everything that can be refused, in the contract's order, or takes long, before a transaction begins. */
async function prepare(deps: AccountsDeps, request: SignUp) {
  if (!request.email && !request.phone) throw new AppError('anonymous_provider_disabled');
  checkNewPassword(request.password);
  if (request.email && request.phone) {
    throw new AppError(
      'validation_failed',
      'Only an email address or phone number should be provided on signup.',
    );
  }
  const challenge = readChallenge(request.codeChallenge, request.codeChallengeMethod);
  if (!request.email) throw new AppError('phone_provider_disabled');
  const email = normalEmail(request.email);
  const metadata = checkMetadata(request.data);
  const [there] = await deps.db
    .select({ id: users.id, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.email, email));
  if (there && deps.emailConfirmation !== 'required') throw new AppError('user_already_exists');
  // Hashed for a known address too: it takes as long.
  const passwordHash = await deps.hasher.hash(request.password);
  return { email, metadata, challenge, there, passwordHash };
}

/** Two sign-ups with one address at the same moment: the database lets one through, the other is told. */
export async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTaken(error)) throw new AppError('user_already_exists', undefined, { cause: error });
    throw error;
  }
}

/** An account whose address counts as confirmed, made by the operator or the demo; `furnish` as part of it. */
export async function createConfirmed(
  deps: AccountsDeps,
  account: { email: string; password: string; firstName: string; lastName: string; companyName: string },
  furnish: (tx: Tx, workspaceId: string) => Promise<void>,
): Promise<void> {
  const { email, passwordHash, metadata } = await prepare(deps, {
    email: account.email,
    password: account.password,
    data: {
      first_name: account.firstName,
      last_name: account.lastName,
      accountType: 'company',
      companyName: account.companyName,
    },
    client: { userAgent: null, ip: null },
  });
  await once(() =>
    deps.db.transaction(async (tx) => {
      const { workspaceId } = await makeUser(deps, tx, {
        email,
        passwordHash,
        data: metadata,
        confirmed: true,
        client: null,
      });
      await furnish(tx, workspaceId);
    }),
  );
}
