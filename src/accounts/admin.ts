import { count, desc, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { sessions, users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { record } from './audit.ts';
import { type AccountsDeps, type User, userColumns } from './deps.ts';
import { removeFactor } from './factors.ts';
import { endFlows } from './flows.ts';
import { makeUser } from './make-user.ts';
import { checkMetadata } from './metadata.ts';
import { normalEmail } from './normal-email.ts';
import { moveAddresses } from './email-change.ts';
import { clearTokens } from './one-time-tokens.ts';
import { checkNewPassword } from './passwords.ts';
import { removeUser } from './remove-account.ts';
import { lockFactors } from './raise.ts';
import { mailFormerAddress, mailSecurity } from './security-mail.ts';
import { factorsOf } from './sessions.ts';
import { startAfresh } from './start-afresh.ts';
import { isTaken } from './unique.ts';
import { factorObject, userObject } from './user-object.ts';

type AdminUser = {
  email?: string | undefined;
  password?: string | undefined;
  emailConfirm?: boolean | undefined;
  userMetadata?: Record<string, unknown> | undefined;
  appMetadata?: Record<string, unknown> | undefined;
  /** As Go writes durations (`24h`, `1h30m`), or `none`. */
  banDuration?: string | undefined;
};

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000 };

/** @returns until when, null for `none` @throws AppError validation_failed */
function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|m|s)/g)];
  const ms = parts.reduce((sum, [, n, unit]) => sum + Number(n) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  const until = new Date(now.getTime() + ms);
  if (parts.map(([all]) => all).join('') !== duration || ms === 0 || Number.isNaN(until.getTime())) {
    throw new AppError('validation_failed', 'invalid format for ban duration: use 24h, 30m or none');
  }
  return until;
}

async function hashOf(deps: AccountsDeps, password: string | undefined): Promise<string | null> {
  if (!password) return null;
  checkNewPassword(password);
  return deps.hasher.hash(password);
}

const show = async (db: Pick<Tx, 'select'>, user: User) => userObject(user, await factorsOf(db, user.id));

async function lock(tx: Tx, id: string): Promise<User> {
  const [user] = await tx.select(userColumns).from(users).where(eq(users.id, id)).for('update');
  if (!user) throw new AppError('no_such_user');
  return user;
}

