import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { readerBots } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';

/**
 * People who subscribed with an account are reached by that one alone: its connection may get new credentials of the
 * same account, and no other's. @throws AppError in_use
 */
export async function assertReadersKeep(tx: Tx, connectionId: string, account: string): Promise<void> {
  const [kept] = await tx
    .select({ bot: readerBots.bot })
    .from(readerBots)
    .where(and(eq(readerBots.connectionId, connectionId), ne(readerBots.account, account)))
    .limit(1);
  if (kept)
    throw new AppError(
      'in_use',
      `People subscribe with @${kept.bot} over this connection. Connect the new bot as its own connection.`,
    );
}
