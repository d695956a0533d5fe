import type { Reach } from '#src/engine/exchanges/reach.ts';
import { SHARD_LEASE_MS, takeShard } from '#src/engine/leases/shard-lease.ts';
import { pause, runLeased } from '../run-leased.ts';
import { deleteOldFeedRecords } from './live-store.ts';
import { liveShard, type ShardDeps } from './run-shard.ts';

type LiveDeps = ShardDeps & { instanceId: string; isDead: (instanceId: string) => Promise<boolean> };

const LOOK_EVERY_MS = 250;
const RENEW_EVERY_MS = 500;
const CLEAN_UP_EVERY_MS = 3_600_000;
/** All symbols of a feed are one shard until one process is not enough for them. */
const SHARD = 0;

/**
 * Runs every live feed whose lease is free, until the signal aborts. On a stop the leases are given back; after a kill
 * another process that waits here takes over.
 */
export async function runLiveFeeds(
  deps: LiveDeps,
  reached: readonly Reach[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([...reached.map((reach) => runFeed(deps, reach, signal)), cleanUp(deps, signal)]);
}

const runFeed = (deps: LiveDeps, reach: Reach, stop: AbortSignal): Promise<void> =>
  runLeased(
    {
      take: async () => {
        const { system, instanceId, isDead } = deps;
        const { name } = reach.exchange;
        const holding = await takeShard(system, { feed: name, shard: SHARD, owner: instanceId, isDead });
        return holding && ((signal, lose) => liveShard(deps, { reach, holding, signal, lose }));
      },
      most: 1,
      lookEveryMs: LOOK_EVERY_MS,
      renewEveryMs: RENEW_EVERY_MS,
      leaseMs: SHARD_LEASE_MS,
      log: deps.log,
    },
    stop,
  );

async function cleanUp({ system, log }: LiveDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await deleteOldFeedRecords(system).catch((error: unknown) =>
      log.error({ err: error }, 'deleting old feed records failed'),
    );
    await pause(CLEAN_UP_EVERY_MS, signal);
  }
}
