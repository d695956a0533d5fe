import type { Tx } from '#src/db/database.ts';
import { deriveKey } from '#src/keys.ts';
import {
  count,
  type Counted,
  countedKey,
  countIn,
  forgetEnded,
  forgive as forgiveCounted,
  isUsedUp,
  type Limit as Counter,
  takeAllIn,
  UsedUp,
} from '#src/limits/count.ts';
import { networkOf } from '#src/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountsDeps, Limit, LimitName } from './deps.ts';

export type LimitDeps = Pick<AccountsDeps, 'db' | 'clock' | 'keys' | 'limits'>;

/** As the contract has them (section 6), and what it leaves open. */
const LIMITS: Record<LimitName, Limit> = {
  token: { max: 150, perSeconds: 300 },
  verify: { max: 30, perSeconds: 300 },
  otp: { max: 30, perSeconds: 300 },
  recover: { max: 30, perSeconds: 300 },
  resend: { max: 30, perSeconds: 300 },
  signup: { max: 30, perSeconds: 300 },
  updateUser: { max: 30, perSeconds: 300 },
  factors: { max: 15, perSeconds: 60 },
  /** One mail of a kind to one address. */
  mail: { max: 1, perSeconds: 60 },
  /** Mails of all kinds to one address. */
  mailDay: { max: 20, perSeconds: 86_400 },
  /** Mails to all addresses together; the operator's to set (ACCOUNT_MAILS_PER_HOUR). */
  mailHour: { max: 3_000, perSeconds: 3_600 },
  /** Wrong mailed codes for one address, of all its mails together. */
  mailedCode: { max: 20, perSeconds: 86_400 },
  /** Wrong passwords from one address for one account. */
  signIn: { max: 10, perSeconds: 900 },
  /** Wrong authenticator codes for one person, from anywhere: he has given his password already. */
  code: { max: 10, perSeconds: 300 },
};

/** Counts one use. */
export const take = (deps: LimitDeps, name: LimitName, who: string, suffix = ''): Promise<Counted> =>
  count(counting(deps), counter(deps, name, who, suffix));

/** One of a kind, by whom; `suffix` tells apart what else is counted of the kind. */
export type Use = { name: LimitName; who: string; suffix?: string };

/** Where a use stands in the table of limits, for a statement that forgets it among other things. */
export const keyOfUse = (deps: LimitDeps, { name, who, suffix = '' }: Use): string =>
  countedKey(counting(deps).hashKey, counter(deps, name, who, suffix));

/** Forgets what was counted: the right code came. */
export const forgive = (deps: LimitDeps, name: LimitName, who: string, suffix = ''): Promise<void> =>
  forgiveCounted(counting(deps), counter(deps, name, who, suffix));

const hashKeyOf = ({ keys }: Pick<LimitDeps, 'keys'>): Buffer =>
  deriveKey(keys.encryptionKey, 'account limits');

const counting = (deps: LimitDeps) => ({ db: deps.db, clock: deps.clock, hashKey: hashKeyOf(deps) });

/** How often a use may be. */
export const limitOf = (deps: Pick<LimitDeps, 'limits'>, { name }: Pick<Use, 'name'>): Limit =>
  deps.limits?.[name] ?? LIMITS[name];

function counter(deps: Pick<LimitDeps, 'limits'>, name: LimitName, who: string, suffix: string): Counter {
  const { max, perSeconds } = limitOf(deps, { name });
  return { scope: `${name}${suffix}`, key: who, max, seconds: perSeconds };
}

/**
 * One request of this kind from this network; none is counted that has no name (see `networkOf`).
 * @throws AppError over_request_rate_limit
 */
export async function limitAddress(deps: LimitDeps, name: LimitName, ip: string | null): Promise<void> {
  const network = networkOf(ip);
  if (network === null) return;
  if (!(await take(deps, name, network)).within) throw new AppError('over_request_rate_limit');
}

/** Asked for by whoever is signed in: strangers must not be able to use his up. */
const OWN_KINDS = new Set(['reauthentication']);

/**
 * One mail of a kind to one address in a minute, some of all kinds in a day, known or not: the refusal must not tell.
 * And so many in an hour to all addresses together. Where one is used up none is counted.
 * @throws AppError over_email_send_rate_limit
 */
export async function limitMail(deps: LimitDeps, what: string, email: string): Promise<void> {
  await takeMails(deps, [
    counter(deps, 'mail', email, ` ${what}`),
    counter(deps, 'mailDay', email, OWN_KINDS.has(what) ? ` ${what}` : ''),
    counter(deps, 'mailHour', '', ''),
  ]);
}

/**
 * The mail that a new account brings with it. Its address opens an account but once, so only the limit for all addresses
 * together refuses it. @throws AppError over_email_send_rate_limit
 */
export const limitFirstMail = (deps: LimitDeps): Promise<void> =>
  takeMails(deps, [counter(deps, 'mailHour', '', '')]);

/** That mail has gone out: asking for it again waits its minute. */
export async function countFirstMail(deps: LimitDeps, email: string): Promise<void> {
  await take(deps, 'mail', email, ' signup');
  await take(deps, 'mailDay', email);
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

type CodeDeps = Pick<LimitDeps, 'clock' | 'keys' | 'limits'>;

/**
 * Wrong codes for one address in a day, of all its mails together: each mail brings a new code, and with it new tries.
 * Links are not concerned, so nobody is shut out by a stranger's guesses. Codes that only the signed-in person can give
 * (`own`) are counted apart, for the same reason: they have no link.
 */
export function codeGuesses(deps: CodeDeps, email: string, own: boolean) {
  const limit = counter(deps, 'mailedCode', email, own ? ' own' : '');
  const hashKey = hashKeyOf(deps);
  return {
    areUsedUp: (tx: Tx) => isUsedUp(tx, { clock: deps.clock, hashKey }, limit),
    add: async (tx: Tx): Promise<void> => {
      await countIn(tx, hashKey, limit, deps.clock());
    },
  };
}
