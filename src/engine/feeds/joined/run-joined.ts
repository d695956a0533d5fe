import { setTimeout as sleep } from 'node:timers/promises';
import { type Holding, leaveShard, noTally, renewShard, Superseded, takeShard } from '../live/shard-lease.ts';
import type { WatchDeps } from '../watching.ts';
import { joinedSteps } from './steps.ts';

export type JoinedDeps = WatchDeps & {
  instanceId: string;
  isDead: (instanceId: string) => Promise<boolean>;
  log: WatchDeps['log'] & { error: (context: object, message: string) => void };
};

/** The name under which its lease stands beside those of the feeds. */
const LEASE = 'joined';
const LOOK_EVERY_MS = 250;
const RENEW_EVERY_MS = 500;

/**
 * Works out the rules that look at other symbols than their own, wherever the bars come from: a bar of a series is
 * looked at once every other symbol's bars up to its end are stored, by any process. So what is found follows from the
 * stored bars alone, not from which of them came first. One process does this at a time; when it goes, the next begins
 * at the cursors.
 */
export async function runJoined(deps: JoinedDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const holding = await takeShard(deps.system, {
        feed: LEASE,
        shard: 0,
        owner: deps.instanceId,
        isDead: deps.isDead,
      });
      if (holding) await hold(deps, holding, signal);
    } catch (error) {
      deps.log.error({ err: error }, 'looking for rules on several symbols failed');
    }
    await pause(LOOK_EVERY_MS, signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

async function hold(deps: JoinedDeps, holding: Holding, stop: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const health = {
    state: 'live' as const,
    problem: null,
    since: deps.clock(),
    lagMs: null,
    lastMessageAt: null,
    silent: [],
  };
  const renewal = setInterval(() => {
    renewShard(deps.system, holding, health, noTally()).then(
      (held) => held || lost.abort(),
      (error: unknown) => deps.log.warn({ err: error }, 'renewing the lease of joined rules failed'),
    );
  }, RENEW_EVERY_MS);
  try {
    const step = joinedSteps(deps, holding);
    while (!signal.aborted) {
      try {
        if (!(await step(signal))) await pause(LOOK_EVERY_MS, signal);
      } catch (error) {
        if (error instanceof Superseded) return;
        deps.log.error({ err: error }, 'working out rules on several symbols failed');
        await pause(4 * LOOK_EVERY_MS, signal);
      }
    }
  } finally {
    clearInterval(renewal);
    if (!lost.signal.aborted) await leaveShard(deps.system, holding).catch(() => undefined);
  }
}
