import { inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { instruments } from '#src/db/schema.ts';
import type { CALENDARS } from '#src/engine/market/sessions/calendars.ts';

/** Instruments as a join of series needs them. */
export type Joinable = {
  id: string;
  symbol: string;
  session: keyof typeof CALENDARS;
  /** Whether a live feed makes its bars. */
  hasFeed: boolean;
};

/** Instruments by their ids, each read once: neither its symbol nor its session changes while a program runs. */
export const joinables = (system: Database) => {
  const known = new Map<string, Joinable>();
  return {
    read: async (ids: readonly string[]): Promise<void> => {
      const missing = [...new Set(ids)].filter((id) => !known.has(id));
      if (missing.length === 0) return;
      const rows = await system
        .select({
          id: instruments.id,
          symbol: instruments.symbol,
          session: instruments.session,
          hasFeed: isNotNull(instruments.feed).mapWith(Boolean),
        })
        .from(instruments)
        .where(inArray(instruments.id, missing));
      for (const row of rows) known.set(row.id, row);
    },
    get: (id: string): Joinable | undefined => known.get(id),
  };
};
