import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { runKept } from '#src/db/kept-statements.ts';
import { keepingWindows } from '#src/ledger/window.ts';
import type { ClaimedDelivery } from './claimed.ts';
import type { Ended } from './ended.ts';
import { finishOpening, type Opening, openingParts } from './open.ts';
import { beforeSettling, noteSent } from './receipts.ts';
import { recordEnded, windowsOf } from './record.ts';
import { settlingParts, suppressBad } from './settle.ts';

type By = { workspaceId: string; instanceId: string };
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
  { ended, opening }: { ended: readonly Ended[]; opening: Opening | null },
): Promise<ClaimedDelivery[]> {
  const [first, ...others] = ended;
  const settling = first && { workspaceId, instanceId, ended: [first, ...others] as const };
  const parts = [
    ...(settling ? [...settlingParts(settling, 'sending'), keptWhere(workspaceId, ended)] : []),
    ...(opening ? openingParts(opening) : []),
  ];
  if (parts.length === 0) return [];
  await beforeSettling(tx, { workspaceId, ended });
  const { settled, tried, opened } = await write(tx, parts, {
    settles: ended.length > 0,
    opens: opening !== null,
  });
  if (settling) {
    if (settled < ended.length)
      await write(tx, settlingParts(settling, 'unknown'), { settles: true, opens: false });
    const isNew = new Set(tried);
    const fresh = ended.filter(({ attemptId }) => isNew.has(attemptId));
    // Of what was written before in part, only the rest is new to the ledger.
    if (fresh.length < ended.length) await recordEnded(tx, workspaceId, fresh);
    await suppressBad(tx, fresh);
    await noteSent(tx, { workspaceId, ended });
  }
  return opening ? finishOpening(tx, opening, opened) : [];
}

const keptWhere = (workspaceId: string, ended: readonly Ended[]): SQL =>
  sql`kept as (${keepingWindows(workspaceId, windowsOf(ended))}
    where (select count(*) from tried) = ${ended.length}::int)`;

async function write(
  tx: Tx,
  parts: readonly SQL[],
  { settles, opens }: { settles: boolean; opens: boolean },
): Promise<Written> {
  const ids = (part: string, there: boolean): SQL =>
    sql.raw(there ? `array(select id::text from ${part})` : 'array[]::text[]');
  const { rows } = await runKept<Written>(
    tx,
    sql`with ${sql.join([...parts], sql`, `)}
      select ${settles ? sql`(select count(*)::int from settled)` : sql`0`} as settled,
             ${ids('tried', settles)} as tried, ${ids('opened', opens)} as opened`,
  );
  if (!rows[0]) throw new Error('The database did not answer.');
  return rows[0];
}
