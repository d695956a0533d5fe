import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { mailConfirmation } from './confirmation-mail.ts';
import { type AccountsDeps, type MailRequestJob, type User, userColumns } from './deps.ts';
import { mailEmailChangeAgain } from './email-change.ts';
import { beginFlow, type FlowMethod } from './flows.ts';
import { limitMail, mayMail } from './mail-limits.ts';
import { makeUser } from './make-user.ts';
import { issueToken, mailToken } from './one-time-tokens.ts';
import { answerSignUp, signUpSchema } from './required-sign-up.ts';
import { enqueueRequest, openRequest } from './sealed-request.ts';

const requestSchema = z.object({
  what: z.enum(['recovery', 'magic_link', 'signup', 'email_change']),
  email: z.string(),
  challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
  redirectTo: z.string().nullable(),
  /** For a magic link to an address nobody has: make the account, with this as its metadata. */
  create: z.record(z.string(), z.unknown()).nullable(),
});
export type MailRequest = z.infer<typeof requestSchema>;
type Ask = MailRequest & { at: Date };

const jobSchema = z.discriminatedUnion('what', [requestSchema, signUpSchema]);

/**
 * A request for an email to this address; `ip` is the requester's. The job looks up whether it has an account: the
 * answer, its timing and its limit are the same for every address.
 * @throws AppError over_email_send_rate_limit
 */
export async function requestMail(
  deps: AccountsDeps,
  request: MailRequest,
  ip: string | null,
): Promise<void> {
  await limitMail(deps, { what: request.what, email: request.email, ip });
  await enqueueRequest(deps, request);
}

/** The job's half: makes the token, and the job that mails it, if there is somebody to mail. */
export async function answerMailRequest(deps: AccountsDeps, job: MailRequestJob): Promise<void> {
  const request = openRequest(deps, job);
  if (request === null) return;
  const ask = { ...jobSchema.parse(request), at: new Date(job.requestedAt) };
  await deps.db.transaction(async (tx) => {
    const [user] = await tx.select(userColumns).from(users).where(eq(users.email, ask.email)).for('update');
    if (ask.what === 'account') await answerSignUp(deps, tx, user, ask);
    else if (user) await ANSWERS[ask.what](deps, tx, user, ask);
    else if (ask.what === 'magic_link' && ask.create && deps.signUps !== false)
      await welcome(deps, tx, ask, ask.create);
  });
}

type Answer = (deps: AccountsDeps, tx: Tx, user: User, ask: Ask) => Promise<void>;

const confirm = async (deps: AccountsDeps, tx: Tx, user: User, ask: Ask, startsAfresh: boolean) => {
  if (!(await mayMail(deps, tx, startsAfresh ? 'magic_link' : 'signup', user.email))) return;
  await tx.update(users).set({ confirmationSentAt: deps.clock() }).where(eq(users.id, user.id));
  const withCode = ask.what === 'magic_link';
  await mailConfirmation(deps, tx, user, { ...ask, startsAfresh, withCode });
};

const ANSWERS: Record<MailRequest['what'], Answer> = {
  recovery: (deps, tx, user, ask) => mail(deps, tx, user, ask, { method: 'recovery', kind: 'recover' }),
  magic_link: async (deps, tx, user, ask) => {
    if (!user.emailConfirmedAt) return confirm(deps, tx, user, ask, true);
    return mail(deps, tx, user, ask, { method: 'magiclink', kind: 'magic_link' });
  },
  signup: async (deps, tx, user, ask) => {
    if (!user.emailConfirmedAt) await confirm(deps, tx, user, ask, false);
  },
  email_change: mailEmailChangeAgain,
};

/** A magic link to an address nobody has opens an account without a password. */
async function welcome(deps: AccountsDeps, tx: Tx, ask: Ask, data: Record<string, unknown>): Promise<void> {
  const confirmed = deps.emailConfirmation === 'off';
  const user = await makeUser(deps, tx, {
    email: ask.email,
    passwordHash: null,
    data,
    confirmed,
    client: null,
  });
  if (confirmed) await ANSWERS.magic_link(deps, tx, user, ask);
  else await confirm(deps, tx, user, ask, false);
}

async function mail(
  deps: AccountsDeps,
  tx: Tx,
  user: User,
  ask: Ask,
  what: {
    method: FlowMethod;
    kind: 'recover' | 'magic_link';
  },
): Promise<void> {
  if (!(await mayMail(deps, tx, ask.what, user.email))) return;
  await tx.update(users).set({ recoverySentAt: deps.clock() }).where(eq(users.id, user.id));
  const flowId = await beginFlow(tx, {
    userId: user.id,
    method: what.method,
    challenge: ask.challenge,
    at: ask.at,
  });
  const token = await issueToken(deps, tx, { user, kind: 'recovery', flowId });
  await mailToken(deps, tx, { user, kind: what.kind, token, redirectTo: ask.redirectTo });
}
