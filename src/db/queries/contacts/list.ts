import { sql, type SQL } from 'drizzle-orm';
import type { Contact, ContactPage } from '#src/shared/contacts.ts';
import type { Tx } from '../../database.ts';
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
export const contactConditions = (
  { words = '', tag, audience }: Omit<ContactQuery, 'after' | 'limit'>,
  now: Date,
): SQL =>
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
      ...(audience === undefined ? [] : [isOfAudience(audience, sql.raw('c'), now)]),
    ],
    sql` and `,
  );

/** Contacts of the workspace in sight, newest first, a page at a time, in one question. */
export async function listContacts(tx: Tx, query: ContactQuery, now: Date): Promise<ContactPage> {
  const { after, limit } = query;
  const { rows } = await tx.execute<Row>(sql`
    with page as materialized (
      select c.* from contacts c
       where ${contactConditions(query, now)} ${after === null ? sql`` : sql`and c.id < ${after}::uuid`}
       order by c.id desc limit ${limit + 1})
    select ${COLUMNS} from page p order by p.id desc`);
  const items = rows.slice(0, limit).map(contactOf);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** One of the workspace in sight; deleted ones too. @returns null where there is none */
export async function readContact(tx: Tx, id: string): Promise<Contact | null> {
  const { rows } = await tx.execute<Row>(sql`select ${COLUMNS} from contacts p where p.id = ${id}::uuid`);
  return rows[0] ? contactOf(rows[0]) : null;
}

type Row = Omit<Contact, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

const contactOf = (row: Row): Contact => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

/** Of a row `p` of contacts, with its tags and addresses. */
const COLUMNS = sql`p.id, p.name, p.user_id is not null as member, p.external_id as "externalId", p.language,
  p.time_zone as "timeZone", p.country,
  array(select t.tag from contact_tags t where t.workspace_id = p.workspace_id and t.contact_id = p.id order by t.tag) as tags,
  (select coalesce(json_agg(json_build_object('id', a.id, 'channel', a.channel, 'address', a.address,
            'confirmed', a.confirmed_at is not null, 'suppressed', a.suppressed_at is not null)
            order by a.created_at, a.id), '[]')
     from addresses a where a.workspace_id = p.workspace_id and a.contact_id = p.id) as addresses,
  p.created_at as "createdAt", p.updated_at as "updatedAt"`;
