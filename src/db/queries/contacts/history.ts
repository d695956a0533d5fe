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

/** What was sent to a contact, newest first: to its addresses, to those it had before, and to duplicates merged into it. */
export async function contactHistory(
  tx: Tx,
  ask: { contactId: string; after: Cursor | null; limit: number },
): Promise<ContactHistory> {
  const { contactId, after, limit } = ask;
  const { rows } = await tx.execute<Row>(sql`
    select d.id, d.alert_id as "alertId", coalesce(v.subject, a.title, '') as title, d.channel, r.address, d.state,
           d.reason, d.created_at as "createdAt", d.sent_at as "sentAt"
      from contacts c
      join addresses r on r.workspace_id = c.workspace_id and r.contact_id = c.id
      join deliveries d on d.workspace_id = r.workspace_id and d.recipient_id = r.id
      join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
      left join variants v on v.workspace_id = d.workspace_id and v.id = d.variant_id
     where (c.id = ${contactId}::uuid or c.merged_into = ${contactId}::uuid)
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
