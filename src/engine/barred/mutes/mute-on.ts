import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { firedWords, type Suspended } from '#src/shared/flapping.ts';
import type { MuteKind } from '#src/shared/mutes.ts';
import type { PersonKey } from '#src/shared/approving-person.ts';
import { aboutAlert, type Barred, mutesOf } from '../barred.ts';
import { untilWords } from './until.ts';

type Row = {
  kind: MuteKind;
  muted_by: string;
  until: string | null;
  time_zone: string;
  suspended: Suspended | null;
};

/** Why an alert is muted, and who muted it; null where it isn't. Of several mutes, the one that lasts longest. */
export async function muteOn(
  tx: Tx,
  alert: Barred,
  now: Date,
): Promise<{ actor: 'delivery' | PersonKey; reason: string } | null> {
  const { rows } = await tx.execute<Row>(sql`
    select m.kind, m.muted_by, m.until, m.time_zone, m.suspended from mutes m where ${mutesOf(aboutAlert(alert), now)}
     order by m.until desc nulls first, m.kind limit 1`);
  const [row] = rows;
  if (!row) return null;
  if (row.suspended)
    return { actor: 'delivery', reason: `its rule is suspended: it ${firedWords(row.suspended)}` };
  const until = untilWords({
    until: row.until === null ? null : new Date(row.until),
    timeZone: row.time_zone,
  });
  const reason = `its ${row.kind} is muted ${until}`;
  const [kind, name] = [row.muted_by.slice(0, 5), row.muted_by.slice(4)];
  return kind === 'user:'
    ? { actor: row.muted_by as PersonKey, reason }
    : { actor: 'delivery', reason: `${reason}, by the API key “${name}”` };
}
