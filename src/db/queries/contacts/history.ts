import { sql } from 'drizzle-orm';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { ContactHistory } from '#src/shared/contacts.ts';
import type { Tx } from '../../database.ts';
import { type Cursor, writeCursor } from '../cursor.ts';

type Row = {
  id: string;
  alertId: string;
  title: string;
  channel: ChannelKind;
  address: string;
  state: string;
  reason: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

/** What was sent to a contact, newest first: to every address it had, and to duplicates merged into it. */
export async function contactHistory(
  tx: Tx,
  ask: { contactId: string; after: Cursor | null; limit: number },
): Promise<ContactHistory> {
  const { contactId, after, limit } = ask;
  const { rows } = await tx.execute<Row>(sql`
    select d.id, d.alert_id as "alertId", coalesce(n.prepared ->> 'title', a.title, '') as title, d.channel,
           coalesce(r.address, '') as address, d.state, d.reason, d.created_at as "createdAt", d.sent_at as "sentAt"
      from deliveries d
      join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
      left join renditions n on n.workspace_id = d.workspace_id and n.id = d.rendition_id
      left join addresses r on r.workspace_id = d.workspace_id and r.id = d.target_id
     where d.contact_id = any(array(select id from contacts where id = ${contactId}::uuid or merged_into = ${contactId}::uuid))
       ${after ? sql`and (d.created_at, d.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``}
     order by d.created_at desc, d.id desc limit ${limit + 1}`);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => ({
      ...row,
      createdAt: new Date(row.createdAt).toISOString(),
      sentAt: row.sentAt ? new Date(row.sentAt).toISOString() : null,
    })),
    next: last ? writeCursor({ at: new Date(last.createdAt), id: last.id }) : null,
  };
}
