import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { sendConfirmation } from './confirmation.ts';
import type { AccountsDeps, Client, User } from './deps.ts';
import { accountOf, checkMetadata } from './metadata.ts';
import { checkNewPassword } from './passwords.ts';
import { checkChallenge } from './pkce.ts';
import { openSession, type SessionObject } from './sessions.ts';

export type SignUp = {
  /** An empty one counts as none. */
  email?: string | undefined;
  phone?: string | undefined;
  password: string;
  /** Checked, but a session is opened at once: there is nothing to exchange. */
  codeChallenge?: string | null | undefined;
  codeChallengeMethod?: string | null | undefined;
  /** What the client sends along; kept as user_metadata, and never an authority. */
  data: Record<string, unknown>;
  client: Client;
};

const emailSchema = z.email().max(320);

/**
 * Opens an account: user, workspace, trial, starter rule and the mail that confirms the address, in one transaction;
 * then a session at once. An address that is known is refused openly, confirmed or not: an answer that hides it could
 * not hold the session that everybody else is given.
 * @throws AppError validation_failed, weak_password, user_already_exists, over_capacity, and for what is switched off
 *   anonymous_provider_disabled, phone_provider_disabled
 */
export async function signUp(deps: AccountsDeps, request: SignUp): Promise<SessionObject> {
  const { email, passwordHash, metadata } = await prepare(deps, request);
  const now = deps.clock();
  const confirmed = deps.emailConfirmation === 'off';
  return once(() =>
    deps.db.transaction(async (tx) => {
      const user = newUser({ email, passwordHash, metadata, now, confirmed });
      await tx.insert(users).values(user);
      await deps.provision(tx, accountOf(user), now);
      if (!confirmed) await sendConfirmation(deps, tx, user);
      return openSession(deps, tx, user, { method: 'password', client: request.client });
    }),
  );
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
  checkChallenge(request.codeChallenge, request.codeChallengeMethod);
  if (!request.email) throw new AppError('phone_provider_disabled');
  const email = normalEmail(request.email);
  const metadata = checkMetadata(request.data);
  const [there] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (there) throw new AppError('user_already_exists');
  return { email, metadata, passwordHash: await deps.hasher.hash(request.password) };
}

/** @throws AppError validation_failed with the contract's sentence */
export function normalEmail(email: string): string {
  const parsed = emailSchema.safeParse(email.trim().toLowerCase());
  if (!parsed.success)
    throw new AppError('validation_failed', 'Unable to validate email address: invalid format');
  return parsed.data;
}

function newUser(from: {
  email: string;
  passwordHash: string;
  metadata: Record<string, unknown>;
  now: Date;
  confirmed: boolean;
}): typeof users.$inferInsert & User {
  const id = newId();
  return {
    id,
    email: from.email,
    passwordHash: from.passwordHash,
    emailConfirmedAt: from.confirmed ? from.now : null,
    confirmationSentAt: from.confirmed ? null : from.now,
    lastSignInAt: from.now,
    bannedUntil: null,
    appMetadata: { provider: 'email', providers: ['email'] },
    // What the server knows wins over what the client says of the same name.
    userMetadata: {
      ...from.metadata,
      sub: id,
      email: from.email,
      email_verified: from.confirmed,
      phone_verified: false,
    },
    createdAt: from.now,
    updatedAt: from.now,
  };
}

/** Two sign-ups with one address at the same moment: the database lets one through, the other is told. */
async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof Error && 'constraint' in cause && cause.constraint === 'users_email_key') {
      throw new AppError('user_already_exists', undefined, { cause: error });
    }
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
  const now = deps.clock();
  await once(() =>
    deps.db.transaction(async (tx) => {
      const user = newUser({ email, passwordHash, metadata, now, confirmed: true });
      await tx.insert(users).values(user);
      const { workspaceId } = await deps.provision(tx, accountOf(user), now);
      await furnish(tx, workspaceId);
    }),
  );
}
