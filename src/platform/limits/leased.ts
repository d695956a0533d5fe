import { count, type LimitDeps } from './count.ts';

/** `limit` uses in each window of `windowSeconds`; `seconds` is what is left of this one. */
export type Taken = {
  within: boolean;
  limit: number;
  remaining: number;
  seconds: number;
  windowSeconds: number;
};

type Lease = {
  /** Uses that this process may still give out. */
  left: number;
  /** What all others may still take. */
  elsewhere: number;
  endsAt: number;
};

/** A tenth of a limit is taken from the database at a time. */
const SHARES = 10;

/**
 * Counts uses for all processes together without writing at each: a process takes a tenth of the limit out of the
 * shared count and gives it out by itself. That is one write at the first use of a window and at most ten in it. Never
 * are more than `max` given out; where several processes serve, each may keep up to a tenth that another would need.
 */
export function createLeasedLimit(
  deps: LimitDeps,
  options: { scope: string; seconds: number; entries?: number },
): (key: string, max: number) => Promise<Taken> {
  const { scope, seconds: windowSeconds, entries = 10_000 } = options;
  const leases = new Map<string, Lease>();
  const asking = new Map<string, Promise<Lease>>();

  async function lease(key: string, max: number): Promise<Lease> {
    const amount = Math.ceil(max / SHARES);
    const { used, seconds } = await count(deps, { scope, key, max, seconds: windowSeconds, amount });
    const left = Math.max(0, Math.min(amount, max - (used - amount)));
    const taken = {
      left,
      elsewhere: Math.max(0, max - used),
      endsAt: deps.clock().getTime() + seconds * 1000,
    };
    leases.delete(key);
    for (const [oldest] of leases) {
      if (leases.size < entries) break;
      leases.delete(oldest);
    }
    leases.set(key, taken);
    return taken;
  }

  /** Those who ask at once wait for one answer of the database. */
  function askOnce(key: string, max: number): Promise<Lease> {
    const running = asking.get(key) ?? lease(key, max).finally(() => asking.delete(key));
    asking.set(key, running);
    return running;
  }

  return async (key, max) => {
    for (;;) {
      const now = deps.clock().getTime();
      let held = leases.get(key);
      if (!held || held.endsAt <= now || held.endsAt - now > windowSeconds * 1000)
        held = await askOnce(key, max);
      const seconds = Math.max(1, Math.ceil((held.endsAt - now) / 1000));
      const answer = {
        limit: max,
        remaining: Math.max(0, held.left - 1) + held.elsewhere,
        seconds,
        windowSeconds,
      };
      if (held.left > 0) {
        held.left -= 1;
        return { within: true, ...answer };
      }
      if (held.elsewhere === 0) return { within: false, ...answer, remaining: 0 };
      // Used up here, and there is more.
      await askOnce(key, max);
    }
  };
}
