import { desc, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { accountEvents } from '#src/db/schema.ts';
import type { Client } from './deps.ts';
import { storableIp, storableUserAgent } from './client.ts';

export type AccountEvent =
  | 'signed_up'
  | 'signed_in'
  | 'signed_out'
  | 'session_ended'
  | 'email_confirmed'
  | 'email_change_asked'
  | 'email_changed'
  | 'password_changed'
  | 'recovery_used'
  | 'factor_added'
  | 'factor_removed'
  | 'second_factor_used'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'data_exported'
  | 'refresh_token_reused'
  | 'changed_by_operator';

type Entry = { userId: string; event: AccountEvent; client: Client | null; at: Date };

/** Writes down what happened to an account, in the transaction in which it happens. */
export async function record(tx: Tx, entry: Entry): Promise<void> {
  await tx.insert(accountEvents).values(eventRow(entry));
}

/** The row of an entry, for a statement that writes it down among other things. */
export const eventRow = (entry: Entry): typeof accountEvents.$inferInsert => ({
  id: newId(),
  userId: entry.userId,
  event: entry.event,
  ip: storableIp(entry.client?.ip ?? null),
  userAgent: storableUserAgent(entry.client?.userAgent ?? null),
  at: entry.at,
});

/** The newest entries of one person, newest first. */
export async function accountTrail(db: Database, userId: string, limit = 100) {
  return db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.at), desc(accountEvents.id))
    .limit(limit);
}
