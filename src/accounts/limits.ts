import { createHash } from 'node:crypto';
import { eq, lte, sql } from 'drizzle-orm';
import { authLimits } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountsDeps, Limit, LimitName } from './deps.ts';

export type LimitDeps = Pick<AccountsDeps, 'db' | 'clock' | 'limits'>;

/** Fixed windows, counted in the shared database so that several processes agree (contract, section 6). */
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
const CLEAN_EVERY = 500;
let taken = 0;

/** Counts one use. `seconds` is what is left of the window. */
export async function take(
  deps: LimitDeps,
  name: LimitName,
  who: string,
  suffix = '',
): Promise<{ within: boolean; used: number; seconds: number }> {
  const { max, perSeconds } = deps.limits?.[name] ?? LIMITS[name];
  const now = deps.clock();
  const over = sql`${authLimits.resetsAt} <= ${now.toISOString()}::timestamptz`;
  const resetsAt = new Date(now.getTime() + perSeconds * 1000);
  const [row] = await deps.db
    .insert(authLimits)
    .values({ key: keyOf(name, who, suffix), used: 1, resetsAt })
    .onConflictDoUpdate({
      target: authLimits.key,
      set: {
        used: sql`case when ${over} then 1 else ${authLimits.used} + 1 end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${authLimits.resetsAt} end`,
      },
    })
    .returning();
  taken += 1;
  if (taken % CLEAN_EVERY === 0) await deps.db.delete(authLimits).where(lte(authLimits.resetsAt, now));
  const used = row?.used ?? 1;
  const seconds = Math.max(1, Math.ceil(((row?.resetsAt ?? resetsAt).getTime() - now.getTime()) / 1000));
  return { within: used <= max, used, seconds };
}

/** Forgets what was counted: the right password came. */
export async function forgive(deps: LimitDeps, name: LimitName, who: string, suffix = ''): Promise<void> {
  await deps.db.delete(authLimits).where(eq(authLimits.key, keyOf(name, who, suffix)));
}

/** The table is no list of people and addresses: it keeps hashes. */
const keyOf = (name: LimitName, who: string, suffix: string): string =>
  `${name}${suffix} ${createHash('sha256').update(who).digest('base64url')}`;

/**
 * One request of this kind from this address. An address that is not known, or this machine itself, is not counted:
 * behind a proxy that is not configured as trusted everybody has the same one.
 * @throws AppError over_request_rate_limit
 */
export async function limitAddress(deps: LimitDeps, name: LimitName, ip: string | null): Promise<void> {
  if (!countable(ip)) return;
  if (!(await take(deps, name, networkOf(ip))).within) throw new AppError('over_request_rate_limit');
}

export const countable = (ip: string | null): ip is string =>
  ip !== null && ip !== '' && ip !== '::1' && !/^(::ffff:)?127\./.test(ip);

/** Of IPv6 the first 64 bits: whoever has one such address has all of them. */
export function networkOf(ip: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (v4) return v4;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(gap).fill('0'), ...right].slice(0, 4).join(':').toLowerCase();
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
