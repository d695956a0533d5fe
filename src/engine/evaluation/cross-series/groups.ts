import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { RuleKey } from '../rule-index/rule-index.ts';
import { type Holding, isHeld } from '#src/engine/leases/shard-lease.ts';

/**
 * The rules on one series that look at the same others, which are listed as in `rule_others.source`; `since` (ms, UTC):
 * the oldest of them is as old.
 */
export type Group = { instrumentId: string; timeframe: Timeframe; others: string; since: number };

export const groupKey = ({ instrumentId, timeframe, others }: Omit<Group, 'since'>): string =>
  `${instrumentId} ${timeframe} ${others}`;

/** That a rule is in a group, since when (ms, UTC) it is as it is, and its mark: another whenever the rule changes. */
type Place = { ruleId: string; workspaceId: string; group: Omit<Group, 'since'>; updated: string };

/** Where active rules that look at other symbols or timeframes stand, all or some: one of the engine's named cross-tenant queries. */
async function placesOf(system: Database, ruleIds: readonly string[] | null): Promise<Place[]> {
  const { rows } = await system.execute<{
    rule_id: string;
    workspace_id: string;
    instrument_id: string;
    timeframe: Timeframe;
    others: string;
    updated: string;
  }>(sql`
    select r.id as rule_id, r.workspace_id, t.instrument_id, r.timeframe, o.others, r.updated_at::text as updated
      from (select workspace_id, rule_id, string_agg(source, ',' order by source) as others
              from rule_others ${ruleIds ? sql`where rule_id = any(${sql.param([...ruleIds])}::uuid[])` : sql``}
             group by workspace_id, rule_id) o
      join rules r on r.workspace_id = o.workspace_id and r.id = o.rule_id and r.state = 'active' and r.deleted_at is null
     cross join lateral (
       select r.instrument_id where r.instrument_id is not null
       union all
       select s.instrument_id from watchlist_symbols s
        where s.workspace_id = r.workspace_id and s.watchlist_id = r.watchlist_id) t`);
  return rows.map(({ rule_id, workspace_id, instrument_id, timeframe, others, updated }) => ({
    ruleId: rule_id,
    workspaceId: workspace_id,
    group: { instrumentId: instrument_id, timeframe, others },
    updated,
  }));
}

/** The rules that changed since this was asked last. Only the holder of the lease hears of them. */
async function heardChanges(system: Database, holding: Holding): Promise<string[]> {
  const { rows } = await system.execute<{ rule_id: string }>(sql`
    delete from joined_changes where (select exists (select from joined_changes) and ${isHeld(holding)}) returning rule_id`);
  return rows.map((row) => row.rule_id);
}

type Entry = {
  group: Omit<Group, 'since'>;
  rules: Map<string, Pick<Place, 'workspaceId' | 'updated'>>;
  mark: number;
};

/**
 * Which groups there are, for the holder of the lease: read whole once, then only the rules that changed. The mark of a
 * group is another whenever its rules are.
 */
export const groupLedger = (system: Database, holding: Holding) => {
  const entries = new Map<string, Entry>();
  const placed = new Map<string, ReadonlySet<string>>();
  /** What was heard of and not read yet; null: everything is to be read. */
  let unread: Set<string> | null = null;
  let isBegun = false;
  let marks = 0;

  const isAsItWas = (ruleId: string, places: readonly Place[]): boolean =>
    (placed.get(ruleId)?.size ?? 0) === places.length &&
    places.every(
      ({ group, updated }) => entries.get(groupKey(group))?.rules.get(ruleId)?.updated === updated,
    );

  function put(ruleId: string, places: readonly Place[], touched: Set<string>): void {
    if (isAsItWas(ruleId, places)) return;
    for (const key of placed.get(ruleId) ?? []) {
      entries.get(key)?.rules.delete(ruleId);
      touched.add(key);
    }
    const keys = new Set<string>();
    for (const { group, workspaceId, updated } of places) {
      const key = groupKey(group);
      const entry = entries.get(key) ?? {
        group,
        rules: new Map<string, Pick<Place, 'workspaceId' | 'updated'>>(),
        mark: 0,
      };
      entry.rules.set(ruleId, { workspaceId, updated });
      entries.set(key, entry);
      keys.add(key);
      touched.add(key);
    }
    if (keys.size > 0) placed.set(ruleId, keys);
    else placed.delete(ruleId);
  }

  return {
    /** Reads what is new. @returns the groups that are new, and the keys of those that are no more */
    read: async (): Promise<{ come: Group[]; gone: string[] }> => {
      const heard = await heardChanges(system, holding);
      if (isBegun) unread = new Set([...(unread ?? []), ...heard]);
      if (unread?.size === 0) return { come: [], gone: [] };
      const places = await placesOf(system, unread && [...unread]);
      const byRule = Map.groupBy(places, ({ ruleId }) => ruleId);
      const before = new Set(entries.keys());
      const touched = new Set<string>();
      for (const ruleId of unread ?? byRule.keys()) put(ruleId, byRule.get(ruleId) ?? [], touched);
      isBegun = true;
      unread = new Set();
      const gone: string[] = [];
      const come: Group[] = [];
      for (const key of touched) {
        const entry = entries.get(key);
        if (!entry) continue;
        entry.mark = marks += 1;
        if (entry.rules.size > 0) {
          const since = Math.min(...[...entry.rules.values()].map(({ updated }) => Date.parse(updated)));
          if (!before.has(key)) come.push({ ...entry.group, since });
        } else {
          entries.delete(key);
          if (before.has(key)) gone.push(key);
        }
      }
      return { come, gone };
    },
    rulesOf: (key: string): RuleKey[] =>
      [...(entries.get(key)?.rules ?? [])].map(([id, { workspaceId }]) => ({ workspaceId, id })),
    /** Changes whenever the rules of a group do. */
    markOf: (key: string): string => String(entries.get(key)?.mark ?? 0),
  };
};
