import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { leadLimits } from '#src/db/schema.ts';

/** What is counted: per person or network in `key`, or for all together where the key is ''. */
export type Limit = { scope: string; key: string; max: number; seconds: number; amount?: number };

const KEPT_MS = 2 * 86_400_000;

/**
 * Counts one use (or `amount`) in fixed windows that all processes share. With several limits, either all count or,
 * where one is used up, none. Keys are kept as keyed hashes only.
 * @returns 0, or the seconds until the used-up window ends
 */
export async function take(
  db: Database,
  hashKey: Buffer,
  limits: readonly Limit[],
  now: Date,
): Promise<number> {
  try {
    await db.transaction((tx) => takeIn(tx, hashKey, limits, now));
    return 0;
  } catch (error) {
    if (error instanceof UsedUp) return error.seconds;
    throw error;
  }
}

/** The same inside the caller's transaction, which must end. @throws UsedUp */
export async function takeIn(tx: Tx, hashKey: Buffer, limits: readonly Limit[], now: Date): Promise<void> {
  for (const { scope, key, max, seconds, amount = 1 } of limits) {
    const windowMs = seconds * 1000;
    const windowStart = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
    const rows =
      amount > max
        ? []
        : await tx
            .insert(leadLimits)
            .values({ scope, key: hashOf(hashKey, scope, key), windowStart, used: amount })
            .onConflictDoUpdate({
              target: [leadLimits.scope, leadLimits.key, leadLimits.windowStart],
              set: { used: sql`${leadLimits.used} + excluded.used` },
              setWhere: sql`${leadLimits.used} + excluded.used <= ${max}`,
            })
            .returning({ used: leadLimits.used });
    if (rows.length === 0) {
      throw new UsedUp(Math.max(1, Math.ceil((windowStart.getTime() + windowMs - now.getTime()) / 1000)));
    }
  }
}

/** A limit is used up for so many seconds. */
export class UsedUp extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super('A limit is used up');
    this.name = 'UsedUp';
    this.seconds = seconds;
  }
}

/** Windows longer than a day do not exist, so what is two days old counts no more. */
export async function forgetOldLimits(db: Database, now: Date): Promise<void> {
  await db.delete(leadLimits).where(lt(leadLimits.windowStart, new Date(now.getTime() - KEPT_MS)));
}

const hashOf = (hashKey: Buffer, scope: string, key: string): Buffer =>
  createHmac('sha256', hashKey).update(`${scope} ${key}`).digest();
