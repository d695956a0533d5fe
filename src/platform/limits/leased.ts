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

export type LeasedLimit = {
  /** Takes one use. */
  take: (key: string, max: number) => Promise<Taken>;
  /** Takes up to `atMost` uses at once. @returns how many, and where there was none, how long the window goes on, in ms */
  takeUpTo: (key: string, max: number, atMost: number) => Promise<{ taken: number; ms: number }>;
  /** Gives back what was taken and not used, unless its window has ended. */
  give: (key: string, count: number) => void;
};

/**
 * Counts uses for all processes together without writing at each: a process takes a tenth of the limit out of the
 * shared count and gives it out by itself. That is one write at the first use of a window and at most ten in it. Never
 * are more than `max` given out; where several processes serve, each may keep up to a tenth that another would need.
 */
export function createLeasedLimit(
  deps: LimitDeps,
  options: { scope: string; seconds: number; entries?: number },
): LeasedLimit {
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

  const isCurrent = (held: Lease, now: number): boolean =>
    held.endsAt > now && held.endsAt - now <= windowSeconds * 1000;

  async function current(key: string, max: number): Promise<{ held: Lease; now: number }> {
    const now = deps.clock().getTime();
    const held = leases.get(key);
    return { held: held && isCurrent(held, now) ? held : await askOnce(key, max), now };
  }

  async function take(key: string, max: number): Promise<Taken> {
    for (;;) {
      const { held, now } = await current(key, max);
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
  }

  async function takeUpTo(key: string, max: number, atMost: number) {
    for (let taken = 0; ;) {
      const { held, now } = await current(key, max);
      const some = Math.min(held.left, atMost - taken);
      held.left -= some;
      taken += some;
      if (taken === atMost || held.elsewhere === 0)
        return { taken, ms: taken > 0 ? 0 : Math.max(1, held.endsAt - now) };
      await askOnce(key, max);
    }
  }

  function give(key: string, count: number): void {
    const held = leases.get(key);
    if (held && isCurrent(held, deps.clock().getTime())) held.left += count;
  }

  return { take, takeUpTo, give };
}
