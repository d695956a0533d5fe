import { type Health, noTally, type Tally } from '#src/engine/leases/shard-lease.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { FeedState } from '#src/shared/feeds.ts';

const MOST_LAG_MS = 2e9;

/**
 * The state of a shard's feed and its counts between two renewals of the lease.
 * @param onSettled is called for a state worth recording: not while it connects, and not the first `live` after a rest
 */
export const shardHealth = (clock: Clock, onSettled: (state: FeedState, problem: string) => void) => {
  let tally = noTally();
  let health = { state: 'resting' as FeedState, problem: null as string | null, since: clock() };
  let lagMs: number | null = null;
  let settled: FeedState = 'resting';

  return {
    count: (what: keyof Tally, more = 1): void => {
      tally[what] += more;
    },
    /** Notes how long after its trade a tick arrived, in ms. */
    lag: (ms: number): void => {
      lagMs = Math.round(Math.max(-MOST_LAG_MS, Math.min(MOST_LAG_MS, ms)));
    },
    become: (state: FeedState, problem: string | null): void => {
      if (state === health.state) {
        health.problem = problem;
        return;
      }
      health = { state, problem, since: clock() };
      if (state === 'connecting') return;
      if (state !== 'resting' && state !== settled && !(state === 'live' && settled === 'resting'))
        onSettled(state, problem ?? '');
      settled = state;
    },
    now: (rest: Pick<Health, 'lastMessageAt' | 'silent'>): Health => ({ ...health, lagMs, ...rest }),
    /** Hands the counts over and starts new ones. `putBack` adds them again if they could not be stored. */
    takeTally: (): { tally: Tally; putBack: () => void } => {
      const taken = tally;
      tally = noTally();
      return {
        tally: taken,
        putBack: () => {
          for (const name of Object.keys(taken) as (keyof Tally)[]) tally[name] += taken[name];
        },
      };
    },
  };
};
