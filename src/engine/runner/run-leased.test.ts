import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { Superseded } from '../leases/lease.ts';
import { type End, type LeasedWork, runLeased, type Taken } from './run-leased.ts';

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** Runs leases that `take` gives, one after the other where it gives several. */
function runner(take: () => Promise<Taken | null>, most = 1, leaseMs = 60_000) {
  const stop = new AbortController();
  stops.push(stop);
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const done = runLeased({ take, most, lookEveryMs: 5, renewEveryMs: 5, leaseMs, log }, stop.signal);
  return { log, stop: () => (stop.abort(), done) };
}

/** Work that lasts until its signal aborts, and records how it ended. */
function lasting(part: Partial<LeasedWork> = {}) {
  const ends: End[] = [];
  const seen = { renewals: 0, aborted: false };
  const taken: Taken = (signal) => ({
    name: 'test',
    run: async () => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      seen.aborted = true;
      return { state: 'released' };
    },
    renew: async () => {
      seen.renewals += 1;
      return true;
    },
    giveBack: async (end) => void ends.push(end),
    ...part,
  });
  return { taken, ends, seen };
}

const once = (taken: Taken): (() => Promise<Taken | null>) => {
  let left: Taken | null = taken;
  return async () => {
    const next = left;
    left = null;
    return next;
  };
};

it('renews while the work runs, and gives the lease back on a stop', async () => {
  const { taken, ends, seen } = lasting();
  const { stop, log } = runner(once(taken));
  await vi.waitFor(() => expect(seen.renewals).toBeGreaterThan(2));
  expect(ends).toEqual([]);
  await stop();
  expect(seen.aborted).toBe(true);
  expect(ends).toEqual([{ state: 'released' }]);
  const { renewals } = seen;
  await sleep(20);
  expect(seen.renewals).toBe(renewals);
  expect(log.error).not.toHaveBeenCalled();
});

it('stops work whose lease another process holds, gives nothing back, and looks again', async () => {
  const first = lasting({ renew: async () => false });
  const second = lasting();
  const queue = [first.taken, second.taken];
  const { stop } = runner(async () => queue.shift() ?? null);
  await vi.waitFor(() => expect(second.seen.renewals).toBeGreaterThan(0));
  expect(first.seen.aborted).toBe(true);
  expect(first.ends).toEqual([]);
  await stop();
  expect(second.ends).toEqual([{ state: 'released' }]);
});

it('takes work that throws Superseded, or says so, for lost', async () => {
  const thrown = lasting({ run: () => Promise.reject(new Superseded('Another process holds it.')) });
  const reported = lasting();
  const queue: Taken[] = [
    thrown.taken,
    (signal, lose) => {
      setTimeout(lose, 5);
      return reported.taken(signal, lose);
    },
  ];
  const { stop, log } = runner(async () => queue.shift() ?? null);
  await vi.waitFor(() => expect(reported.seen.aborted).toBe(true));
  await stop();
  expect([thrown.ends, reported.ends]).toEqual([[], []]);
  expect(log.error).not.toHaveBeenCalled();
});

it('gives work that failed back for later, and keeps working on the others', async () => {
  const failing = lasting({ run: () => Promise.reject(new Error('The database is down.')) });
  const other = lasting();
  const queue = [other.taken, failing.taken];
  const { stop, log } = runner(async () => queue.shift() ?? null, Infinity);
  await vi.waitFor(() => expect(failing.ends).toEqual([{ state: 'released', againInMs: 2_000 }]));
  expect(log.error).toHaveBeenCalledOnce();
  expect(other.seen.aborted).toBe(false);
  await stop();
  expect(other.ends).toHaveLength(1);
});

it('keeps a lease whose renewal fails, and tries again after a look that fails', async () => {
  let renewals = 0;
  const unlucky = lasting({
    renew: async () => {
      renewals += 1;
      if (renewals < 3) throw new Error('The database is down.');
      return true;
    },
  });
  let looks = 0;
  const { stop, log } = runner(async () => {
    looks += 1;
    if (looks === 1) throw new Error('The database is down.');
    return looks === 2 ? unlucky.taken : null;
  });
  await vi.waitFor(() => expect(renewals).toBeGreaterThan(3));
  expect(log.error).toHaveBeenCalledOnce();
  expect(log.warn).toHaveBeenCalledTimes(2);
  expect(unlucky.seen.aborted).toBe(false);
  await stop();
});

it.each([
  ['hangs', () => new Promise<boolean>(() => undefined)],
  ['fails', () => Promise.reject(new Error('The database is down.'))],
])('stops work whose renewal %s until the lease may have run out, and looks again', async (_, renew) => {
  const first = lasting({ renew });
  const second = lasting();
  const queue = [first.taken, second.taken];
  const { stop, log } = runner(async () => queue.shift() ?? null, 1, 50);
  await vi.waitFor(() => expect(second.seen.renewals).toBeGreaterThan(0));
  expect(first.seen.aborted).toBe(true);
  // It may be another's by now.
  expect(first.ends).toEqual([]);
  expect(log.warn).toHaveBeenCalledWith({ work: 'test' }, expect.stringContaining('renewed in time'));
  await stop();
});
