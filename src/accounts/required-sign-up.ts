import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { storableIp, storableUserAgent } from './client.ts';
import { mailConfirmation } from './confirmation-mail.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import type { Challenge } from './flows.ts';
import { limitMail, mayMail } from './mail-limits.ts';
import { makeUser, newUser } from './make-user.ts';
import { enqueueRequest } from './sealed-request.ts';
import { userObject } from './user-object.ts';

export const signUpSchema = z.object({
  what: z.literal('account'),
  /** Of the account, if one is made. */
  id: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  data: z.record(z.string(), z.unknown()),
  challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
  redirectTo: z.string().nullable(),
  client: z.object({ ip: z.string().nullable(), userAgent: z.string().nullable() }),
});
type SignUpRequest = z.infer<typeof signUpSchema>;

/**
 * A sign-up where the address must be confirmed before there is a session. The job looks up whether it has an account:
 * answer, timing and limit are the same for every address, and the answer contains only what the caller sent.
 * @throws AppError over_email_send_rate_limit
 */
export async function requestAccount(
  deps: AccountsDeps,
  from: {
    email: string;
    passwordHash: string;
    data: Record<string, unknown>;
    challenge: Challenge | null;
    redirectTo: string | null;
    client: Client;
  },
): Promise<Record<string, unknown>> {
  await limitMail(deps, { what: 'signup', email: from.email, ip: from.client.ip });
  const user = newUser({ ...from, confirmed: false }, deps.clock());
  const client = {
    ip: storableIp(from.client.ip),
    userAgent: storableUserAgent(from.client.userAgent),
  };
  const request: SignUpRequest = { ...from, what: 'account', id: user.id, client };
  await enqueueRequest(deps, request);
  return userObject(user);
}

/** The job's half: opens the account, or mails one that is open again. One that is confirmed gets no mail. */
export async function answerSignUp(
  deps: AccountsDeps,
  tx: Tx,
  there: User | undefined,
  asked: SignUpRequest & { at: Date },
): Promise<void> {
  if (there?.emailConfirmedAt) return;
  // A second sign-up doesn't change the password.
  if (there && !(await mayMail(deps, tx, 'signup', there.email))) return;
  const user = there
    ? await sentAgain(deps, tx, there)
    : await makeUser(deps, tx, { ...asked, confirmed: false });
  await mailConfirmation(deps, tx, user, asked);
}

async function sentAgain(deps: AccountsDeps, tx: Tx, user: User): Promise<User> {
  const [again] = await tx
    .update(users)
    .set({ confirmationSentAt: deps.clock() })
    .where(eq(users.id, user.id))
    .returning(userColumns);
  return again ?? user;
}
