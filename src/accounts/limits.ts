import type { Tx } from '#src/db/database.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import {
  count,
  type Counted,
  countedKey,
  countIn,
  forgive as forgiveCounted,
  isUsedUp,
  type Limit as Counter,
} from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
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
  /** Requests for a mail of one kind to one address, from one network. */
  mail: { max: 1, perSeconds: 60 },
  /** Requests for mails of all kinds to one address, from one network. */
  mailDay: { max: 20, perSeconds: 86_400 },
  /** Requests for mails of all kinds to all addresses, from one network. */
  mailNetwork: { max: 300, perSeconds: 3_600 },
  /** Requests for mails to all addresses together; the operator's to set (ACCOUNT_MAILS_PER_HOUR). */
  mailHour: { max: 3_000, perSeconds: 3_600 },
  /** Emails of one kind sent to one address, across all callers, since one of them was used. */
  mailUnanswered: { max: 10, perSeconds: 86_400 },
  /** Mails to an address that accounts name as their new one: of one account, and of all. */
  mailNewAddress: { max: 5, perSeconds: 86_400 },
  mailNewAddresses: { max: 20, perSeconds: 86_400 },
  /** Wrong mailed codes for one address, of all its mails together. */
  mailedCode: { max: 20, perSeconds: 86_400 },
  /** Wrong passwords from one address for one account. */
  signIn: { max: 10, perSeconds: 900 },
  /** Wrong authenticator codes for one person, from anywhere: the password was already correct. */
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

export const hashKeyOf = ({ keys }: Pick<LimitDeps, 'keys'>): Buffer =>
  deriveKey(keys.encryptionKey, 'account limits');

export const counting = (deps: LimitDeps) => ({ db: deps.db, clock: deps.clock, hashKey: hashKeyOf(deps) });

/** How often a use may be. */
export const limitOf = (deps: Pick<LimitDeps, 'limits'>, { name }: Pick<Use, 'name'>): Limit =>
  deps.limits?.[name] ?? LIMITS[name];

export function counter(
  deps: Pick<LimitDeps, 'limits'>,
  name: LimitName,
  who: string,
  suffix: string,
): Counter {
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
