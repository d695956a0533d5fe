import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { PersonKey } from '#src/shared/approving-person.ts';
import { aboutAlert, type Barred, listedOf } from './barred.ts';
import { muteOn } from './mutes/mute-on.ts';

/** Why an alert isn't sent, as its history has it. `entry`: of the restricted list. */
export type BarOn = { actor: 'delivery' | PersonKey; reason: string; entry: Listed | null };
export type Listed = { id: string; symbol: string; reason: string };

/** What keeps an alert from going out at a moment; null where nothing does. */
export async function barOn(tx: Tx, alert: Barred, now: Date): Promise<BarOn | null> {
  const entry = await restrictedBy(tx, alert, now);
  // What the list says is for those who may read it.
  if (entry) return { actor: 'delivery', reason: 'its symbol is restricted for its brand', entry };
  const mute = await muteOn(tx, alert, now);
  return mute && { ...mute, entry: null };
}

/** The entry of its brand's restricted list that names its symbol. */
export async function restrictedBy(tx: Tx, alert: Barred, now: Date): Promise<Listed | null> {
  const { rows } = await tx.execute<Listed>(sql`
    select l.id, l.symbol, l.reason from listed_symbols l
     where ${listedOf(aboutAlert(alert), 'restricted', now)} order by l.added_at limit 1`);
  return rows[0] ?? null;
}

/** Whether its brand's watch list names its symbol. */
export async function isWatched(tx: Tx, alert: Barred, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ watched: boolean }>(sql`
    select exists (select from listed_symbols l where ${listedOf(aboutAlert(alert), 'watch', now)}) as watched`);
  return rows[0]?.watched === true;
}
