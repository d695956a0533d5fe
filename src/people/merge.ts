import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { audienceContacts, contactTags } from '#src/db/schema.ts';
import { carryChoices } from './carry.ts';
import { keepTurns } from './turns.ts';

/** The others' addresses, tags and lists become the first one's, and what it has no value for. */
export async function mergeInto(
  tx: Tx,
  { workspaceId, id, others, now }: { workspaceId: string; id: string; others: readonly string[]; now: Date },
): Promise<void> {
  await keepTurns(tx, { workspaceId, id, others });
  const from = sql.param([...others]);
  const at = now.toISOString();
  await tx.execute(sql`
    insert into contact_tags (workspace_id, contact_id, tag)
    select distinct ${workspaceId}::uuid, ${id}::uuid, tag from contact_tags where contact_id = any(${from}::uuid[])
    on conflict do nothing`);
  await tx.execute(sql`
    insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
    select distinct ${workspaceId}::uuid, audience_id, ${id}::uuid, ${at}::timestamptz
      from audience_contacts where contact_id = any(${from}::uuid[])
    on conflict do nothing`);
  await tx.delete(contactTags).where(inArray(contactTags.contactId, [...others]));
  await tx.delete(audienceContacts).where(inArray(audienceContacts.contactId, [...others]));
  // Before the first one takes it: an external id has one living contact.
  await tx.execute(sql`
    update contacts set deleted_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, merged_into = ${id}::uuid
     where id = any(${from}::uuid[])`);
  await tx.execute(
    sql`update contacts set merged_into = ${id}::uuid where merged_into = any(${from}::uuid[])`,
  );
  await tx.execute(sql`
    update contacts c set updated_at = ${at}::timestamptz,
           name = case when c.name = '' then coalesce(o.name, '') else c.name end,
           external_id = coalesce(c.external_id, o.external_id), language = coalesce(c.language, o.language),
           time_zone = coalesce(c.time_zone, o.time_zone), country = coalesce(c.country, o.country)
      from (select (array_agg(nullif(name, '') order by place) filter (where name <> ''))[1] as name,
                   (array_agg(external_id order by place) filter (where external_id is not null))[1] as external_id,
                   (array_agg(language order by place) filter (where language is not null))[1] as language,
                   (array_agg(time_zone order by place) filter (where time_zone is not null))[1] as time_zone,
                   (array_agg(country order by place) filter (where country is not null))[1] as country
              from contacts join unnest(${from}::uuid[]) with ordinality as w(id, place) using (id)) o
     where c.id = ${id}::uuid`);
  await carryChoices(
    tx,
    others.map((other) => ({ from: other, to: id })),
  );
  await tx.execute(sql`
    update addresses set contact_id = ${id}::uuid, updated_at = ${at}::timestamptz
     where contact_id = any(${from}::uuid[])`);
}
