import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#src/db/database.ts';
import { addresses, contacts, members, oneTimeTokens, users } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import { type AccountsDeps, type User, userColumns } from './deps.ts';
import { beginFlow, type Challenge } from './flows.ts';
import { mayMail, mayMailNewAddress } from './mail-limits.ts';
import { issueToken, mailToken, type TokenRow } from './one-time-tokens.ts';
import { isTaken } from './unique.ts';

type Ask = { challenge: Challenge | null; at: Date; redirectTo: string | null };

/** One that was never confirmed has no say, its owner may have mistyped it. */
const sidesOf = (user: User) => (user.emailConfirmedAt ? (['new', 'current'] as const) : (['new'] as const));

/** Mails both addresses of a change that begins. What was mailed for an earlier one is worthless. */
export async function mailEmailChange(deps: AccountsDeps, tx: Tx, user: User, ask: Ask): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, user.id),
        inArray(oneTimeTokens.kind, ['email_change_new', 'email_change_current']),
      ),
    );
  for (const side of sidesOf(user)) await mailSide(deps, tx, user, side, ask);
}

/**
 * Mails a change that waits again, to who has not answered. Anybody may ask for it, so it takes nothing back: the links
 * of earlier mails stay good, and so does the answer of the other side.
 */
export async function mailEmailChangeAgain(deps: AccountsDeps, tx: Tx, user: User, ask: Ask): Promise<void> {
  const { newEmail } = user;
  if (newEmail === null) return;
  if (!(await mayMail(deps, tx, 'email_change', user.email))) return;
  await tx.update(users).set({ emailChangeSentAt: deps.clock() }).where(eq(users.id, user.id));
  for (const side of sidesOf(user)) {
    if (side === user.emailChangeAccepted) continue;
    if (side === 'new' && !(await mayMailNewAddress(deps, tx, newEmail))) continue;
    await mailSide(deps, tx, user, side, ask);
  }
}

async function mailSide(
  deps: AccountsDeps,
  tx: Tx,
  user: User,
  side: 'new' | 'current',
  ask: Ask,
): Promise<void> {
  const kind = `email_change_${side}` as const;
  const flowId = await beginFlow(tx, { ...ask, userId: user.id, method: 'email_change' });
  const token = await issueToken(deps, tx, { user, kind, flowId });
  await mailToken(deps, tx, { user, kind, token, redirectTo: ask.redirectTo });
}

/** One of the two mails was answered. @returns the user with the new address, or null while the other is waited for */
export async function acceptEmailChange(
  tx: Tx,
  user: User,
  token: TokenRow,
  now: Date,
): Promise<User | null> {
  if (!user.newEmail) throw new AppError('otp_expired');
  const side = token.kind === 'email_change_new' ? 'new' : 'current';
  const other = side === 'new' ? 'current' : 'new';
  if (user.emailConfirmedAt && user.emailChangeAccepted !== other) {
    await tx
      .delete(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, user.id), eq(oneTimeTokens.kind, token.kind)));
    await tx.update(users).set({ emailChangeAccepted: side, updatedAt: now }).where(eq(users.id, user.id));
    return null;
  }
  const set = {
    email: user.newEmail,
    newEmail: null,
    emailChangeSentAt: null,
    emailChangeAccepted: null,
    emailConfirmedAt: now,
    updatedAt: now,
    userMetadata: { ...user.userMetadata, email: user.newEmail, email_verified: true },
  };
  const [changed] = await tx
    .update(users)
    .set(set)
    .where(eq(users.id, user.id))
    .returning(userColumns)
    .catch((error: unknown) => {
      if (isTaken(error)) throw new AppError('email_exists', undefined, { cause: error });
      throw error;
    });
  return changed ?? null;
}

/** Updates the person's own address in each of their workspaces; the transaction ends in the last one. */
export async function moveAddresses(
  tx: Tx,
  { userId, from, to, now }: { userId: string; from: string; to: string; now: Date },
): Promise<void> {
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`);
  const mine = await tx
    .select({ workspaceId: members.workspaceId })
    .from(members)
    .where(eq(members.userId, userId));
  const there = alias(addresses, 'there');
  for (const { workspaceId } of mine) {
    await enterTenant(tx, workspaceId);
    await tx
      .update(addresses)
      .set({ address: to, updatedAt: now })
      .where(
        and(
          inArray(
            addresses.contactId,
            tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.userId, userId)),
          ),
          eq(addresses.address, from),
          notExists(
            tx
              .select({ id: there.id })
              .from(there)
              .where(and(eq(there.channel, addresses.channel), eq(there.address, to))),
          ),
        ),
      );
  }
}
