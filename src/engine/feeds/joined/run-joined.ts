import { setTimeout as sleep } from 'node:timers/promises';
import { CALENDARS } from '../bars/calendars.ts';
import { endsOf } from '../bars/ends.ts';
import {
  heldQuestion,
  type Holding,
  leaveShard,
  noTally,
  renewShard,
  Superseded,
  takeShard,
} from '../live/shard-lease.ts';
import { watchSeries, type WatchDeps } from '../watching.ts';
import {
  barsAfter,
  beginningOf,
  type Group,
  groupKey,
  joinables,
  joinedCursorsOf,
  joinedGroups,
  knownUntil,
  storeJoinedCursor,
  withNewBars,
} from './groups.ts';
import { sharedOthers } from './shared-others.ts';
import { sightOf } from './sight.ts';

export type JoinedDeps = WatchDeps & {
  instanceId: string;
  isDead: (instanceId: string) => Promise<boolean>;
  log: WatchDeps['log'] & { error: (context: object, message: string) => void };
};

/** The name under which its lease stands beside those of the feeds. */
const LEASE = 'joined';
const LOOK_EVERY_MS = 250;
const GROUPS_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 500;
const AT_ONCE = 4;
const BATCH_BARS = 200;
/** Who has waited for another symbol so often is asked less often. */
const PATIENCE = 40;
const PATIENT_EVERY = 8;

type Work = {
  group: Group;
  cursor: number;
  feedBars: ReturnType<typeof watchSeries> | null;
  waited: number;
};

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

/**
 * Deals with the bars that are ready, at most so many of each series. Whoever calls it holds the lease.
 * @returns the step: whether there may be more at once
 */
export function joinedSteps(deps: WatchDeps, holding: Holding) {
  const { system } = deps;
  const shared = sharedOthers(system);
  const works = new Map<string, Work>();
  let readAt = Number.NEGATIVE_INFINITY;
  /** Events are made only while the lease is held: the question is part of their transaction. */
  const fenced: WatchDeps = {
    ...deps,
    fence: {
      question: heldQuestion(holding),
      broken: () => new Superseded('Another process works out joined rules by now.'),
    },
  };

  async function readGroups(): Promise<void> {
    const groups = await joinedGroups(system);
    const cursors = await joinedCursorsOf(system, groups);
    const wanted = new Set(groups.map(groupKey));
    for (const key of works.keys()) if (!wanted.has(key)) works.delete(key);
    for (const group of groups) {
      const key = groupKey(group);
      if (works.has(key)) continue;
      try {
        const own = (await joinables(system, [group.instrumentId])).get(group.instrumentId);
        if (!own) continue;
        const cursor =
          cursors.get(key) ??
          (await beginningOf(system, group, endsOf(CALENDARS[own.session], group.timeframe)));
        if (!cursors.has(key)) await storeJoinedCursor(system, holding, group, cursor);
        works.set(key, { group, cursor, feedBars: null, waited: 0 });
      } catch (error) {
        if (error instanceof Superseded) throw error;
        // One group's trouble is not the others'.
        deps.log.warn({ err: error, group: key }, 'rules on several symbols could not begin');
      }
    }
    shared.keep(new Set(groups.flatMap(({ others }) => others.split(','))));
  }

  /** @returns whether there were as many bars as are taken at once */
  async function advance(work: Work, signal?: AbortSignal): Promise<boolean> {
    const { group } = work;
    const ids = group.others.split(',');
    const known = await joinables(system, [group.instrumentId, ...ids]);
    const own = known.get(group.instrumentId);
    const others = ids.flatMap((id) => known.get(id) ?? []);
    if (!own || others.length < ids.length) return false;
    const { endOf } = endsOf(CALENDARS[own.session], group.timeframe);
    const isKnown = await Promise.all(
      others.map((other) =>
        knownUntil(system, { instrumentId: other.id, timeframe: group.timeframe }, other),
      ),
    );
    const bars = await barsAfter(system, group, work.cursor, BATCH_BARS);
    const waiting = bars.findIndex(({ ts }) => !isKnown.every((until) => until(endOf(ts))));
    const ready = waiting < 0 ? bars : bars.slice(0, waiting);
    const last = ready.at(-1);
    if (!last) {
      work.waited += 1;
      return false;
    }
    work.waited = 0;
    work.feedBars ??= watchSeries(fenced, group, {
      others: group.others,
      sight: sightOf(system, shared, { session: own.session, timeframe: group.timeframe, others }),
    });
    try {
      if (!(await work.feedBars(ready, signal))) return false;
      await storeJoinedCursor(system, holding, group, last.ts);
    } catch (error) {
      // What the watch has seen of these bars is forgotten and seen again.
      work.feedBars = null;
      throw error;
    }
    work.cursor = last.ts;
    return ready.length === BATCH_BARS;
  }

  let looks = 0;
  return async (signal?: AbortSignal): Promise<boolean> => {
    const now = deps.clock().getTime();
    if (Math.abs(now - readAt) >= GROUPS_EVERY_MS) {
      await readGroups();
      readAt = now;
    }
    looks += 1;
    const fresh = await withNewBars(system, [...works.values()]);
    const due = [...works]
      .filter(([key, { waited }]) => fresh.has(key) && (waited < PATIENCE || looks % PATIENT_EVERY === 0))
      .map(([, work]) => work);
    let isMore = false;
    let failed: unknown;
    for (let from = 0; from < due.length; from += AT_ONCE) {
      if (signal?.aborted) return false;
      // All of them end before anything is begun again: a watch is fed by one at a time.
      for (const done of await Promise.allSettled(
        due.slice(from, from + AT_ONCE).map((work) => advance(work, signal)),
      )) {
        if (done.status === 'fulfilled') isMore ||= done.value;
        else if (done.reason instanceof Superseded) throw done.reason;
        else failed ??= done.reason;
      }
    }
    if (failed !== undefined) throw failed;
    return isMore;
  };
}
