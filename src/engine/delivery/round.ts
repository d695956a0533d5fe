import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { runKept } from '#src/db/kept-statements.ts';
import type { RunLast } from '#src/db/pipelined.ts';
import { keepingWindows } from '#src/ledger/window.ts';
import type { ClaimedDelivery } from './claimed.ts';
import type { Ended } from './ended.ts';
import { finishOpening, type Opening, openingParts } from './open.ts';
import { beforeSettling, noteSent, reports } from './receipts.ts';
import { recordEnded, windowsOf } from './record.ts';
import { settlingParts, suppressBad } from './settle.ts';

type By = { workspaceId: string; instanceId: string };
type Writing = {
  ended: readonly Ended[];
  opening: Opening | null;
  /** The transaction ends with this, where nothing has to follow. */
  runLast?: RunLast | null;
};
type Written = { settled: number; tried: string[]; opened: string[] };

/**
 * Writes how sends of one alert ended, with their attempts and for the ledger, and the next window, in one statement: its
 * triggers lock the counters of the fan-out when all the rest is done. An answer that comes after others gave the
 * process up for dead still turns `unknown` into what is true. Written again, it changes nothing.
 * @returns what may be sent now
 */
export async function writeRound(
  tx: Tx,
  { workspaceId, instanceId }: By,
  { ended, opening, runLast = null }: Writing,
): Promise<ClaimedDelivery[]> {
  const [first, ...others] = ended;
  const settling = first && { workspaceId, instanceId, ended: [first, ...others] as const };
  const isLast = runLast !== null && opening !== null && isCalm(ended, opening);
  // What must not be there already fails where it is: then nothing is written.
  const conflict = isLast ? sql`` : sql`on conflict do nothing`;
  const parts = [
    ...(settling ? [...settlingParts(settling, 'sending', conflict), keptWhere(workspaceId, ended)] : []),
    ...(opening ? openingParts(opening, conflict) : []),
  ];
  if (parts.length === 0) return [];
  const has = { settles: ended.length > 0, opens: opening !== null };
  if (isLast) {
    await write(runLast, parts, { ...has, all: [ended.length, opening.rows.length] });
    return [...opening.claimed.values()];
  }
  const run: RunLast = (statement) => runKept(tx, statement);
  await beforeSettling(tx, { workspaceId, ended });
  const { settled, tried, opened } = await write(run, parts, { ...has, all: null });
  if (settling) {
    if (settled < ended.length)
      await write(run, settlingParts(settling, 'unknown', conflict), {
        settles: true,
        opens: false,
        all: null,
      });
    const isNew = new Set(tried);
    const fresh = ended.filter(({ attemptId }) => isNew.has(attemptId));
    // Of what was written before in part, only the rest is new to the ledger.
    if (fresh.length < ended.length) await recordEnded(tx, workspaceId, fresh);
    await suppressBad(tx, fresh);
    await noteSent(tx, { workspaceId, ended });
  }
  return opening ? finishOpening(tx, opening, opened) : [];
}

/** Whether nothing has to follow, unless something is out of order. */
const isCalm = (ended: readonly Ended[], { claimed, skipped }: Opening): boolean =>
  claimed.size > 0 &&
  skipped.size === 0 &&
  ended.every(({ outcome }) => outcome.outcome !== 'rejected') &&
  !reports(ended);

const keptWhere = (workspaceId: string, ended: readonly Ended[]): SQL =>
  sql`kept as (${keepingWindows(workspaceId, windowsOf(ended))}
    where (select count(*) from tried) = ${ended.length}::int)`;

type Has = {
  settles: boolean;
  opens: boolean;
  /** So many have to be settled and opened: else nothing is written (`isOutOfOrder`). Null for as many as can be. */
  all: readonly [settled: number, opened: number] | null;
};

async function write(run: RunLast, parts: readonly SQL[], { settles, opens, all }: Has): Promise<Written> {
  // Where all of them have to be there, nobody asks which are.
  const ids = (part: string, there: boolean): SQL =>
    sql.raw(there && !all ? `array(select id::text from ${part})` : 'array[]::text[]');
  const count = (part: string, there: boolean): SQL =>
    there ? sql`(select count(*)::int from ${sql.raw(part)})` : sql`0`;
  const [settled, tried, opened] = [
    count('settled', settles),
    count('tried', settles),
    count('opened', opens),
  ];
  const isAll =
    all && sql`${settled} = ${all[0]}::int and ${tried} = ${all[0]}::int and ${opened} = ${all[1]}::int`;
  const { rows } = await run<Written>(sql`with ${sql.join([...parts], sql`, `)}
      select ${settled} as settled, ${ids('tried', settles)} as tried, ${ids('opened', opens)} as opened
             ${isAll ? sql`, 1 / (${isAll})::int as "all"` : sql``}`);
  if (!rows[0]) throw new Error('The database did not answer.');
  return rows[0];
}

/** Divided by zero, and unique. */
const OUT_OF_ORDER: ReadonlySet<unknown> = new Set(['22012', '23505']);

/** A window that was written as the last of its transaction was not as it had to be, and nothing of it was kept. */
export function isOutOfOrder(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (OUT_OF_ORDER.has(Reflect.get(cause, 'code'))) return true;
  return false;
}
