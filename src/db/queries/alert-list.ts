import { and, inArray, sql, type SQL } from 'drizzle-orm';
import type { AlertFilter, AlertItem, AlertPage } from '#src/shared/alert-list.ts';
import { alertPageSchema } from '#src/shared/alert-list.ts';
import type { AlertState, ChannelKind } from '#src/shared/alerts.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { Tx } from '../database.ts';
import { instruments } from '../schema.ts';
import { actorNames, authorName } from './actor-names.ts';
import { type Cursor, writeCursor } from './cursor.ts';
import { isSeenIn } from './seen-instruments.ts';

/** One round of a search looks through so many hits; a page asks at most so many rounds before it says "go on". */
const SEARCH_BATCH = 500;
const SEARCH_ROUNDS = 8;

/** `wanted`: ids of instruments, null for any. */
type Search = { words: string; wanted: string[] | null };
type Ask = { workspaceId: string; filter: AlertFilter; after: Cursor | null; limit: number };

/**
 * A page of the workspace's alerts, newest first. `next` may be there although the page is short or empty: a search
 * with rare filters answers after a bounded piece of work, and goes on from there.
 */
export async function listAlerts(tx: Tx, ask: Ask): Promise<AlertPage> {
  const { words, symbols } = await splitSearch(tx, ask);
  const wanted = await instrumentIds(tx, ask.workspaceId, ask.filter.symbol, symbols);
  const where = alertConditions(ask, wanted);
  if (words === null)
    return pageOf(await readPage(tx, ask.workspaceId, where, ask.after, ask.limit + 1), ask.limit, null);
  return searchPage(tx, ask, where, { words, wanted });
}

/** Words of the search that name a symbol narrow the list to it; the others are looked for in the titles. */
async function splitSearch(
  tx: Tx,
  { workspaceId, filter }: Pick<Ask, 'workspaceId' | 'filter'>,
): Promise<{ words: string | null; symbols: string[] }> {
  const words = (filter.q ?? '').split(/\s+/).filter(Boolean);
  if (words.length === 0) return { words: null, symbols: [] };
  const known = await tx
    .select({ symbol: instruments.symbol })
    .from(instruments)
    .where(
      and(
        isSeenIn(workspaceId),
        inArray(
          sql`upper(${instruments.symbol})`,
          words.map((word) => word.toUpperCase()),
        ),
      ),
    );
  const symbols = known.map((row) => row.symbol);
  const upper = new Set(symbols.map((symbol) => symbol.toUpperCase()));
  const rest = words.filter((word) => !upper.has(word.toUpperCase()));
  return { words: rest.length === 0 ? null : rest.join(' '), symbols };
}

/** @returns null for any instrument, otherwise the ids (none at all for symbols nobody knows) */
export async function instrumentIds(
  tx: Tx,
  workspaceId: string,
  picked: string[] | undefined,
  searched: string[] = [],
): Promise<string[] | null> {
  if (!picked && searched.length === 0) return null;
  const symbols =
    picked && searched.length > 0 ? picked.filter((each) => searched.includes(each)) : (picked ?? searched);
  if (symbols.length === 0) return [];
  const rows = await tx
    .select({ id: instruments.id })
    .from(instruments)
    .where(and(isSeenIn(workspaceId), inArray(instruments.symbol, symbols)));
  return rows.map((row) => row.id);
}

