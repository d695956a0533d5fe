import { sql } from 'drizzle-orm';
import type { ContactConsents } from '#src/shared/contacts.ts';
import type { Tx } from '../../database.ts';

const SHOWN = 200;
const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const brand = sql.raw(`case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end`);

/** What a contact agreed to and took back, the newest 200, and what it is unsubscribed from now. */
export async function contactConsents(tx: Tx, contactId: string): Promise<ContactConsents> {
  const { rows } = await tx.execute<ContactConsents>(sql`
    select
      (select coalesce(json_agg(json_build_object('id', c.id, 'kind', c.kind, 'brand', ${brand}, 'channel', c.channel,
                'source', c.source, 'wording', c.wording, 'ip', host(c.ip), 'at', ${iso('c.at')})
                order by c.at desc, c.id desc), '[]')
         from (select * from consents where contact_id = ${contactId}::uuid order by at desc, id desc limit ${SHOWN}) c
         left join brands b on b.workspace_id = c.workspace_id and b.id = c.brand_id) as items,
      (select coalesce(json_agg(json_build_object('id', u.id, 'brand', ${brand}, 'channel', u.channel,
                'topic', u.topic, 'source', u.source, 'at', ${iso('u.at')}) order by u.at desc, u.id), '[]')
         from unsubscriptions u
         left join brands b on b.workspace_id = u.workspace_id and b.id = u.brand_id
        where u.contact_id = ${contactId}::uuid and u.ended_at is null) as unsubscribed`);
  return rows[0] ?? { items: [], unsubscribed: [] };
}
