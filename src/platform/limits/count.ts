import { createHmac } from 'node:crypto';
import { and, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { limits as counted } from '#src/db/schema.ts';
import { type Clock, CLOCK_SLACK_MS, isBeyond } from '#src/shared/clock.ts';

/** What is counted: per person or network in `key`, or for all together where the key is ''. */
export type Limit = { scope: string; key: string; max: number; seconds: number; amount?: number };
/** `hashKey`: the table is no list of people and addresses, it keeps keyed hashes. */
export type LimitDeps = { db: Database; clock: Clock; hashKey: Buffer };
/** `seconds` is what is left of the window, and `endsAt` its end in ms since the epoch, which names it. */
export type Counted = { within: boolean; used: number; seconds: number; endsAt: number };

const CLEAN_EVERY_MS = 10 * 60_000;
const cleanedAt = new WeakMap<Database, number>();

/**
 * Counts one use (or `amount`), also beyond the limit. A window begins with its first use and is shared by all
 * processes on the database.
 */
export async function count(deps: LimitDeps, limit: Limit): Promise<Counted> {
  await forgetEnded(deps);
  return countIn(deps.db, deps.hashKey, limit, deps.clock());
}

/**
 * Several limits at once: either all count or, where one is used up, none.
 * @returns 0, or the seconds until the used-up window ends
 */
export async function takeAll(deps: LimitDeps, limits: readonly Limit[]): Promise<number> {
  await forgetEnded(deps);
  try {
    await deps.db.transaction((tx) => takeAllIn(tx, deps, limits));
    return 0;
  } catch (error) {
    if (error instanceof UsedUp) return error.seconds;
    throw error;
  }
}

/** The same inside the caller's transaction, which takes the uses back if it ends with the error. @throws UsedUp */
export async function takeAllIn(
  tx: Tx,
  deps: Pick<LimitDeps, 'clock' | 'hashKey'>,
  limits: readonly Limit[],
): Promise<void> {
  const now = deps.clock();
  for (const limit of limits) {
    const { within, seconds } = await countIn(tx, deps.hashKey, limit, now);
    if (!within) throw new UsedUp(seconds, limit.scope);
  }
}

/**
 * Whether something comes for the first time within the limit's window, as part of the caller's transaction. Of two
 * that come together the second waits here until the first is committed, or is not.
 */
export async function isFirstIn(
  tx: Tx,
  deps: Pick<LimitDeps, 'clock' | 'hashKey'>,
  limit: Omit<Limit, 'max' | 'amount'>,
): Promise<boolean> {
  return (await countIn(tx, deps.hashKey, { ...limit, max: 1 }, deps.clock())).within;
}

/** A limit is used up for so many seconds; `scope` tells which of several. */
export class UsedUp extends Error {
  readonly seconds: number;
  readonly scope: string;
  constructor(seconds: number, scope: string) {
    super('A limit is used up');
    this.name = 'UsedUp';
    this.seconds = seconds;
    this.scope = scope;
  }
}

/** Forgets what was counted. */
export async function forgive(
  deps: { db: Database | Tx; hashKey: Buffer },
  limit: Pick<Limit, 'scope' | 'key'>,
): Promise<void> {
  await deps.db.delete(counted).where(eq(counted.key, countedKey(deps.hashKey, limit)));
}

/** Whether nothing is left of a limit; counts nothing. */
export async function isUsedUp(
  db: Database | Tx,
  deps: Pick<LimitDeps, 'clock' | 'hashKey'>,
  limit: Limit,
): Promise<boolean> {
  const now = deps.clock();
  const isIts = and(eq(counted.key, countedKey(deps.hashKey, limit)), gt(counted.resetsAt, now));
  const [row] = await db.select().from(counted).where(isIts);
  return row !== undefined && !isBeyond(row.resetsAt, now, limit.seconds * 1000) && row.used >= limit.max;
}

/** Counts one use (or `amount`), as part of the caller's transaction. */
export async function countIn(db: Database | Tx, hashKey: Buffer, limit: Limit, now: Date): Promise<Counted> {
  const [row] = await db
    .insert(counted)
    .values({
      key: countedKey(hashKey, limit),
      used: limit.amount ?? 1,
      resetsAt: new Date(now.getTime() + limit.seconds * 1000),
    })
    .onConflictDoUpdate(onCounted(sql`${now.toISOString()}::timestamptz`))
    .returning();
  if (!row) throw new Error('A use was not counted.');
  const endsAt = row.resetsAt.getTime();
  const left = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  return { within: row.used <= limit.max, used: row.used, seconds: left, endsAt };
}

/**
 * What an insert of uses does with those that were counted before: for a statement that counts among other things. A
 * window that ends later than one that begins now was begun while the clock was ahead, and counts as ended.
 */
export function onCounted(now: SQL) {
  const slack = sql.raw(`interval '${CLOCK_SLACK_MS} ms'`);
  const ended = sql`(${counted.resetsAt} <= ${now} or ${counted.resetsAt} > excluded.resets_at + ${slack})`;
  return {
    target: counted.key,
    set: {
      used: sql`case when ${ended} then excluded.used else ${counted.used} + excluded.used end`,
      resetsAt: sql`case when ${ended} then excluded.resets_at else ${counted.resetsAt} end`,
    },
  };
}

/** What somebody else is counting on just now is passed over: nobody waits for the cleanup, and it waits for nobody. */
export async function forgetEnded({ db, clock }: Pick<LimitDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const since = now.getTime() - (cleanedAt.get(db) ?? 0);
  if (since >= 0 && since < CLEAN_EVERY_MS) return;
  cleanedAt.set(db, now.getTime());
  const ended = db
    .select({ key: counted.key })
    .from(counted)
    .where(lte(counted.resetsAt, now))
    .for('update', { skipLocked: true });
  await db.delete(counted).where(and(lte(counted.resetsAt, now), inArray(counted.key, ended)));
}

/** What a use is stored under. */
export const countedKey = (hashKey: Buffer, { scope, key }: Pick<Limit, 'scope' | 'key'>): string =>
  `${scope} ${createHmac('sha256', hashKey).update(`${scope} ${key}`).digest('base64url')}`;
