import { eq } from 'drizzle-orm';
import type { Timeframe } from '#src/shared/market.ts';
import type { Database } from '../database.ts';
import { newId } from '../ids.ts';
import { feedRuns, instruments } from '../schema.ts';

/** Puts a feed to work, once: a feed of the same kind, source, symbol and timeframe is left as it is. */
export async function ensureFeedRun(
  system: Database,
  feed: {
    feed: string;
    source: string;
    symbol: string;
    timeframe: Timeframe;
    params: Record<string, unknown>;
    now: Date;
  },
): Promise<void> {
  const [instrument] = await system.select().from(instruments).where(eq(instruments.symbol, feed.symbol));
  if (!instrument) throw new Error(`There is no instrument ${feed.symbol}.`);
  await system
    .insert(feedRuns)
    .values({
      id: newId(),
      feed: feed.feed,
      source: feed.source,
      instrumentId: instrument.id,
      timeframe: feed.timeframe,
      params: feed.params,
      state: 'running',
      createdAt: feed.now,
      updatedAt: feed.now,
    })
    .onConflictDoNothing();
}
