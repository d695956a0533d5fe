import type { Reach } from '#src/engine/exchanges/reach.ts';
import { SHARD_LEASE_MS, takeShard } from '#src/engine/leases/shard-lease.ts';
import { pause, runLeased } from '../run-leased.ts';
import { deleteOldFeedRecords } from './live-store.ts';
import { liveShard, type ShardDeps } from './run-shard.ts';

type LiveDeps = ShardDeps & {
  instanceId: string;
  isDead: (instanceId: string) => Promise<boolean>;
  /** The feeds that workspaces' keys open by now; `version` changes with the key. */
  ownFeeds?: () => Promise<readonly (Reach & { version: string })[]>;
};

const LOOK_EVERY_MS = 250;
const RENEW_EVERY_MS = 500;
const OWN_EVERY_MS = 1_000;
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
  await Promise.all([
    ...reached.map((reach) => runFeed(deps, reach, signal)),
    runOwnFeeds(deps, signal),
    cleanUp(deps, signal),
  ]);
}

/** Runs the feeds of workspaces' keys: each as long as its key is there, anew when the key changes. */
async function runOwnFeeds(deps: LiveDeps, signal: AbortSignal): Promise<void> {
  const { ownFeeds } = deps;
  if (!ownFeeds) return;
  const running = new Map<string, { version: string; stop: AbortController; ended: Promise<void> }>();
  while (!signal.aborted) {
    try {
      const wanted = new Map((await ownFeeds()).map((reach) => [reach.exchange.name, reach]));
      for (const [name, { version, stop, ended }] of running) {
        if (wanted.get(name)?.version === version) continue;
        stop.abort();
        await ended;
        running.delete(name);
      }
      for (const [name, reach] of wanted) {
        if (running.has(name)) continue;
        const stop = new AbortController();
        const either = AbortSignal.any([signal, stop.signal]);
        running.set(name, { version: reach.version, stop, ended: runFeed(deps, reach, either) });
      }
    } catch (error) {
      deps.log.error({ err: error }, 'looking for the keys of feeds failed');
    }
    await pause(OWN_EVERY_MS, signal);
  }
  await Promise.all([...running.values()].map(({ ended }) => ended));
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
