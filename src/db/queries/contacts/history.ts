import { sql } from 'drizzle-orm';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { ContactHistory } from '#src/shared/contacts.ts';
import type { Tx } from '../../database.ts';

type Row = {
  id: string;
  alertId: string | null;
  title: string;
  channel: ChannelKind;
  address: string;
  state: string;
  reason: string | null;
  createdAt: Date;
  sentAt: Date | null;
  openedAt: Date | null;
  maybeOpenedAt: Date | null;
  clickedAt: Date | null;
  linksClicked: number;
};

const iso = (at: Date | null): string | null => (at ? new Date(at).toISOString() : null);

/**
 * What was sent to a contact, the newest alert first: to every address it had, and to duplicates merged into it. Reads few
 * more deliveries than it answers: the ids of alerts sort by the time they were made, and which alerts a page has is
 * found in the index alone. Left to the planner, all deliveries of a contact that has more than others are read and
 * sorted.
 */
export async function contactHistory(
  tx: Tx,
  ask: { contactId: string; after: string | null; limit: number },
): Promise<ContactHistory> {
  const { contactId, after, limit } = ask;
  const before = after
    ? sql`last as materialized (select l.alert_id, l.id from deliveries l where l.id = ${after}::uuid),`
    : sql``;
  // Those of the alert in whose midst the page before ended may be on it.
  const until = after ? sql`and d.alert_id <= (select alert_id from last)` : sql``;
  const there = after
    ? sql`(select count(*) from who join deliveries d on d.contact_id = who.id where d.alert_id = (select alert_id from last))`
    : sql`0`;
  // A number that isn't known beforehand: told it is nearly all that a contact usually has, the planner reads all.
  const most = sql`(select ${limit + 1}::int + ${there})`;
  const more = after ? sql`and (d.alert_id, d.id) < (select alert_id, id from last)` : sql``;
  const { rows } = await tx.execute<Row>(sql`
    with who as materialized (
      select id from contacts where id = ${contactId}::uuid or merged_into = ${contactId}::uuid),
    ${before}
    alerts_of as materialized (
      select of_it.alert_id from who, lateral (
        select d.alert_id from deliveries d where d.contact_id = who.id ${until}
         order by d.alert_id desc limit ${most}) of_it
       order by of_it.alert_id desc limit ${most}),
    latest as materialized (
      select d.workspace_id, d.id, d.event_month, d.alert_id, d.rendition_id, d.target_id, d.channel, d.state, d.reason,
             d.created_at, d.sent_at
        from who join deliveries d on d.contact_id = who.id
       where d.alert_id >= (select alert_id from alerts_of order by alert_id limit 1) ${until} ${more}
       order by d.alert_id desc, d.id desc limit ${limit + 1})
    select d.id, d.alert_id as "alertId", coalesce(n.prepared ->> 'title', a.title, '') as title, d.channel,
           coalesce(r.address, '') as address, d.state, d.reason, d.created_at as "createdAt", d.sent_at as "sentAt",
           came."openedAt", came."maybeOpenedAt", came."clickedAt", came."linksClicked"
      from latest d
      left join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
      left join renditions n on n.workspace_id = d.workspace_id and n.id = d.rendition_id
      left join addresses r on r.workspace_id = d.workspace_id and r.id = d.target_id
      cross join lateral (
        select min(k.person_at) filter (where k.kind = 'opened') as "openedAt",
               min(k.first_at) filter (where k.kind = 'opened' and k.person_at is null and k.maybe > 0) as "maybeOpenedAt",
               min(k.person_at) filter (where k.kind = 'clicked') as "clickedAt",
               count(*) filter (where k.kind = 'clicked' and k.link >= 0 and k.person_at is not null)::int as "linksClicked"
          from delivery_reactions k
         where k.workspace_id = d.workspace_id and k.event_month = d.event_month and k.delivery_id = d.id) came
     order by d.alert_id desc, d.id desc`);
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    sentAt: iso(row.sentAt),
    openedAt: iso(row.openedAt),
    maybeOpenedAt: iso(row.maybeOpenedAt),
    clickedAt: iso(row.clickedAt),
  }));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
