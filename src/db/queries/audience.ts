import { sql, type SQL } from 'drizzle-orm';
import type { AudienceFilter, AudienceKind } from '#src/shared/audiences.ts';
import { type Interest, interestTag } from '#src/shared/tags.ts';
import { firstIdAt } from '../ids.ts';

/** As the table `audiences` holds it. */
export type AudienceOf = { id: string; kind: AudienceKind; filter: AudienceFilter | null };

/**
 * The condition that a row of `contacts` is in an audience at a moment, for lists, counts and the fan-out's windows.
 * Deleted contacts are in none. The transaction is in the audience's workspace.
 */
export const isOfAudience = (audience: AudienceOf, contact: SQL, now: Date, asked: Asked = 'of all'): SQL =>
  sql`(${contact}.deleted_at is null and ${contact}.receives = 'all' and ${fits(audience, contact, now, asked)})`;

/**
 * Whether a condition is asked of all contacts, as by a count, or of one after the other, as by a window. The planner
 * reads everything a condition is about before it looks at the first contact, which is right for a count. A fan-out asks
 * once per window, and each contact once: `offset 0` has it look up one contact's.
 */
type Asked = 'of all' | 'one by one';
const lookedUp = (asked: Asked): SQL => (asked === 'one by one' ? sql`offset 0` : sql``);

/**
 * A query of the ids of the next `atMost` contacts of an audience in their order: after `after`, up to and with `until`.
 * A list is walked along its own index. Left to the planner, all of a list that it has no statistics of is read for each
 * window. `offset 0` keeps it from doing so.
 */
export function nextOfAudience(
  audience: AudienceOf,
  {
    workspaceId,
    after,
    until,
    atMost,
    now,
  }: { workspaceId: string; after: string; until: string | null; atMost: number; now: Date },
): SQL {
  const between = (id: SQL): SQL =>
    sql`${id} > ${after}::uuid ${until === null ? sql`` : sql`and ${id} <= ${until}::uuid`}`;
  // A part of the text: what is planned once is planned for so many.
  const limit = sql.raw(`limit ${Math.trunc(atMost)}`);
  if (audience.kind !== 'list')
    return sql`select contacts.id from contacts
      where contacts.workspace_id = ${workspaceId}::uuid and ${between(sql`contacts.id`)}
        and ${isOfAudience(audience, sql`contacts`, now, 'one by one')}
      order by contacts.id ${limit}`;
  return sql`select listed.contact_id as id from audience_contacts listed
    where listed.workspace_id = ${workspaceId}::uuid and listed.audience_id = ${audience.id}::uuid
      and ${between(sql`listed.contact_id`)}
      and exists (select from contacts where contacts.workspace_id = ${workspaceId}::uuid
                     and contacts.id = listed.contact_id and contacts.deleted_at is null and contacts.receives = 'all'
                  offset 0)
    order by listed.contact_id ${limit}`;
}

function fits({ id, kind, filter }: AudienceOf, contact: SQL, now: Date, asked: Asked): SQL {
  if (kind === 'members') return sql`${contact}.user_id is not null`;
  if (kind === 'list')
    return sql`exists (select from audience_contacts listed where listed.workspace_id = ${contact}.workspace_id
      and listed.audience_id = ${id}::uuid and listed.contact_id = ${contact}.id)`;
  return sql.join([sql`true`, ...conditionsOf(filter ?? {}, contact, now, asked)], sql` and `);
}

function conditionsOf(filter: AudienceFilter, contact: SQL, now: Date, asked: Asked): SQL[] {
  const { tags, languages, countries, topics, symbols, activity = {} } = filter;
  return [
    ...anyOf(tags?.any, (some) => hasTag(contact, some)),
    ...(tags?.all ?? []).map((tag) => hasTag(contact, [tag])),
    ...anyOf(tags?.none, (some) => sql`not ${hasTag(contact, some)}`),
    ...anyOf(languages, (some) => reads(contact, some)),
    ...anyOf(countries, (some) => sql`${contact}.country = any(${sql.param([...some])}::text[])`),
    ...anyOf(topics, (some) => hasTag(contact, tagsOf('topic', some))),
    ...anyOf(symbols, (some) => follows(contact, some, asked)),
    // If no message was sent, checking each contact takes far longer than checking all messages once.
    ...within(
      activity.sentDays,
      now,
      (since) => sql`(${isMessage(since)} and ${gotMessage(contact, since, 'of all')})`,
    ),
    ...within(activity.silentDays, now, (since) => sql`not ${gotMessage(contact, since, asked)}`),
    ...within(
      activity.signedUpDays,
      now,
      (since) => sql`exists (select from consents agreed where agreed.workspace_id = ${contact}.workspace_id
        and agreed.contact_id = ${contact}.id and agreed.kind = 'given' and agreed.source = 'form'
        and agreed.at >= ${since.toISOString()}::timestamptz)`,
    ),
  ];
}