/** What an operator's program may do with users. Callers have checked that it may. */
export function createAdmin(deps: AccountsDeps) {
  return {
    /** Newest first. `page` counts from 1. */
    async list({ page, perPage }: { page: number; perPage: number }) {
      const rows = await deps.db
        .select(userColumns)
        .from(users)
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      const [total] = await deps.db.select({ n: count() }).from(users);
      return { users: rows.map((user) => userObject(user)), total: total?.n ?? 0 };
    },

    /** @throws AppError validation_failed, weak_password, email_exists */
    async create(from: AdminUser) {
      if (!from.email) throw new AppError('validation_failed', 'Cannot create a user without an email');
      const email = normalEmail(from.email);
      const data = checkMetadata(from.userMetadata ?? {});
      const passwordHash = await hashOf(deps, from.password);
      const now = deps.clock();
      const set = {
        userMetadata: data,
        appMetadata: { provider: 'email', providers: ['email'], ...from.appMetadata },
        confirmationSentAt: null,
        bannedUntil: from.banDuration ? bannedUntil(from.banDuration, now) : null,
      };
      return orTaken(() =>
        deps.db.transaction(async (tx) => {
          const confirmed = from.emailConfirm ?? false;
          const made = await makeUser(deps, tx, { email, passwordHash, data, confirmed, client: null });
          const [user] = await tx.update(users).set(set).where(eq(users.id, made.id)).returning(userColumns);
          return show(tx, user ?? made);
        }),
      );
    },

    /** @throws AppError no_such_user */
    async get(id: string) {
      const [user] = await deps.db.select(userColumns).from(users).where(eq(users.id, id));
      if (!user) throw new AppError('no_such_user');
      return show(deps.db, user);
    },

    /**
     * Both kinds of metadata are merged; null removes a key. A new password or address makes worthless what was
     * mailed before, and a new password ends the sessions: so an account is taken back from a stranger.
     * @throws AppError as `create`, and no_such_user
     */
    async update(id: string, change: AdminUser) {
      const email = change.email === undefined ? undefined : normalEmail(change.email);
      const passwordHash = await hashOf(deps, change.password);
      const now = deps.clock();
      return orTaken(() =>
        deps.db.transaction(async (tx) => {
          const found = await lock(tx, id);
          const confirms = change.emailConfirm === true && !found.emailConfirmedAt;
          // With a new password and a confirmed address the operator hands the account to the owner of the address.
          const handsOver = confirms && passwordHash !== null && found.lastSignInAt !== null;
          const before = handsOver ? await startAfresh(deps, tx, found, { at: now }) : found;
          const takenBack = passwordHash !== null || (email !== undefined && email !== before.email);
          const userMetadata = checkMetadata(merge(before.userMetadata, change.userMetadata));
          const [user] = await tx
            .update(users)
            .set({
              ...(email ? { email } : {}),
              ...(passwordHash ? { passwordHash } : {}),
              ...(takenBack ? { newEmail: null, emailChangeSentAt: null, emailChangeAccepted: null } : {}),
              ...(confirms ? { emailConfirmedAt: now } : {}),
              ...(change.banDuration ? { bannedUntil: bannedUntil(change.banDuration, now) } : {}),
              userMetadata,
              appMetadata: merge(before.appMetadata, change.appMetadata),
              updatedAt: now,
            })
            .where(eq(users.id, id))
            .returning(userColumns);
          if (!user) throw new AppError('no_such_user');
          if (takenBack) {
            await clearTokens(deps, tx, user);
            await endFlows(tx, id);
          }
          if (passwordHash) {
            await tx.delete(sessions).where(eq(sessions.userId, id));
            await mailSecurity(deps, tx, id, 'password_changed');
          }
          await record(tx, { userId: id, event: 'changed_by_operator', client: null, at: now });
          const shown = await show(tx, user);
          if (user.email !== before.email && before.emailConfirmedAt)
            await mailFormerAddress(deps, tx, before, 'email_changed');
          if (user.email !== before.email)
            await moveAddresses(tx, { userId: id, from: before.email, to: user.email, now });
          if (confirms) await deps.onConfirmed(tx, user);
          if (passwordHash) {
            await deps.onSecurityEvent?.(tx, { userId: id, kind: 'password_changed', at: now });
          }
          return shown;
        }),
      );
    },

    /** Deletes a user with everything that belongs to them alone. @throws AppError no_such_user */
    async remove(id: string): Promise<void> {
      await deps.db.transaction(async (tx) => {
        const user = await lock(tx, id);
        await mailFormerAddress(deps, tx, user, 'account_deleted');
        await removeUser(tx, id, deps.clock());
      });
    },

    /** @throws AppError no_such_user */
    async factors(id: string) {
      const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.id, id));
      if (!user) throw new AppError('no_such_user');
      return (await factorsOf(deps.db, id)).map(factorObject);
    },

    /** For users who have lost their device. @throws AppError no_such_user, mfa_factor_not_found */
    async removeFactor(id: string, factorId: string) {
      return deps.db.transaction(async (tx) => {
        await lockFactors(tx, id);
        await lock(tx, id);
        const factor = (await factorsOf(tx, id)).find((each) => each.id === factorId);
        if (!factor) throw new AppError('mfa_factor_not_found');
        await removeFactor(deps, tx, factor);
        await record(tx, { userId: id, event: 'factor_removed', client: null, at: deps.clock() });
        return factorObject(factor);
      });
    },
  };
}

function merge(
  before: Record<string, unknown>,
  change: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null));
}

export async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTaken(error)) throw new AppError('email_exists', undefined, { cause: error });
    throw error;
  }
}
