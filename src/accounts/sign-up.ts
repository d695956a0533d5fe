import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { sendConfirmation } from './confirmation.ts';
import type { AccountsDeps, Client, NewAccount, User } from './deps.ts';
import { checkNewPassword } from './passwords.ts';
import { openSession, type SessionObject } from './sessions.ts';

export type SignUp = {
  email: string;
  password: string;
  /** What the client sends along; kept as user_metadata, and never an authority. */
  data: Record<string, unknown>;
  client: Client;
};

/** Kept as it is sent, but not without end. */
const METADATA_MAX_BYTES = 16_384;
const NAME_MAX = 100;
const emailSchema = z.email().max(320);

/**
 * Opens an account: user, workspace, trial, starter rule and the mail that confirms the address, in one transaction;
 * then a session at once.
 * @throws AppError validation_failed, weak_password, user_already_exists, over_capacity
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

/** Everything that can be refused, or takes long, before a transaction begins. */
async function prepare(deps: AccountsDeps, request: SignUp) {
  checkNewPassword(request.password);
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

function checkMetadata(data: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > METADATA_MAX_BYTES) {
    throw new AppError(
      'validation_failed',
      `The data of a user cannot be longer than ${METADATA_MAX_BYTES} bytes.`,
    );
  }
  // PostgreSQL cannot hold it in a text; refused here, with a reason.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text))
    throw new AppError('validation_failed', 'The data of a user cannot hold the character U+0000.');
  return data;
}

function newUser(from: {
  email: string;
  passwordHash: string;
  metadata: Record<string, unknown>;
  now: Date;
  confirmed: boolean;
}): User {
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

function accountOf(user: User): NewAccount {
  const text = (name: string): string => {
    const value = user.userMetadata[name];
    return typeof value === 'string' ? oneLine(value).slice(0, NAME_MAX) : '';
  };
  const company = text('companyName');
  return {
    userId: user.id,
    email: user.email,
    firstName: text('first_name'),
    lastName: text('last_name'),
    accountType: user.userMetadata['accountType'] === 'company' ? 'company' : 'personal',
    companyName: company === '' ? null : company,
  };
}

/** A name ends up in subjects and headers: no line breaks, no control characters. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

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