const DAY_MS = 86_400_000;
const within = (days: number | undefined, now: Date, condition: (since: Date) => SQL): SQL[] =>
  days === undefined ? [] : [condition(new Date(now.getTime() - days * DAY_MS))];

const tagsOf = (kind: Interest, names: readonly string[]): string[] =>
  names.map((name) => interestTag(kind, name));

/** Whether a person follows any of the symbols: by a tag, or chosen in their preferences for any brand. */
function follows(contact: SQL, symbols: readonly string[], asked: Asked): SQL {
  const tags = tagsOf('symbol', symbols);
  const chosen = sql`own.instruments && array(
    select n.id from instruments n left join own_instruments o on o.instrument_id = n.id
     where lower(n.symbol) = any(${lowered(symbols)}) or lower(o.symbol) = any(${lowered(symbols)}))`;
  if (asked === 'one by one')
    return sql`(${hasTag(contact, tags, asked)} or exists (
      select from preferences own where own.workspace_id = ${contact}.workspace_id and own.contact_id = ${contact}.id
         and ${chosen} ${lookedUp(asked)}))`;
  // One question for both: few follow a symbol, and with two, every contact would be asked.
  return sql`exists (
    select from (select tagged.workspace_id, tagged.contact_id from contact_tags tagged
                  where tagged.tag = any(${sql.param(tags)}::text[])
                 union all
                 select own.workspace_id, own.contact_id from preferences own where ${chosen}) follower
     where follower.workspace_id = ${contact}.workspace_id and follower.contact_id = ${contact}.id)`;
}
const lowered = (names: readonly string[]): SQL =>
  sql`${sql.param(names.map((name) => name.trim().toLowerCase()))}::text[]`;

/**
 * Whether a person reads any of the languages: the one they chose last, or else the contact's. `en` also means `en-GB`.
 * The column is in the order of bytes, so that ranges are found: row security would keep a function from using the index.
 */
function reads(contact: SQL, languages: readonly string[]): SQL {
  const language = sql`${contact}.effective_language`;
  const wider = languages.filter((each) => !each.includes('-'));
  const ways = wider.map((each) => sql`(${language} >= ${`${each}-`} and ${language} < ${`${each}.`})`);
  return sql`(${sql.join([sql`${language} = any(${sql.param([...languages])}::text[])`, ...ways], sql` or `)})`;
}

/** Alerts may wait so long for a review or a connection, and be sent then. */
const WAITED_MS = 31 * DAY_MS;

/**
 * Whether a contact, or a duplicate merged into it, was sent something since then. The ids of alerts sort by time, and so
 * does a contact's part of the index: only what is new enough is read.
 */
function gotMessage(contact: SQL, since: Date, asked: Asked): SQL {
  const got = (of: SQL) =>
    sql`got.workspace_id = ${contact}.workspace_id and got.contact_id = ${of} and ${sentSince(since)}`;
  return sql`(exists (select from deliveries got where ${got(sql`${contact}.id`)} ${lookedUp(asked)})
    or exists (select from contacts part join deliveries got on ${got(sql`part.id`)}
                where part.workspace_id = ${contact}.workspace_id and part.merged_into = ${contact}.id ${lookedUp(asked)}))`;
}

/** Whether anyone was sent something since then: asked once, before any contact. */
const isMessage = (since: Date): SQL =>
  sql`exists (select from deliveries got where got.contact_id is not null and ${sentSince(since)})`;

/** Of a row `got` of `deliveries`. */
function sentSince(since: Date): SQL {
  const found = new Date(since.getTime() - WAITED_MS);
  const month = `${found.toISOString().slice(0, 7)}-01`;
  return sql`got.alert_id >= ${firstIdAt(found)}::uuid and got.event_month >= ${month}::date
    and got.state = 'sent' and got.sent_at >= ${since.toISOString()}::timestamptz`;
}

/** A condition that isn't set holds for everyone. */
const anyOf = (values: readonly string[] | undefined, condition: (some: readonly string[]) => SQL): SQL[] =>
  values && values.length > 0 ? [condition(values)] : [];

const hasTag = (contact: SQL, tags: readonly string[], asked: Asked = 'of all'): SQL =>
  sql`exists (select from contact_tags tagged where tagged.workspace_id = ${contact}.workspace_id
    and tagged.contact_id = ${contact}.id and tagged.tag = any(${sql.param([...tags])}::text[]) ${lookedUp(asked)})`;
