import {
  type Holding,
  leaveShard,
  noTally,
  renewShard,
  SHARD_LEASE_MS,
  takeShard,
} from '#src/engine/leases/shard-lease.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import { type LeasedWork, pause, runLeased } from '../run-leased.ts';
import type { WatchDeps } from '../watch-series.ts';
import { crossSeriesSteps } from './steps.ts';

type CrossSeriesDeps = WatchDeps & {
  instanceId: string;
  isDead: (instanceId: string) => Promise<boolean>;
  log: WatchDeps['log'] & { error: (context: object, message: string) => void };
};

/** The name of its lease in the table of the live feeds' leases. */
const LEASE = 'joined';
const LOOK_EVERY_MS = 250;
const RENEW_EVERY_MS = 500;
const AGAIN_AFTER_MS = 1_000;

/**
 * Evaluates the rules that compare several series, wherever their bars come from. A bar is evaluated once the other
 * series are stored up to its end, so the result depends on the stored bars alone and not on the order in which they
 * arrived. One process does this at a time; the next one starts at the stored cursors.
 */
export const runCrossSeries = (deps: CrossSeriesDeps, signal: AbortSignal): Promise<void> =>
  runLeased(
    {
      take: async () => {
        const { system, instanceId, isDead } = deps;
        const holding = await takeShard(system, { feed: LEASE, shard: 0, owner: instanceId, isDead });
        return holding && ((signal) => crossSeriesWork(deps, holding, signal));
      },
      most: 1,
      lookEveryMs: LOOK_EVERY_MS,
      renewEveryMs: RENEW_EVERY_MS,
      leaseMs: SHARD_LEASE_MS,
      log: deps.log,
    },
    signal,
  );

function crossSeriesWork(deps: CrossSeriesDeps, holding: Holding, signal: AbortSignal): LeasedWork {
  const health = {
    state: 'live' as const,
    problem: null,
    since: deps.clock(),
    lagMs: null,
    lastMessageAt: null,
    silent: [],
  };
  return {
    name: 'cross-series rules',
    run: async () => {
      const step = crossSeriesSteps(deps, holding);
      while (!signal.aborted) {
        try {
          if (!(await step(signal))) await pause(LOOK_EVERY_MS, signal);
        } catch (error) {
          if (error instanceof Superseded) throw error;
          deps.log.error({ err: error }, 'evaluating cross-series rules failed');
          await pause(AGAIN_AFTER_MS, signal);
        }
      }
      return { state: 'released' };
    },
    renew: () => renewShard(deps.system, holding, health, noTally()),
    giveBack: () => leaveShard(deps.system, holding),
  };
}
