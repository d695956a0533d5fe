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
  /** The end of the window that it was counted in, by the clock of whoever began that. */
  window: number;
};

/** A tenth of a limit is taken from the database at a time. */
const SHARES = 10;

export type LeasedLimit = {
  /** Takes one use. */
  take: (key: string, max: number) => Promise<Taken>;
  /** Takes up to `atMost` uses at once. */
  takeUpTo: (key: string, max: number, atMost: number) => Promise<TakenUpTo>;
};

/** How many there were, and where there was none, how long the window goes on, in ms. */
export type TakenUpTo = {
  taken: number;
  ms: number;
  /** Gives back uses that weren't needed, unless their window has ended. */
  giveBack: (count: number) => void;
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
    const { used, endsAt: window } = await count(deps, { scope, key, max, seconds: windowSeconds, amount });
    const left = Math.max(0, Math.min(amount, max - (used - amount)));
    const taken = {
      left,
      elsewhere: Math.max(0, max - used),
      // Clocks are a little apart: a window never goes on for longer than one that begins now.
      endsAt: Math.min(window, deps.clock().getTime() + windowSeconds * 1000),
      window,
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

  async function takeUpTo(key: string, max: number, atMost: number): Promise<TakenUpTo> {
    let last = { window: 0, taken: 0 };
    for (let taken = 0; ;) {
      const { held, now } = await current(key, max);
      const some = Math.min(held.left, atMost - taken);
      held.left -= some;
      taken += some;
      const { window } = held;
      last = { window, taken: (last.window === window ? last.taken : 0) + some };
      if (taken === atMost || held.elsewhere === 0)
        return {
          taken,
          ms: taken > 0 ? 0 : Math.max(1, held.endsAt - now),
          giveBack: (unused) => void (last.taken -= give(key, window, Math.min(unused, last.taken))),
        };
      await askOnce(key, max);
    }
  }

  /** What was counted in one window can't be used in the next, which has all of its own. @returns how many are there again */
  function give(key: string, window: number, uses: number): number {
    const held = leases.get(key);
    if (held?.window !== window || !isCurrent(held, deps.clock().getTime())) return 0;
    held.left += uses;
    return uses;
  }

  return { take, takeUpTo };
}