/** What the filter asks of the alert `a`, but for its words. */
export function alertConditions(
  { workspaceId, filter }: Pick<Ask, 'workspaceId' | 'filter'>,
  wanted: string[] | null,
): SQL[] {
  const all: SQL[] = [sql`a.workspace_id = ${workspaceId}::uuid`];
  const any = (column: SQL, values: readonly string[] | null | undefined, type: SQL) => {
    if (!values) return;
    // One value as an equality, so that its index gives the order as well.
    all.push(
      values.length === 1
        ? sql`${column} = ${values[0]}::${type}`
        : sql`${column} = any(${sql.param([...values])}::${type}[])`,
    );
  };
  any(sql`a.state`, filter.state, sql`text`);
  any(sql`a.instrument_id`, wanted, sql`uuid`);
  any(sql`a.detector`, filter.detector, sql`text`);
  any(sql`a.rule_id`, filter.rule, sql`uuid`);
  any(sql`a.brand_id`, filter.brand, sql`uuid`);
  if (filter.trial === 'yes') all.push(sql`a.trial`);
  if (filter.trial === 'no') all.push(sql`not a.trial`);
  if (filter.from) all.push(sql`a.created_at >= ${startOf(filter.from)}::timestamptz`);
  if (filter.to) all.push(sql`a.created_at < ${endOf(filter.to)}::timestamptz`);
  if (filter.channel) {
    all.push(sql`exists (select 1 from renditions v where v.workspace_id = a.workspace_id and v.alert_id = a.id
                          and v.channel = any(${sql.param([...filter.channel])}::text[]))`);
  }
  if (filter.hour) {
    all.push(
      sql`extract(hour from a.created_at at time zone 'UTC')::int = any(${sql.param(filter.hour.map(Number))}::int[])`,
    );
  }
  if (filter.outcome) all.push(outcomeIs(filter.outcome, filter.channel));
  return all;
}

/** The states in which something of an alert may have failed: they spare a look at the counts of all the others. */
export const MAY_HAVE_FAILED = sql`('sending', 'partly_sent', 'failed', 'unknown')`;

function outcomeIs(outcome: 'sent' | 'failed', channels: readonly string[] | undefined): SQL {
  const on = channels ? sql`and d.channel = any(${sql.param([...channels])}::text[])` : sql``;
  const some = (state: SQL) =>
    sql`exists (select 1 from fan_out_counts d where d.workspace_id = a.workspace_id and d.alert_id = a.id
                 and ${state} > 0 ${on})`;
  const sent = some(sql`d.sent`);
  if (outcome === 'sent') return sent;
  // What failed before it had a delivery failed on no channel in particular.
  const before = channels ? sql`false` : sql`a.state = 'failed'`;
  return sql`a.state in ${MAY_HAVE_FAILED} and not ${sent} and (${before} or ${some(sql`d.rejected`)})`;
}

async function searchPage(tx: Tx, ask: Ask, where: SQL[], search: Search): Promise<AlertPage> {
  const found: AlertItem[] = [];
  // These the search does not know: only then can a hit turn out to be none.
  const { channel, outcome, hour } = ask.filter;
  const batch = (channel ?? outcome ?? hour) ? SEARCH_BATCH : ask.limit + 1;
  let after = ask.after;
  for (let round = 0; round < SEARCH_ROUNDS; round++) {
    const hits = await searchHits(tx, ask, search, after, batch);
    if (hits.length > 0) {
      const ids = sql`a.id = any(${sql.param(hits.map((hit) => hit.id))}::uuid[])`;
      found.push(
        ...(await readPage(tx, ask.workspaceId, [...where, ids], null, ask.limit + 1 - found.length)),
      );
    }
    after = hits.at(-1) ?? after;
    if (hits.length < batch || found.length > ask.limit) return pageOf(found, ask.limit, null);
  }
  return pageOf(found, ask.limit, after);
}

async function searchHits(
  tx: Tx,
  { workspaceId, filter }: Ask,
  { words, wanted }: Search,
  after: Cursor | null,
  most: number,
): Promise<Cursor[]> {
  const list = (values: readonly string[] | null | undefined) => sql.param(values ? [...values] : null);
  // The last word may be a beginning. Words without a letter or a digit leave nothing to look for.
  const { rows } = await tx.execute<{ id: string; created_at: Date }>(sql`
    select found.id, found.created_at
      from (select nullif(plainto_tsquery('simple', ${words})::text, '') as lexemes) q,
           lateral search_alerts(
             ${workspaceId}::uuid, (q.lexemes || ':*')::tsquery,
             ${after?.at.toISOString() ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${most},
             ${list(filter.state)}::text[], ${list(wanted)}::uuid[], ${list(filter.detector)}::text[],
             ${list(filter.rule)}::uuid[], ${list(filter.brand)}::uuid[],
             ${filter.trial ? filter.trial === 'yes' : null}::boolean,
             ${startOf(filter.from)}::timestamptz, ${endOf(filter.to)}::timestamptz) found
     where q.lexemes is not null`);
  return rows.map((row) => ({ id: row.id, at: new Date(row.created_at) }));
}

