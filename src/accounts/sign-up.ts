import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { mailConfirmation } from './confirmation-mail.ts';
import type { AccountsDeps, Client } from './deps.ts';
import { countFirstMail, limitFirstMail } from './mail-limits.ts';
import { makeUser } from './make-user.ts';
import { checkMetadata } from './metadata.ts';
import { normalEmail } from './normal-email.ts';
import { checkNewPassword } from './passwords.ts';
import { readChallenge } from './pkce.ts';
import { requestAccount } from './required-sign-up.ts';
import { openSession, type SessionObject } from './sessions.ts';
import { isTaken } from './unique.ts';

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

/** A session if one is opened at once; else what the client may know of the user while the address is unconfirmed. */
export type SignedUp = { session: SessionObject } | { user: Record<string, unknown> };

/**
 * Opens an account: user, workspace, trial, starter rule and the mail that confirms the address, in one transaction.
 * Unless the address must be confirmed first there is a session at once, and an address that is known is refused
 * openly: an answer that hides it could not hold the session that everybody else is given.
 * @throws AppError signup_disabled, validation_failed, weak_password, user_already_exists, over_capacity, over_email_send_rate_limit,
 *   and for what is switched off anonymous_provider_disabled, phone_provider_disabled
 */
export async function signUp(deps: AccountsDeps, request: SignUp): Promise<SignedUp> {
  if (deps.signUps === false) throw new AppError('signup_disabled');
  const { email, passwordHash, metadata, challenge } = await prepare(deps, request);
  const confirmed = deps.emailConfirmation === 'off';
  const redirectTo = request.redirectTo ?? null;
  const { client } = request;
  if (deps.emailConfirmation === 'required') {
    const from = { email, passwordHash, data: metadata, challenge, redirectTo, client };
    return { user: await requestAccount(deps, from) };
  }
  if (!confirmed) await limitFirstMail(deps, client.ip);
  const make = () =>
    deps.db.transaction(async (tx): Promise<SignedUp> => {
      const made = { email, passwordHash, data: metadata, confirmed, client };
      const user = await makeUser(deps, tx, made);
      const signedIn = { ...user, lastSignInAt: user.createdAt };
      if (!confirmed) await mailConfirmation(deps, tx, user, { challenge, redirectTo, at: deps.clock() });
      await tx.update(users).set({ lastSignInAt: user.createdAt }).where(eq(users.id, user.id));
      return { session: await openSession(deps, tx, signedIn, { method: 'password', client }) };
    });
  const outcome = await once(make);
  if (!confirmed) await countFirstMail(deps, email, client.ip);
  return outcome;
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
  if (deps.emailConfirmation !== 'required') await refuseKnown(deps, email);
  const passwordHash = await deps.hasher.hash(request.password);
  return { email, metadata, challenge, passwordHash };
}

async function refuseKnown(deps: AccountsDeps, email: string): Promise<void> {
  const [there] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (there) throw new AppError('user_already_exists');
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
