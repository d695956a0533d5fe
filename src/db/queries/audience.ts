import { sql, type SQL } from 'drizzle-orm';
import type { AudienceFilter, AudienceKind } from '#src/shared/audiences.ts';
import { type Interest, interestTag } from '#src/shared/tags.ts';

/** As the table `audiences` holds it. */
export type AudienceOf = { id: string; kind: AudienceKind; filter: AudienceFilter | null };

/**
 * The condition that a contact is in an audience, for counts and for the fan-out's windows. Deleted contacts are in none.
 * The transaction is in the audience's workspace.
 */
export const inAudience = (audience: AudienceOf, contactId: SQL): SQL =>
  sql`exists (select from contacts of_audience where of_audience.id = ${contactId}
    and ${isOfAudience(audience, sql.raw('of_audience'))})`;

/** The same for a row of `contacts`: cheaper where the contacts are read anyway. */
export const isOfAudience = (audience: AudienceOf, contact: SQL): SQL =>
  sql`(${contact}.deleted_at is null and ${contact}.receives = 'all' and ${fits(audience, contact)})`;

function fits({ id, kind, filter }: AudienceOf, contact: SQL): SQL {
  if (kind === 'members') return sql`${contact}.user_id is not null`;
  if (kind === 'list')
    return sql`exists (select from audience_contacts listed where listed.workspace_id = ${contact}.workspace_id
      and listed.audience_id = ${id}::uuid and listed.contact_id = ${contact}.id)`;
  return sql.join([sql`true`, ...conditionsOf(filter ?? {}, contact)], sql` and `);
}

function conditionsOf(filter: AudienceFilter, contact: SQL): SQL[] {
  const { tags, languages, countries, topics, symbols } = filter;
  const interested = (kind: Interest, names: readonly string[] | undefined) =>
    anyOf(
      names?.map((name) => interestTag(kind, name)),
      (some) => hasTag(contact, some),
    );
  return [
    ...anyOf(tags?.any, (some) => hasTag(contact, some)),
    ...(tags?.all ?? []).map((tag) => hasTag(contact, [tag])),
    ...anyOf(tags?.none, (some) => sql`not ${hasTag(contact, some)}`),
    // `en` also means `en-GB`.
    ...anyOf(
      languages,
      (some) =>
        sql`(${contact}.language = any(${sql.param([...some])}::text[])
          or split_part(${contact}.language, '-', 1) = any(${sql.param([...some])}::text[]))`,
    ),
    ...anyOf(countries, (some) => sql`${contact}.country = any(${sql.param([...some])}::text[])`),
    ...interested('topic', topics),
    ...interested('symbol', symbols),
  ];
}

/** A condition that isn't set holds for everyone. */
const anyOf = (values: readonly string[] | undefined, condition: (some: readonly string[]) => SQL): SQL[] =>
  values && values.length > 0 ? [condition(values)] : [];

const hasTag = (contact: SQL, tags: readonly string[]): SQL =>
  sql`exists (select from contact_tags tagged where tagged.workspace_id = ${contact}.workspace_id
    and tagged.contact_id = ${contact}.id and tagged.tag = any(${sql.param([...tags])}::text[]))`;
