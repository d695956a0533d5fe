import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#src/shared/errors.ts';
import { PASSWORD_MIN_LENGTH } from '#src/shared/product.ts';

/** bcrypt's old limit, which the contract keeps: in bytes. */
const MAX_BYTES = 72;

/**
 * @throws AppError weak_password with its reasons, or validation_failed for one that is empty or too long
 */
export function checkNewPassword(password: string): void {
  if (password === '') throw new AppError('validation_failed', 'Signup requires a valid password');
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw new AppError('validation_failed', `Password cannot be longer than ${MAX_BYTES} bytes`);
  }
  const weakness = weaknessOf(password);
  if (!weakness) return;
  const { message, reasons } = weakness;
  throw new AppError('weak_password', message, { details: { weak_password: { reasons } } });
}

/** As the contract writes it, beside a refusal and in a session. */
export type PasswordWeakness = { message: string; reasons: ('length' | 'pwned')[] };

/** What a password would be refused for if it were chosen today; null for one that is good. */
export function weaknessOf(password: string): PasswordWeakness | null {
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    return {
      message: `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`,
      reasons: ['length'],
    };
  }
  if (!commonPasswords().has(password.toLowerCase())) return null;
  return {
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['pwned'],
  };
}

let common: Set<string> | undefined;

/** The passwords that are tried first everywhere; read once, without asking anybody over the network. */
function commonPasswords(): Set<string> {
  if (common) return common;
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  // Two lines of head say where the list is from; a password may begin with their mark.
  common = new Set(lines.slice(2).filter((line) => line !== ''));
  return common;
}

export type PasswordHasher = {
  hash: (password: string) => Promise<string>;
  /** Always takes the time of one verification: without a hash it verifies against one nobody has. */
  verify: (hashed: string | null, password: string) => Promise<boolean>;
  /** Was it made with less than what is asked for now, or without the pepper? Then it is made anew at sign-in. */
  isOutdated: (hashed: string) => boolean;
  /** Says no before anything is asked of the database, when `hash` and `verify` would. @throws AppError over_capacity */
  assertRoom: () => void;
};

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. Tests may ask for less. */
type HashCost = { memoryCost: number; timeCost: number };
const OWASP_COST: HashCost = { memoryCost: 19_456, timeCost: 2 };

/** The library's number for it; its enum cannot be imported when types are stripped. */
const ARGON2ID = 2;

/** libuv's pool has four threads; one is left to whatever else waits there: signatures, files, names. */
const MOST_AT_ONCE = 3;

/**
 * How many hashes are made at the same time: one processor is left to all that is not hashing, so that a flood of
 * sign-ins leaves alerts and everybody else's requests their time.
 */
export const hashesAtOnce = (processors = availableParallelism()): number =>
  Math.min(MOST_AT_ONCE, Math.max(1, processors - 1));

/**
 * Hashes off the main thread, `atOnce` at a time; a queue longer than `waiting` is refused, so that a flood of
 * sign-ins cannot hold everything else up.
 * @throws AppError over_capacity when the queue is full
 */
export function createHasher(
  options: { cost?: HashCost; atOnce?: number; waiting?: number; pepper?: string | null } = {},
): PasswordHasher {
  const { cost = OWASP_COST, atOnce = hashesAtOnce(), waiting = 64 } = options;
  const settings = { algorithm: ARGON2ID, ...cost, parallelism: 1 };
  const queue: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw new AppError('over_capacity');
    // A finished job passes its slot on, so that no other can slip in between.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  let nobody: Promise<string> | null = null;
  const { pepper = null } = options;
  // Names the pepper without telling it: what was made without one, or with another, is known by it.
  const mark = pepper ? `${createHash('sha256').update(`mark ${pepper}`).digest('hex').slice(0, 8)}:` : '';
  const season = (password: string): string =>
    pepper ? createHmac('sha256', pepper).update(password).digest('base64url') : password;
  return {
    assertRoom: () => {
      if (running >= atOnce && queue.length >= waiting) throw new AppError('over_capacity');
    },
    hash: (password) => inTurn(async () => `${mark}${await hash(season(password), settings)}`),
    isOutdated: (hashed) => {
      const asked = `${mark}$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`;
      return !hashed.startsWith(asked);
    },
    verify: (hashed, password) =>
      inTurn(async () => {
        // Computed on the first use for any address: otherwise the first unknown address would show in its timing.
        const nobodys = await (nobody ??= hash('no one has this password', settings).catch(
          (error: unknown) => {
            nobody = null;
            throw error;
          },
        ));
        const [ours, plain] = splitMark(hashed ?? nobodys);
        const seasoned = ours === '' ? password : season(password);
        return (await verify(plain, seasoned)) && hashed !== null && (ours === '' || ours === mark);
      }),
  };
}

/** A hash and the mark of its pepper in front of it, '' without one. */
function splitMark(hashed: string): [mark: string, hash: string] {
  const start = hashed.indexOf('$');
  return [hashed.slice(0, start), hashed.slice(start)];
}
