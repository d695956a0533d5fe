import { setTimeout as sleep } from 'node:timers/promises';
import { Superseded } from '../leases/lease.ts';

/** How work under a lease ends: it may go on elsewhere (`released`, after a pause if given, in ms), or it's over. */
export type End =
  | { state: 'released'; againInMs?: number }
  | { state: 'done' }
  | { state: 'failed'; error: string };

/** The work that this process does while it holds a lease. */
export type LeasedWork = {
  /** What it is, for the log. */
  name: string;
  /** Works until it's done or its signal aborts. @throws Superseded when it learns that another process holds the lease */
  run: () => Promise<End>;
  /** Extends the lease, and stores what goes with it. @returns false when another process holds it by now */
  renew: () => Promise<boolean>;
  giveBack: (end: End) => Promise<void>;
};

/**
 * Prepares the work under a lease that was just taken.
 * @param signal aborts when the program stops or another process holds the lease
 * @param lose tells the runner that another process holds the lease, if the work learns it outside of `run`
 */
export type Taken = (signal: AbortSignal, lose: () => void) => LeasedWork;

type LeaseRunner = {
  /** Takes a lease that is free. @returns null when there is none */
  take: () => Promise<Taken | null>;
  /** How many leases this process works on at the same time. */
  most: number;
  lookEveryMs: number;
  renewEveryMs: number;
  /** How long a lease lasts without renewal. */
  leaseMs: number;
  log: {
    warn: (context: object, message: string) => void;
    error: (context: object, message: string) => void;
  };
};

/** The pause before anyone tries again what failed, in ms: a source or database that is down isn't asked without end. */
const AGAIN_AFTER_MS = 2_000;

/**
 * Takes leases as they become free and works under each of them, until the signal aborts. A lease is renewed for as long
 * as its work runs, and given back at the end. After a kill it runs out, and another process takes it. Work whose lease
 * may have run out, because the database was away or the process was paused, stops: the next holder of the lease
 * continues it.
 */
export async function runLeased(runner: LeaseRunner, stop: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!stop.aborted) {
    try {
      while (running.size < runner.most) {
        const askedAt = performance.now();
        const taken = await runner.take();
        if (!taken) break;
        const held = hold(runner, { taken, askedAt }, stop).finally(() => running.delete(held));
        running.add(held);
      }
    } catch (error) {
      runner.log.error({ err: error }, 'taking a lease failed');
    }
    await pause(runner.lookEveryMs, stop);
  }
  await Promise.all(running);
}

/** Resolves after `ms`, or as soon as the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Works under one lease until its end. Never throws. */
async function hold(
  { log, renewEveryMs, leaseMs }: LeaseRunner,
  { taken, askedAt }: { taken: Taken; askedAt: number },
  stop: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const ended = new AbortController();
  const lose = (): void => lost.abort();
  const work = taken(AbortSignal.any([stop, lost.signal]), lose);
  const lapse = onLapse(leaseMs, askedAt, () => {
    if (ended.signal.aborted || lost.signal.aborted) return;
    log.warn({ work: work.name }, 'a lease could not be renewed in time; its work stops here');
    lose();
  });
  const over = AbortSignal.any([ended.signal, lost.signal]);
  const renewal = keepRenewed(work, { everyMs: renewEveryMs, lose, lapse, log }, over);
  let end: End;
  try {
    end = await work.run();
  } catch (error) {
    if (error instanceof Superseded) lose();
    else if (!stop.aborted) log.error({ err: error, work: work.name }, 'work under a lease failed');
    end = { state: 'released', againInMs: stop.aborted ? 0 : AGAIN_AFTER_MS };
  }
  ended.abort();
  lapse.end();
  // A renewal that hangs would keep this process from taking the lease again.
  if (lost.signal.aborted) return;
  await renewal;
  if (lost.signal.aborted) return;
  // If this fails, the lease runs out by itself.
  await work
    .giveBack(end)
    .catch((error: unknown) => log.warn({ err: error, work: work.name }, 'giving a lease back failed'));
}

type Lapse = { renewed: (askedAt: number) => void; end: () => void };

/**
 * Calls `lapsed` when a lease may have run out. It lasts from the moment its renewal was asked for, not from the
 * answer: the database may have renewed it long before.
 */
function onLapse(leaseMs: number, askedAt: number, lapsed: () => void): Lapse {
  let timer: NodeJS.Timeout | undefined;
  const renewed = (at: number): void => {
    clearTimeout(timer);
    timer = setTimeout(lapsed, at + leaseMs - performance.now());
  };
  renewed(askedAt);
  return { renewed, end: () => clearTimeout(timer) };
}

/** Renews the lease at once and then again and again, until the work has ended or the lease is lost. */
async function keepRenewed(
  work: LeasedWork,
  { everyMs, lose, lapse, log }: { everyMs: number; lose: () => void; lapse: Lapse; log: LeaseRunner['log'] },
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const askedAt = performance.now();
    try {
      if (!(await work.renew())) return lose();
      if (!over.aborted) lapse.renewed(askedAt);
    } catch (error) {
      log.warn({ err: error, work: work.name }, 'renewing a lease failed');
    }
    await pause(everyMs, over);
  }
}