const DAY_MS = 86_400_000;
const startOf = (day: string | undefined): string | null => (day ? `${day}T00:00:00.000Z` : null);
/** The day itself is included: the end is the start of the next. */
const endOf = (day: string | undefined): string | null =>
  day ? new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString() : null;

/** @param stoppedAt where a search gave up for now; null when there is nothing after the page but what it holds too much */
function pageOf(rows: AlertItem[], limit: number, stoppedAt: Cursor | null): AlertPage {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next =
    rows.length > limit && last
      ? writeCursor({ at: new Date(last.createdAt), id: last.id })
      : stoppedAt && writeCursor(stoppedAt);
  return alertPageSchema.parse({ items, next });
}

type Row = {
  id: string;
  state: AlertState;
  title: string;
  symbol: string;
  timeframe: Timeframe | null;
  time_zone: string;
  detector: string;
  value: number | null;
  event_time: Date;
  created_at: Date;
  rule_id: string;
  rule_name: string;
  written_by: string | null;
  brand_id: string;
  brand_name: string;
  trial: boolean;
  channels: ChannelKind[];
  held: boolean;
  reason: string | null;
};

/** The rows of these alerts, the newest first. */
export const alertItems = (tx: Tx, workspaceId: string, ids: readonly string[]): Promise<AlertItem[]> =>
  readPage(tx, workspaceId, [sql`a.id = any(${sql.param([...ids])}::uuid[])`], null, ids.length);

/** The page is cut out first, by one index; what a row shows besides is read for its rows only. */
async function readPage(
  tx: Tx,
  workspaceId: string,
  where: SQL[],
  after: Cursor | null,
  limit: number,
): Promise<AlertItem[]> {
  const before = after
    ? [sql`(a.created_at, a.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`]
    : [];
  const { rows } = await tx.execute<Row>(sql`
    with page as materialized (
      select a.id from alerts a where ${sql.join([...where, ...before], sql` and `)}
       order by a.created_at desc, a.id desc limit ${limit})
    select a.id, a.state, coalesce(a.title, r.name) as title, coalesce(i.symbol, a.about) as symbol, a.timeframe,
           coalesce(i.time_zone, 'UTC') as time_zone, a.detector, a.value,
           a.event_time, a.created_at, a.rule_id, r.name as rule_name, (
             select w.written_by from composed_alerts w where w.workspace_id = a.workspace_id and w.alert_id = a.id) as written_by, a.brand_id, b.name as brand_name, a.trial,
           array(select distinct v.channel from renditions v
                  where v.workspace_id = a.workspace_id and v.alert_id = a.id order by 1) as channels,
           a.state = 'sending' and exists (
             select 1 from fan_out_counts d
              where d.workspace_id = a.workspace_id and d.alert_id = a.id and d.held > d.scheduled) as held,
           case when a.state in ('rejected', 'expired', 'partly_sent', 'failed', 'unknown', 'withheld') then (
             select t.reason from alert_transitions t
              where t.workspace_id = a.workspace_id and t.alert_id = a.id order by t.at desc, t.id desc limit 1
           ) end as reason
      from page
      join alerts a on a.workspace_id = ${workspaceId}::uuid and a.id = page.id
      left join instruments i on i.id = a.instrument_id
      join rules r on r.workspace_id = a.workspace_id and r.id = a.rule_id
      join brands b on b.workspace_id = a.workspace_id and b.id = a.brand_id
     order by a.created_at desc, a.id desc`);
  const names = await actorNames(
    tx,
    rows.flatMap(({ written_by }) => written_by ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    title: row.title,
    symbol: row.symbol,
    timeframe: row.timeframe,
    timeZone: row.time_zone,
    detector: row.detector,
    value: row.value,
    eventTime: new Date(row.event_time).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    rule: { id: row.rule_id, name: row.rule_name },
    writtenBy: row.written_by && authorName(row.written_by, names),
    brand: { id: row.brand_id, name: row.brand_name },
    trial: row.trial,
    channels: row.channels,
    held: row.held,
    reason: row.reason,
  }));
}
