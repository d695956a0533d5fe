import { eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import {
  barsBeforeRules,
  forgetCursors,
  storedCursors,
} from '#src/engine/evaluation/cross-series/cursors.ts';
import { feedCursors } from '#src/db/schema.ts';
import { type Group, groupKey, type groupLedger } from '#src/engine/evaluation/cross-series/groups.ts';
import type { joinables } from '#src/engine/evaluation/cross-series/instruments.ts';
import { idsIn, joinedSources } from '#src/engine/evaluation/cross-series/sources.ts';
import type { Holding } from '#src/engine/leases/shard-lease.ts';
import { storeMade } from '#src/engine/market/bars/made-bars.ts';
import { madeOf } from '#src/shared/timeframes.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { storeEach } from './group-cursors.ts';
import type { Works } from './works.ts';

type SyncDeps = {
  system: Database;
  holding: Holding;
  ledger: Pick<ReturnType<typeof groupLedger>, 'read'>;
  instruments: ReturnType<typeof joinables>;
  works: Pick<Works, 'add' | 'get' | 'remove'>;
  log: { warn: (context: object, message: string) => void };
};

/**
 * Makes the function that brings the groups up to date with the rules. A group that failed stays on a list and is tried
 * again at the next call, so that it doesn't hold up others.
 */
export const groupSync = ({ system, holding, ledger, instruments, works, log }: SyncDeps) => {
  /** Groups that are new, or were deleted, and not handled yet. */
  const coming = new Map<string, Group>();
  const leaving = new Map<string, Omit<Group, 'since'>>();
  /** The stored cursors of groups that are not added yet; read once. */
  let cursors: Awaited<ReturnType<typeof storedCursors>> | null = null;

  async function readChanges(): Promise<void> {
    const { come, gone } = await ledger.read();
    for (const key of gone) {
      const group = works.get(key)?.group ?? coming.get(key);
      works.remove(key);
      coming.delete(key);
      if (group) leaving.set(key, group);
    }
    for (const group of come) coming.set(groupKey(group), group);
    if (cursors !== null) return;
    cursors = await storedCursors(system);
    for (const [key, { group }] of cursors) if (!coming.has(key)) leaving.set(key, group);
  }

  async function forgetLeaving(): Promise<void> {
    await forgetCursors(system, holding, [...leaving.values()]);
    for (const key of leaving.keys()) cursors?.delete(key);
    leaving.clear();
  }

  /** What a group looks at may be made of bars that are stored, and that its feed hasn't yet: the group is to see them. */
  async function storeSources(group: Group): Promise<void> {
    const own = instruments.get(group.instrumentId);
    if (!own) return;
    const sources = joinedSources(
      { instrument: own, timeframe: group.timeframe },
      group.others,
      instruments.get,
    );
    for (const { instrument, timeframe } of [
      { instrument: own, timeframe: group.timeframe },
      ...(sources ?? []),
    ])
      if (instrument.hasFeed && madeOf(timeframe) !== null) {
        const { id: instrumentId, session } = instrument;
        await storeMade(
          system,
          { instrumentId, session, timeframe },
          await closedUntil(system, instrumentId),
        );
      }
  }

  /** Adds the groups that a former process has evaluated already, at their cursors. */
  function resume(): void {
    for (const [key, group] of coming) {
      const stored = cursors?.get(key);
      if (!stored) continue;
      works.add(group, stored.cursor);
      coming.delete(key);
      cursors?.delete(key);
    }
  }

  /** Adds new groups. Each starts at the last bar that ended before the oldest of its rules was saved. */
  async function begin(groups: readonly Group[]): Promise<void> {
    const before = await barsBeforeRules(system, groups);
    const begun = groups.flatMap((group) => {
      const own = instruments.get(group.instrumentId);
      if (!own) return [];
      const { endOf } = endsOf(CALENDARS[own.session], group.timeframe);
      return { group, cursor: before.get(groupKey(group))?.find((ts) => endOf(ts) <= group.since) ?? 0 };
    });
    const failed = await storeEach(system, holding, begun);
    for (const { group, cursor } of begun) {
      const key = groupKey(group);
      if (failed.has(key)) {
        log.warn({ err: failed.get(key), group: key }, 'cross-series rules could not begin');
        continue;
      }
      works.add(group, cursor);
      coming.delete(key);
    }
  }

  /** @throws Superseded, or what a database that is down throws */
  return async (): Promise<void> => {
    await readChanges();
    await forgetLeaving();
    if (coming.size === 0) return;
    await instruments.read(
      [...coming.values()].flatMap(({ instrumentId, others }) => [instrumentId, ...idsIn(others)]),
    );
    for (const group of coming.values()) await storeSources(group);
    resume();
    await begin([...coming.values()]);
  };
};

/** Until when a feed has dealt with everything of an instrument (ms, UTC): what closed later it stores itself. */
async function closedUntil(system: Database, instrumentId: string): Promise<number> {
  const [row] = await system
    .select({ at: feedCursors.closedUntil })
    .from(feedCursors)
    .where(eq(feedCursors.instrumentId, instrumentId));
  return row?.at?.getTime() ?? 0;
}
