import { sql } from 'drizzle-orm';
import { RECIPIENTS_SHOWN, RECORD_LOOKED_AT, type RecordedAlert } from '#src/shared/ledger-search.ts';
import type { Runs, Tx } from '../database.ts';

export type RecordFilter = {
  symbol: string | null;
  brand: string | null;
  /** An address as it was written to. */
  recipient: string | null;
  /** The pseudonym of who decided. */
  approvedBy: string | null;
  words: string | null;
  from: Date | null;
  to: Date | null;
  /** The last one of the page before. */
  before: string | null;
  limit: number;
  /** So many alerts of the symbol, brand and period are looked at. */
  lookedAt?: number;
};

export type FoundAlert = {
  id: string;
  title: string | null;
  symbol: string | null;
  brandId: string;
  brand: string;
  createdAt: Date;
  month: string;
};

/**
 * Alerts with a decision on the ledger; one more than asked for where there are more. `end` is the last one that was looked
 * at, null where it was the oldest: words, recipients and people are looked for alert by alert.
 */
export async function findAlerts(
  tx: Pick<Runs, 'execute'>,
  filter: RecordFilter,
): Promise<{ found: FoundAlert[]; end: string | null }> {
  const { recipient, approvedBy, words, limit, lookedAt = RECORD_LOOKED_AT } = filter;
  const end = await endOfWindow(tx, filter, lookedAt);
  const like = words === null ? null : `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const { rows } = await tx.execute<Omit<FoundAlert, 'createdAt'> & { createdAt: string | Date }>(sql`
    select a.id, a.title, coalesce(i.symbol, a.about) as symbol, a.brand_id as "brandId", b.name as brand,
           a.created_at as "createdAt", a.event_month::text as month
      from alerts a
      join brands b on b.workspace_id = a.workspace_id and b.id = a.brand_id
      left join instruments i on i.id = a.instrument_id
     where ${fits(filter)}
       and (${end}::uuid is null or a.id >= ${end}::uuid)
       and exists (select 1 from ledger_entries e where e.workspace_id = a.workspace_id and e.subject = a.id::text
                    and e.kind in ('decision', 'carried_over')
                    and (${approvedBy}::text is null or e.body::jsonb #>> '{by,person}' = ${approvedBy}
                      -- Of two who approved, the first; and whose deputy did.
                      or e.body::jsonb #> '{about,approvedBy}' ? ${approvedBy}
                      or e.body::jsonb #> '{about,approvedFor}' ? ${approvedBy}
                      or e.body::jsonb #>> '{inPlaceOf,person}' = ${approvedBy}))
       and (${like}::text is null or a.title ilike ${like} or exists (
             select 1 from renditions r where r.workspace_id = a.workspace_id and r.alert_id = a.id
                and concat_ws(' ', r.prepared ->> 'title', r.prepared ->> 'text') ilike ${like}))
       and (${recipient}::text is null or exists (
             select 1 from deliveries d
              where d.workspace_id = a.workspace_id and d.event_month = a.event_month and d.alert_id = a.id
                and d.target_id = any (array(
                      select id from addresses where lower(address) = lower(${recipient})
                      union all select id from destinations where lower(address) = lower(${recipient})))))
     order by a.id desc limit ${limit + 1}`);
  return { found: rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })), end };
}

async function endOfWindow(
  tx: Pick<Runs, 'execute'>,
  filter: RecordFilter,
  lookedAt: number,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id from alerts a left join instruments i on i.id = a.instrument_id
     where ${fits(filter)} order by a.id desc offset ${lookedAt - 1} limit 1`);
  return rows[0]?.id ?? null;
}

/** What an alert's own row says. */
const fits = ({ symbol, brand, from, to, before }: RecordFilter) => sql`
      (${symbol}::text is null or upper(coalesce(i.symbol, a.about)) = upper(${symbol}))
       and (${brand}::uuid is null or a.brand_id = ${brand}::uuid)
       and a.created_at >= coalesce(${from?.toISOString() ?? null}::timestamptz, '-infinity')
       and a.created_at < coalesce(${to?.toISOString() ?? null}::timestamptz, 'infinity')
       and (${before}::uuid is null or a.id < ${before}::uuid)`;

/** What each rendition of an alert is for, by its language. */
export async function renditionsOf(
  tx: Tx,
  alertId: string,
): Promise<{ channel: string; language: string; prepared: unknown }[]> {
  const { rows } = await tx.execute<{ channel: string; language: string; prepared: unknown }>(sql`
    select channel, language, prepared from renditions where alert_id = ${alertId}::uuid order by channel, language`);
  return rows;
}

/** Who got it: how many in which state, and the first of them. */
export async function recipientsOf(
  tx: Tx,
  { id, month }: Pick<FoundAlert, 'id' | 'month'>,
): Promise<Pick<RecordedAlert, 'outcomes' | 'recipients'>> {
  const { rows: outcomes } = await tx.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from deliveries
     where event_month = ${month}::date and alert_id = ${id}::uuid group by state order by state`);
  const { rows } = await tx.execute<{
    to: string | null;
    channel: string;
    state: string;
    at: string | Date;
  }>(sql`
    select coalesce(t.address, p.address) as to, d.channel, d.state, d.updated_at as at
      from deliveries d left join addresses t on t.workspace_id = d.workspace_id and t.id = d.target_id
      left join destinations p on p.workspace_id = d.workspace_id and p.id = d.target_id
     where d.event_month = ${month}::date and d.alert_id = ${id}::uuid
     order by d.target_id, d.purpose, d.send_no limit ${RECIPIENTS_SHOWN}`);
  return {
    outcomes,
    recipients: rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
  };
}
