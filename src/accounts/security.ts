import { and, desc, eq } from 'drizzle-orm';
import { sessions, users } from '#src/db/schema.ts';
import { isBeyond } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { accountTrail, record } from './audit.ts';
import type { AccountsDeps, Client } from './deps.ts';
import { take } from './limits.ts';
import { makeRecoveryCodes, recoveryCodeStatus } from './recovery-codes.ts';
import { removeUser } from './remove-account.ts';
import { mailFormerAddress, mailSecurity } from './security-mail.ts';
import { factorsOf, signOut, type SignedIn } from './sessions.ts';
import { factorObject, userObject } from './user-object.ts';

/** How long after signing in the password isn't asked for again. */
const RECENT_MS = 10 * 60_000;
const EXPORTED_EVENTS = 10_000;

/** What the "Security" part of the settings shows and does. The caller has checked the session. */
export function createSecurity(deps: AccountsDeps) {
  return {
    /** Newest use first; `current` is the one that asks. */
    async sessions(who: Pick<SignedIn, 'user' | 'session'>) {
      const rows = await deps.db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, who.user.id))
        .orderBy(desc(sessions.refreshedAt), desc(sessions.id));
      return rows.map((session) => ({
        id: session.id,
        current: session.id === who.session.id,
        userAgent: session.userAgent,
        ip: session.ip?.replace(/\/\d+$/, '') ?? null,
        aal: session.aal,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.refreshedAt.toISOString(),
      }));
    },

    /** Signs one device out. @throws AppError not_found */
    async endSession(who: Pick<SignedIn, 'user'>, sessionId: string, client: Client): Promise<void> {
      await deps.db.transaction(async (tx) => {
        const ended = await tx
          .delete(sessions)
          .where(and(eq(sessions.id, sessionId), eq(sessions.userId, who.user.id)))
          .returning({ id: sessions.id });
        if (ended.length === 0) throw new AppError('not_found', 'There is no such session.');
        await record(tx, { userId: who.user.id, event: 'session_ended', client, at: deps.clock() });
      });
    },

    endOthers: (who: Pick<SignedIn, 'user' | 'session'>, client: Client) =>
      signOut(deps, who, 'others', client),

    /** The newest hundred, newest first. */
    async events(who: Pick<SignedIn, 'user'>) {
      return (await accountTrail(deps.db, who.user.id)).map(showEvent);
    },

    /** How many are left of the codes for a lost device, and when they were made. */
    recoveryCodes: (who: Pick<SignedIn, 'user'>) => recoveryCodeStatus(deps.db, who.user.id),
    /** @throws AppError insufficient_aal, recent_sign_in_needed, over_request_rate_limit, mfa_factor_not_found */
    async makeRecoveryCodes(who: Confirming, password: string | undefined, client: Client) {
      await confirm(deps, who, password);
      return makeRecoveryCodes(deps, who, client);
    },

    /**
     * Before actions that someone at an unattended screen must not take: checks the password, or that the sign-in was
     * recent. @throws AppError insufficient_aal, recent_sign_in_needed, over_request_rate_limit
     */
    confirm: (who: Confirming, password: string | undefined) => confirm(deps, who, password),

    /**
     * All that the account service keeps of a person, but for what would let somebody in.
     * @throws AppError recent_sign_in_needed, over_request_rate_limit
     */
    async exportData(who: Pick<SignedIn, 'user' | 'session'>, password: string | undefined, client: Client) {
      await needRecent(deps, who, password);
      const at = deps.clock();
      await deps.db.transaction(async (tx) => {
        await record(tx, { userId: who.user.id, event: 'data_exported', client, at });
        await mailSecurity(deps, tx, who.user.id, 'data_exported');
      });
      const [factors, recoveryCodes, open, events] = await Promise.all([
        factorsOf(deps.db, who.user.id),
        recoveryCodeStatus(deps.db, who.user.id),
        this.sessions(who),
        accountTrail(deps.db, who.user.id, EXPORTED_EVENTS),
      ]);
      return {
        exportedAt: at.toISOString(),
        user: userObject(who.user),
        factors: factors.map(factorObject),
        recoveryCodes,
        sessions: open,
        events: events.map(showEvent),
      };
    },

    /**
     * Removes the account with everything that is this person's alone.
     * @throws AppError recent_sign_in_needed, over_request_rate_limit, last_owner, paid_plan_runs
     */
    async removeAccount(
      who: Pick<SignedIn, 'user' | 'session'>,
      password: string | undefined,
    ): Promise<void> {
      await needRecent(deps, who, password);
      await deps.db.transaction(async (tx) => {
        await mailFormerAddress(deps, tx, who.user, 'account_deleted');
        await removeUser(tx, who.user.id, deps.clock());
      });
    },
  };
}

const showEvent = (event: Awaited<ReturnType<typeof accountTrail>>[number]) => ({
  id: event.id,
  event: event.event,
  ip: event.ip?.replace(/\/\d+$/, '') ?? null,
  userAgent: event.userAgent,
  at: event.at.toISOString(),
});

type Confirming = Pick<SignedIn, 'user' | 'session' | 'mustRaise'>;

async function confirm(deps: AccountsDeps, who: Confirming, password: string | undefined): Promise<void> {
  if (who.mustRaise) throw new AppError('insufficient_aal');
  await needRecent(deps, who, password);
}

/** An open window on somebody else's desk is not enough. */
async function needRecent(
  deps: AccountsDeps,
  who: Pick<SignedIn, 'user' | 'session'>,
  password: string | undefined,
): Promise<void> {
  if (password) {
    if (!(await take(deps, 'signIn', who.user.id, ' confirm')).within) {
      throw new AppError('over_request_rate_limit');
    }
    const [row] = await deps.db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, who.user.id));
    if (await deps.hasher.verify(row?.passwordHash ?? null, password)) return;
    throw new AppError('recent_sign_in_needed', 'The password is wrong.');
  }
  const latest = new Date(Math.max(...who.session.amr.map(({ timestamp }) => timestamp * 1000), 0));
  const now = deps.clock();
  if (now.getTime() - latest.getTime() > RECENT_MS || isBeyond(latest, now))
    throw new AppError('recent_sign_in_needed');
}
