import { sql } from 'drizzle-orm';
import type { DeliveryLog, LoggedDelivery, LoggedState } from '#src/shared/delivery-log.ts';
import type { Tx } from '../database.ts';

type Ask = {
  /** Any of them; none is all. */
  states: readonly LoggedState[];
  /** The last id of the page before. */
  after: string | null;
  limit: number;
};
type Row = Omit<LoggedDelivery, 'createdAt' | 'sentAt'> & { createdAt: Date; sentAt: Date | null };

/**
 * Deliveries of the workspace in sight, newest first, a page at a time. Ids sort by the time of sending, so an index
 * gives a page of each state, however many there are.
 */
export async function deliveryLog(tx: Tx, { states, after, limit }: Ask): Promise<DeliveryLog> {
  const more = after === null ? sql`` : sql`and d.id < ${after}::uuid`;
  const columns = sql.raw(
    'd.workspace_id, d.id, d.alert_id, d.channel, d.target_id, d.contact_id, d.state, d.reason, d.created_at, d.sent_at',
  );
  // The condition on `state` is written out: that is what a plan finds the index of those that weren't sent by.
  const page = (only: string) => sql`(select ${columns} from deliveries d
    where ${sql.raw(only)} ${more} order by d.id desc limit ${limit + 1})`;
  const pages =
    states.length === 0
      ? [page('true')]
      : [...new Set(states)].map((state) =>
          page(`d.state = '${state}'${state === 'sent' ? '' : ` and d.state not in ('sending', 'sent')`}`),
        );
  const { rows } = await tx.execute<Row>(sql`
    with latest as materialized (
      select * from (${sql.join(pages, sql` union all `)}) d order by d.id desc limit ${limit + 1})
    select d.id, case when a.id is not null then json_build_object('id', a.id, 'title', coalesce(a.title, '')) end as alert, d.channel,
           coalesce(r.address, p.name, '') as address, d.contact_id as "contactId", d.state, d.reason,
           d.created_at as "createdAt", d.sent_at as "sentAt"
      from latest d
      left join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
      left join addresses r on r.workspace_id = d.workspace_id and r.id = d.target_id
      left join destinations p on p.workspace_id = d.workspace_id and p.id = d.target_id
     order by d.id desc`);
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    sentAt: row.sentAt ? new Date(row.sentAt).toISOString() : null,
  }));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
