import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { plainList } from '#src/db/plain-list.ts';

/** Why an undo leaves a contact, or a part of it: it was changed since, or the person has agreed since. */
export type Kept = 'changed' | 'agreed';

/** Whether a consent `n` of an import still has that import's change beside it: an undo deletes it. With the merged contacts. */
const isOfLaterImport: SQL = sql`exists (
  select from contact_imports i
    join contact_import_changes o on o.workspace_id = i.workspace_id and o.import_id = i.id and o.mark > n.id
     and o.contact_id = any(n.contact_id || array(select p.id from contacts p
           where p.workspace_id = n.workspace_id and p.merged_into = n.contact_id))
    join addresses x on x.id = any(o.confirmed_addresses) and x.channel = n.channel
   where i.workspace_id = n.workspace_id)`;

/**
 * Whether a contact has agreed to something since the import, and not taken that back. Beside a row `ch` of
 * `contact_import_changes`. Those of before there were marks are compared with the import's own id. The undo of
 * another import takes back what came with that import, and nothing else.
 */
export const agreedSince = ({
  contact,
  channel,
}: {
  contact: SQL;
  channel?: SQL;
}): SQL<boolean> => sql`exists (
  select from consents n
   where n.workspace_id = ch.workspace_id and n.contact_id = ${contact} and n.kind = 'given'
     and n.id > coalesce(ch.mark, ch.import_id)
     and (n.source <> 'import' or ch.mark is not null and ${isOfLaterImport})
     ${channel ? sql`and (n.channel is null or n.channel = ${channel})` : sql``}
     and not exists (
       select from consents w
        where w.workspace_id = n.workspace_id and w.contact_id = n.contact_id and w.kind = 'withdrawn' and w.id > n.id
          and w.source <> 'import_undone'
          and (w.brand_id, w.channel) is not distinct from (n.brand_id, n.channel)))`;

/** Whether a field that the import wrote has another value by now. */
const isOther: SQL = sql`(
  ch.after ? 'name' and c.name is distinct from coalesce(ch.after ->> 'name', '')
  or ch.after ? 'externalId' and c.external_id is distinct from ch.after ->> 'externalId'
  or ch.after ? 'language' and c.language is distinct from ch.after ->> 'language'
  or ch.after ? 'timeZone' and c.time_zone is distinct from ch.after ->> 'timeZone'
  or ch.after ? 'country' and c.country is distinct from ch.after ->> 'country')`;

/** Whether a contact that the import created has other tags, addresses or lists by now. */
const hasOthers: SQL = sql`(
  (select count(*) <> cardinality(ch.added_tags) or count(*) filter (where t.tag = any(ch.added_tags)) <> count(*)
     from contact_tags t where t.workspace_id = c.workspace_id and t.contact_id = c.id)
  or (select count(*) <> cardinality(m.ids) or count(*) filter (where a.id = any(m.ids)) <> count(*)
        from addresses a where a.workspace_id = c.workspace_id and a.contact_id = c.id)
  or exists (select from audience_contacts l where l.workspace_id = c.workspace_id and l.contact_id = c.id)
  or ch.mark is null and c.updated_at > c.created_at)`;

/** Which of some contacts of an import its undo leaves, and why. Deleted ones are nobody's; merged ones were changed. */
export async function keptOf(tx: Tx, importId: string, some: readonly string[]): Promise<Map<string, Kept>> {
  const ids = sql`any(${plainList(some)}::uuid[])`;
  const isCreated = sql`ch.kind = 'created'`;
  const { rows } = await tx.execute<{ id: string; kept: Kept | null }>(sql`
    select c.id,
           case when c.deleted_at is not null then case when c.merged_into is not null then 'changed' end
                when (${isCreated} or cardinality(ch.confirmed_addresses || m.ids) > 0)
                     and ${agreedSince({ contact: sql`c.id` })} then 'agreed'
                when ${isOther} or ${isCreated} and ${hasOthers} then 'changed' end as kept
      from contact_import_changes ch
     -- Looked up one by one: planned as a join of few rows, each would be compared with every other.
     cross join lateral (select * from contacts where workspace_id = ch.workspace_id and id = ch.contact_id offset 0) c
     cross join lateral (select ch.added_addresses || ch.moved_addresses as ids) m
     where ch.import_id = ${importId}::uuid and ch.contact_id = ${ids}`);
  return new Map(rows.flatMap(({ id, kept }) => (kept === null ? [] : [[id, kept] as const])));
}
