import { setTimeout as sleep } from 'node:timers/promises';
import { keepFeedRecords } from './live-store.ts';
import { type Reach, runShard, type ShardDeps } from './run-shard.ts';
import { takeShard } from './shard-lease.ts';

const LOOK_EVERY_MS = 250;
const KEEP_EVERY_MS = 3_600_000;
/** All symbols of a feed are one shard until one process is not enough for them. */
const SHARD = 0;

/**
 * Works every live feed whose lease it can get, until the signal aborts. On a stop the leases are given back; after a
 * kill the process that waits here goes on.
 */
export async function runLiveFeeds(
  deps: ShardDeps & { instanceId: string; isDead: (instanceId: string) => Promise<boolean> },
  reached: readonly Reach[],
  signal: AbortSignal,
): Promise<void> {
  const working = new Map<string, Promise<void>>();
  let keptAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    for (const reach of reached) {
      const feed = reach.exchange.name;
      if (working.has(feed)) continue;
      try {
        const holding = await takeShard(deps.system, {
          feed,
          shard: SHARD,
          owner: deps.instanceId,
          isDead: deps.isDead,
        });
        if (!holding) continue;
        working.set(
          feed,
          runShard(deps, reach, holding, signal).finally(() => working.delete(feed)),
        );
      } catch (error) {
        deps.log.error({ err: error, feed }, 'looking for a feed to work failed');
      }
    }
    if (performance.now() - keptAt > KEEP_EVERY_MS) {
      keptAt = performance.now();
      await keepFeedRecords(deps.system).catch((error: unknown) =>
        deps.log.error({ err: error }, 'forgetting old records of feeds failed'),
      );
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(working.values());
}
