import type { Database } from '#src/db/database.ts';
import type { quarantineBook } from '#src/engine/market/quarantine/quarantine-book.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import type { Announce } from '../../enqueue.ts';
import { storePrices, watchersOf } from './live-store.ts';

const ANNOUNCE_EVERY_MS = 2_000;

type UpdatesDeps = {
  system: Database;
  announce: Announce;
  now: () => number;
  quarantine: ReturnType<typeof quarantineBook>;
  /** Ids of all instruments of the shard. */
  instrumentIds: () => string[];
};

/** What users see of a shard: its newest prices, quarantined trades, and the announcements that something changed. */
export const shardUpdates = ({ system, announce, now, quarantine, instrumentIds }: UpdatesDeps) => {
  const prices = new Map<string, Tick>();
  /** Ids of the instruments with something new. */
  const changed = new Set<string>();
  let isFeedChanged = true;
  let announcedAt = 0;

  async function announceChanges(): Promise<void> {
    if (now() - announcedAt < ANNOUNCE_EVERY_MS) return;
    announcedAt = now();
    const seen = isFeedChanged ? [...instrumentIds(), ...changed] : [...changed];
    isFeedChanged = false;
    changed.clear();
    for (const workspaceId of await watchersOf(system, seen)) announce(workspaceId, 'feeds');
  }

  return {
    price: (instrumentId: string, tick: Tick): void => void prices.set(instrumentId, tick),
    instrument: (instrumentId: string): void => void changed.add(instrumentId),
    /** Something about the feed as a whole changed; `soon` announces it at the next flush. */
    feed: ({ soon = false }: { soon?: boolean } = {}): void => {
      isFeedChanged = true;
      if (soon) announcedAt = 0;
    },
    /** Stores the newest prices and what was quarantined, and announces changes to the workspaces that watch them. */
    flush: async (): Promise<void> => {
      const fresh = new Map(prices);
      prices.clear();
      await storePrices(system, fresh);
      await quarantine.flush(system);
      for (const id of fresh.keys()) changed.add(id);
      await announceChanges();
    },
  };
};
