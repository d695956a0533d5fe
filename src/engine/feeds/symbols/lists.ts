import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { feedSymbolLists } from '#src/db/schema.ts';
import type { Exchange, Get, ListedSymbol } from '#src/engine/exchanges/live/exchange.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Entry } from './search.ts';

const DAY = 24 * 60 * 60_000;
/** After a list could not be read, or while another process reads it. */
const AGAIN_MS = 10 * 60_000;
/** A change that another process stored is seen after so long. */
const LOOK_EVERY_MS = 5_000;
/** No exchange lists more; what is beyond is left out. */
const MOST = 60_000;

type Known = { refreshedAt: number | null; triedAt: number; entries: readonly Entry[] };

/** The feed's name without whose key it works with: the list is the same for all. */
export const listName = ({ name }: Pick<Exchange, 'name'>): string => name.split('.')[0] ?? name;

const isWhole = ({ symbol, ticker, currency }: ListedSymbol): boolean =>
  [symbol, ticker, currency].every((each) => each !== '' && each.length <= 40);

/**
 * The lists of symbols, stored and kept in memory. A list is read from its exchange when it's first searched, and again
 * when it's searched a day later: nothing is asked of exchanges that nobody searches.
 */
export function createSymbolLists(deps: {
  system: Database;
  clock: Clock;
  entriesOf: (feed: string, list: readonly ListedSymbol[]) => Entry[];
}) {
  const { system } = deps;
  const lists = new Map<string, Known>();
  const running = new Map<string, Promise<void>>();
  let lookedAt = 0;

  async function look(now: number): Promise<void> {
    if (now - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = now;
    const { symbols: _, ...head } = { ...COLUMNS };
    for (const { feed, refreshedAt, triedAt } of await system.select(head).from(feedSymbolLists)) {
      const at = refreshedAt?.getTime() ?? null;
      const had = lists.get(feed);
      if (had && had.refreshedAt === at) {
        had.triedAt = triedAt.getTime();
        continue;
      }
      const [row] = await system
        .select({ symbols: COLUMNS.symbols })
        .from(feedSymbolLists)
        .where(sql`${feedSymbolLists.feed} = ${feed}`);
      lists.set(feed, {
        refreshedAt: at,
        triedAt: triedAt.getTime(),
        entries: deps.entriesOf(feed, row?.symbols ?? []),
      });
    }
  }

  /** Whoever stores the attempt first makes it. */
  async function claim(feed: string, now: Date): Promise<boolean> {
    const before = new Date(now.getTime() - AGAIN_MS).toISOString();
    const { rows } = await system.execute(sql`
      insert into feed_symbol_lists as l (feed, tried_at) values (${feed}, ${now.toISOString()}::timestamptz)
      on conflict (feed) do update set tried_at = excluded.tried_at where l.tried_at < ${before}::timestamptz
      returning feed`);
    return rows.length > 0;
  }

  async function refresh(feed: string, exchange: Exchange, get: Get): Promise<void> {
    const now = deps.clock();
    if (!(await claim(feed, now))) return;
    try {
      const all: ListedSymbol[] = [];
      for await (const page of exchange.symbols?.(get) ?? []) all.push(...page.filter(isWhole));
      const symbols = all.slice(0, MOST);
      await system
        .update(feedSymbolLists)
        .set({ symbols, refreshedAt: now, problem: null })
        .where(sql`${feedSymbolLists.feed} = ${feed}`);
    } catch (error) {
      const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await system
        .update(feedSymbolLists)
        .set({ problem })
        .where(sql`${feedSymbolLists.feed} = ${feed}`);
    } finally {
      lookedAt = 0;
    }
  }

  return {
    /** The symbols of some feeds as far as they're known. `loading`: those whose list is being read. */
    of: async (
      reached: readonly { exchange: Exchange; get: Get }[],
    ): Promise<{ lists: ReadonlyMap<string, readonly Entry[]>; loading: string[] }> => {
      const now = deps.clock().getTime();
      await look(now);
      const loading: string[] = [];
      for (const { exchange, get } of reached) {
        const feed = listName(exchange);
        const known = lists.get(feed);
        const isOld = !known?.refreshedAt || now - known.refreshedAt > DAY;
        const mayTry = !known || now - known.triedAt > AGAIN_MS;
        if (exchange.symbols && isOld && mayTry && !running.has(feed))
          running.set(
            feed,
            refresh(feed, exchange, get).finally(() => running.delete(feed)),
          );
        if (running.has(feed) && !known?.refreshedAt) loading.push(exchange.title);
      }
      return { lists: new Map([...lists].map(([feed, { entries }]) => [feed, entries])), loading };
    },
    /** Waits for what is being read. */
    settled: async (): Promise<void> => void (await Promise.all(running.values())),
  };
}

const COLUMNS = {
  feed: feedSymbolLists.feed,
  refreshedAt: feedSymbolLists.refreshedAt,
  triedAt: feedSymbolLists.triedAt,
  symbols: feedSymbolLists.symbols,
};
