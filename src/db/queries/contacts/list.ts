import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Contact, ContactPage } from '#src/shared/contacts.ts';
import type { Tx } from '../../database.ts';
import { addresses, contacts, contactTags } from '../../schema.ts';
import { type AudienceOf, isOfAudience } from '../audience.ts';
import { endOfPrefix, searchWords } from './words.ts';

export type ContactQuery = {
  /** Beginnings of words of a name, an address or an external id. */
  words?: string;
  tag?: string;
  audience?: AudienceOf;
  /** The last id of the page before. */
  after: string | null;
  limit: number;
};

/** Conditions on a row `c` of `contacts`. */
export const contactConditions = ({
  words = '',
  tag,
  audience,
}: Omit<ContactQuery, 'after' | 'limit'>): SQL =>
  sql.join(
    [
      sql`c.deleted_at is null`,
      ...searchWords(words).map(
        (word) => sql`exists (select from contact_words w where w.workspace_id = c.workspace_id
          and w.contact_id = c.id and w.word >= ${word} and w.word < ${endOfPrefix(word)})`,
      ),
      ...(tag === undefined
        ? []
        : [
            sql`exists (select from contact_tags t where t.workspace_id = c.workspace_id
              and t.contact_id = c.id and t.tag = ${tag})`,
          ]),
      ...(audience === undefined ? [] : [isOfAudience(audience, sql.raw('c'))]),
    ],
    sql` and `,
  );

/** Contacts of the workspace in sight, newest first, a page at a time. */
export async function listContacts(tx: Tx, query: ContactQuery): Promise<ContactPage> {
  const { after, limit } = query;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from contacts c
     where ${contactConditions(query)} ${after === null ? sql`` : sql`and c.id < ${after}::uuid`}
     order by c.id desc limit ${limit + 1}`);
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const items = await readContacts(tx, ids);
  return { items, next: rows.length > limit ? (ids.at(-1) ?? null) : null };
}

/** In the order of `ids`; deleted ones too. */
export async function readContacts(tx: Tx, ids: readonly string[]): Promise<Contact[]> {
  if (ids.length === 0) return [];
  const people = await tx
    .select()
    .from(contacts)
    .where(inArray(contacts.id, [...ids]));
  const reached = await tx
    .select()
    .from(addresses)
    .where(inArray(addresses.contactId, [...ids]))
    .orderBy(addresses.createdAt, addresses.id);
  const tagged = await tx
    .select()
    .from(contactTags)
    .where(inArray(contactTags.contactId, [...ids]))
    .orderBy(contactTags.tag);
  const addressesOf = Map.groupBy(reached, ({ contactId }) => contactId);
  const tagsOf = Map.groupBy(tagged, ({ contactId }) => contactId);
  const byId = new Map(people.map((person) => [person.id, person]));
  return ids.flatMap((id) => {
    const person = byId.get(id);
    if (!person) return [];
    return {
      id,
      name: person.name,
      member: person.userId !== null,
      externalId: person.externalId,
      language: person.language,
      timeZone: person.timeZone,
      country: person.country,
      tags: (tagsOf.get(id) ?? []).map(({ tag }) => tag),
      addresses: (addressesOf.get(id) ?? []).map((each) => ({
        id: each.id,
        channel: each.channel,
        address: each.address,
        confirmed: each.confirmedAt !== null,
        suppressed: each.suppressedAt !== null,
      })),
      createdAt: person.createdAt.toISOString(),
      updatedAt: person.updatedAt.toISOString(),
    };
  });
}
