import { deriveKey } from '#src/keys.ts';
import {
  count,
  type Counted,
  countedKey,
  forgive as forgiveCounted,
  type Limit as Counter,
} from '#src/limits/count.ts';
import { networkOf } from '#src/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountsDeps, Limit, LimitName } from './deps.ts';

export type LimitDeps = Pick<AccountsDeps, 'db' | 'clock' | 'keys' | 'limits'>;

/** As the contract has them (section 6). */
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

const counting = ({ db, clock, keys }: LimitDeps) => ({
  db,
  clock,
  hashKey: deriveKey(keys.encryptionKey, 'account limits'),
});

/** How often a use may be. */
export const limitOf = (deps: Pick<LimitDeps, 'limits'>, { name }: Pick<Use, 'name'>): Limit =>
  deps.limits?.[name] ?? LIMITS[name];

function counter(deps: LimitDeps, name: LimitName, who: string, suffix: string): Counter {
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

/**
 * One mail of a kind to one address in a minute, known or not: the refusal must not tell.
 * @throws AppError over_email_send_rate_limit
 */
export async function limitMail(deps: LimitDeps, what: string, email: string): Promise<void> {
  const { within, seconds } = await take(deps, 'mail', email, ` ${what}`);
  if (within) return;
  throw new AppError(
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );
}
