import { sql } from 'drizzle-orm';
import type { ContactDetail } from '#src/shared/contacts.ts';
import type { Tx } from '../../database.ts';
import { readContact } from './list.ts';

const SAME_NAME_MAX = 5;

/** One living contact with its lists and those of the same name. @returns null where there is none in sight */
export async function findContact(tx: Tx, id: string): Promise<ContactDetail | null> {
  const [living] = (
    await tx.execute<{ name: string }>(
      sql`select name from contacts where id = ${id}::uuid and deleted_at is null`,
    )
  ).rows;
  const contact = living ? await readContact(tx, id) : null;
  if (!contact) return null;
  const lists = await tx.execute<{ id: string; name: string }>(sql`
    select a.id, a.name from audience_contacts l
      join audiences a on a.workspace_id = l.workspace_id and a.id = l.audience_id and a.deleted_at is null
     where l.contact_id = ${id}::uuid order by lower(a.name)`);
  return { ...contact, lists: lists.rows, sameName: await withSameName(tx, contact) };
}

/** By the words of the name, which are indexed, and then by the name itself. */
async function withSameName(
  tx: Tx,
  { id, name }: { id: string; name: string },
): Promise<ContactDetail['sameName']> {
  if (name === '') return [];
  const { rows } = await tx.execute<{ id: string; name: string; address: string | null }>(sql`
    select c.id, c.name, (select a.address from addresses a where a.workspace_id = c.workspace_id
        and a.contact_id = c.id order by a.created_at limit 1) as address
      from contacts c
     where c.deleted_at is null and c.user_id is null and c.id <> ${id}::uuid and folded(c.name) = folded(${name})
       and c.id in (select w.contact_id from contact_words w
                     where w.word = (select max(word) from words_of(${name}) word))
     order by c.id desc limit ${SAME_NAME_MAX}`);
  return rows;
}
