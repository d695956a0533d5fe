import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type TokenKind, users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { orTaken } from './admin.ts';
import { type AccountsDeps, type User, userColumns } from './deps.ts';
import { makeUser } from './make-user.ts';
import { checkMetadata } from './metadata.ts';
import { normalEmail } from './normal-email.ts';
import { codeOf, issueToken, mailToken } from './one-time-tokens.ts';
import { checkNewPassword } from './passwords.ts';
import { factorsOf } from './sessions.ts';
import { userObject } from './user-object.ts';

export const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
export type LinkRequest = {
  type: (typeof LINK_TYPES)[number];
  email: string;
  password?: string | undefined;
  newEmail?: string | undefined;
  data?: Record<string, unknown> | undefined;
  redirectTo: string;
};

/**
 * A link of the contract's kind (opening it spends it), for an operator's program to send in its own mail; none of ours
 * goes out. @throws AppError validation_failed, weak_password, no_such_user, email_exists
 */
export async function generateLink(deps: AccountsDeps, request: LinkRequest) {
  const email = normalEmail(request.email);
  const data = checkMetadata(request.data ?? {});
  if (request.type === 'signup') checkNewPassword(request.password ?? '');
  const passwordHash =
    request.type === 'signup' && request.password ? await deps.hasher.hash(request.password) : null;
  const newEmail = request.type.startsWith('email_change') ? normalEmail(request.newEmail ?? '') : null;
  return orTaken(() =>
    deps.db.transaction(async (tx) => {
      const there = await findByEmail(tx, email);
      // To an address nobody has, a magic link opens the account.
      const type = request.type === 'magiclink' && !there ? 'signup' : request.type;
      const kind = KINDS[type];
      if (!there && kind !== 'confirmation') throw new AppError('no_such_user');
      if (there?.emailConfirmedAt && kind === 'confirmation') throw new AppError('email_exists');
      if (newEmail && (await findByEmail(tx, newEmail))) throw new AppError('email_exists');
      const user = await stamp(
        tx,
        there ?? (await makeExactly(deps, tx, { email, passwordHash, data })),
        type,
        newEmail,
        deps.clock(),
      );
      // See `invite`.
      const startsAfresh = type === 'invite' && there !== undefined;
      const token = await issueToken(deps, tx, { user, kind, startsAfresh });
      const wireType = kind.startsWith('email_change') ? 'email_change' : type;
      const query = new URLSearchParams({ token, type: wireType, redirect_to: request.redirectTo });
      return {
        ...userObject(user, await factorsOf(tx, user.id)),
        action_link: `${deps.publicUrl}/auth/v1/verify?${query}`,
        email_otp: codeOf(deps.keys.encryptionKey, token),
        hashed_token: token,
        verification_type: type,
        redirect_to: request.redirectTo,
      };
    }),
  );
}

const KINDS = {
  signup: 'confirmation',
  invite: 'confirmation',
  magiclink: 'recovery',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
} as const satisfies Record<LinkRequest['type'], TokenKind>;

/** Opens an account for another person's address and emails them. @throws AppError validation_failed, email_exists */
export async function invite(
  deps: AccountsDeps,
  request: { email: string; data: Record<string, unknown>; redirectTo: string | null },
) {
  const email = normalEmail(request.email);
  const data = checkMetadata(request.data);
  return orTaken(() =>
    deps.db.transaction(async (tx) => {
      const there = await findByEmail(tx, email);
      if (there?.emailConfirmedAt) throw new AppError('email_exists');
      const made = there ?? (await makeExactly(deps, tx, { email, passwordHash: null, data }));
      const user = await stamp(tx, made, 'invite', null, deps.clock());
      // An earlier sign-up with the address may be a stranger's: none of their access outlives the invitation.
      const startsAfresh = there !== undefined;
      const token = await issueToken(deps, tx, { user, kind: 'confirmation', startsAfresh });
      await mailToken(deps, tx, { user, kind: 'invite', token, redirectTo: request.redirectTo });
      return userObject(user);
    }),
  );
}

async function findByEmail(tx: Tx, email: string): Promise<User | undefined> {
  const [user] = await tx.select(userColumns).from(users).where(eq(users.email, email)).for('update');
  return user;
}

/** With exactly the metadata that was given, as the contract has it for administrators. */
async function makeExactly(
  deps: AccountsDeps,
  tx: Tx,
  from: { email: string; passwordHash: string | null; data: Record<string, unknown> },
): Promise<User> {
  const made = await makeUser(deps, tx, { ...from, confirmed: false, client: null });
  const set = { userMetadata: from.data, confirmationSentAt: null };
  const [user] = await tx.update(users).set(set).where(eq(users.id, made.id)).returning(userColumns);
  return user ?? made;
}

/** Writes down what was sent when. */
async function stamp(
  tx: Tx,
  user: User,
  type: LinkRequest['type'],
  newEmail: string | null,
  now: Date,
): Promise<User> {
  const set = {
    signup: { confirmationSentAt: now },
    invite: { invitedAt: now, confirmationSentAt: now },
    magiclink: { recoverySentAt: now },
    recovery: { recoverySentAt: now },
    email_change_current: { newEmail, emailChangeSentAt: now },
    email_change_new: { newEmail, emailChangeSentAt: now },
  }[type];
  const [stamped] = await tx.update(users).set(set).where(eq(users.id, user.id)).returning(userColumns);
  return stamped ?? user;
}
