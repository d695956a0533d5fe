import type { Tx } from '#src/db/database.ts';
import {
  countIn,
  forgetEnded,
  forgive as forgiveCounted,
  type Limit as Counter,
  takeAllIn,
  UsedUp,
} from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';
import { counter, counting, hashKeyOf, type LimitDeps, take } from './limits.ts';

/** Public requests: whose network asks, or null where it has no name (see `networkOf`). */
const askedFrom = (email: string, ip: string | null): string => `${email} ${networkOf(ip) ?? ''}`;

/** What everybody shares: one network cannot use up what all may ask for. */
const shared = (deps: LimitDeps, ip: string | null): Counter[] => {
  const network = networkOf(ip);
  return [
    ...(network === null ? [] : [counter(deps, 'mailNetwork', network, '')]),
    counter(deps, 'mailHour', '', ''),
  ];
};

/**
 * An email that anyone may request: one of a kind to one address in a minute, some of all kinds in a day, known or not,
 * because the rejection must not reveal that. Counted per requesting network, so that no one uses up the allowance of
 * the address's owner; how many emails the address gets in total is counted where they are sent (`mayMail`).
 * Where one is used up none is counted. @throws AppError over_email_send_rate_limit
 */
export async function limitMail(
  deps: LimitDeps,
  asked: { what: string; email: string; ip: string | null },
): Promise<void> {
  const who = askedFrom(asked.email, asked.ip);
  await takeMails(deps, [
    counter(deps, 'mail', who, ` ${asked.what}`),
    counter(deps, 'mailDay', who, ''),
    ...shared(deps, asked.ip),
  ]);
}

/**
 * An email that only the signed-in person can request: it has a daily limit of its own. A change of address emails
 * `newEmail` too, which may be anyone's: all accounts together send it at most one a minute.
 * @throws AppError over_email_send_rate_limit
 */
export async function limitOwnMail(
  deps: LimitDeps,
  asked: { what: string; userId: string; email: string; ip: string | null; newEmail?: string },
): Promise<void> {
  const { what, userId, email, ip, newEmail } = asked;
  await takeMails(deps, [
    counter(deps, 'mail', askedFrom(email, ip), ` ${what}`),
    counter(deps, 'mailDay', userId, ` ${what}`),
    ...(newEmail === undefined
      ? []
      : [
          counter(deps, 'mail', newEmail, ` ${what} new`),
          counter(deps, 'mailNewAddress', `${userId} ${newEmail}`, ''),
          counter(deps, 'mailNewAddresses', newEmail, ''),
        ]),
    ...shared(deps, ip),
  ]);
}

/**
 * The mail that a new account brings with it. Its address opens an account but once, so only what all share refuses it.
 * @throws AppError over_email_send_rate_limit
 */
export const limitFirstMail = (deps: LimitDeps, ip: string | null): Promise<void> =>
  takeMails(deps, shared(deps, ip));

/** Counts an email that was sent, so that the next one has to wait a minute. */
export async function countFirstMail(deps: LimitDeps, email: string, ip: string | null): Promise<void> {
  const who = askedFrom(email, ip);
  await take(deps, 'mail', who, ' signup');
  await take(deps, 'mailDay', who);
}

async function takeMails(deps: LimitDeps, limits: readonly Counter[]): Promise<void> {
  await forgetEnded(deps);
  try {
    await deps.db.transaction((tx) => takeAllIn(tx, counting(deps), limits));
  } catch (error) {
    if (!(error instanceof UsedUp)) throw error;
    throw new AppError(
      'over_email_send_rate_limit',
      error.scope === 'mailHour'
        ? 'email rate limit exceeded'
        : `For security purposes, you can only request this after ${error.seconds} seconds.`,
      { cause: error },
    );
  }
}

/** Kinds of mail that somebody else can have sent to a person. */
const UNANSWERED = ['recovery', 'magic_link', 'signup', 'email_change', 'news'] as const;
type MailedKind = (typeof UNANSWERED)[number];
type SentDeps = Pick<LimitDeps, 'clock' | 'keys' | 'limits'>;

/**
 * Counts an email that is about to be sent, and returns whether it may. The caller isn't told, as only an address with
 * an account gets this far. If it may not, the address has had as many of the kind in a day without using any,
 * and their links are good: a stranger takes nothing from its owner.
 */
export async function mayMail(deps: SentDeps, tx: Tx, what: MailedKind, email: string): Promise<boolean> {
  const limit = counter(deps, 'mailUnanswered', email, ` ${what}`);
  return (await countIn(tx, hashKeyOf(deps), limit, deps.clock())).within;
}

/** A mail that repeats a pending change of address to the new one. */
export async function mayMailNewAddress(deps: SentDeps, tx: Tx, email: string): Promise<boolean> {
  const limit = counter(deps, 'mailNewAddresses', email, '');
  return (await countIn(tx, hashKeyOf(deps), limit, deps.clock())).within;
}

/** What was mailed to this address has been answered, or is good for nothing any more. */
export async function forgiveMails(deps: SentDeps, tx: Tx, email: string): Promise<void> {
  const hashKey = hashKeyOf(deps);
  for (const what of UNANSWERED)
    await forgiveCounted({ db: tx, hashKey }, counter(deps, 'mailUnanswered', email, ` ${what}`));
}
