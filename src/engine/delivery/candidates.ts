import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { runKept } from '#src/db/kept-statements.ts';
import { nextOfAudience } from '#src/db/queries/audience.ts';
import { addresses, contacts } from '#src/db/schema.ts';
import type { Timing } from '#src/shared/timing.ts';
import type { Ask, Head } from './claimed.ts';
import { gotFromGroup, postedOfGroup } from '../attention/groups/got-from-group.ts';
import { holds } from '../barred/barred.ts';
import { gotFirstAt, isFollowUp, nextOfFollowed } from './followed.ts';
import { isChanged, isInDigest, nextOfDigest } from './digest-items.ts';
import {
  aboutOf,
  isReached,
  language,
  placeSkipReason,
  showsBrand,
  skipReason,
  type SkipReason,
  timing,
  tracked,
  withinPlan,
  withPreferences,
} from './eligible.ts';
import { isEachDevice, type Shard } from './shard.ts';

/** A contact in its turn. `channel` is that of the address that suits best, which may be another lane's. */
export type Candidate = {
  contact_id: string | null;
  target_id: string | null;
  channel: string | null;
  address: string | null;
  connection_id: string | null;
  user_id: string | null;
  language: string | null;
  country: string | null;
  /** Null where they have no preferences, or where none apply. */
  timing: Timing | null;
  /** Whether the brand may count what they open and follow. */
  tracked: boolean | null;
  skip: SkipReason | null;
};

/** The next `read` of a shard, whoever they are, or its destination. */
export async function candidates(
  tx: Tx,
  ask: Ask,
  head: Head,
  shard: Shard,
  read: number,
): Promise<Candidate[]> {
  if (shard.destination_id !== null) return destination(tx, ask, head, shard);
  const people = nextOf(ask, shard, read);
  if (!people) return [];
  const isPreferred = shard.reach === 'preferred';
  const channels = sql`${sql.param(isPreferred ? shard.channels : [ask.channel])}::text[]`;
  // Each device of a person gets it, but for those that have it by now: the window before may have ended among them.
  const isEach = isEachDevice(ask, shard);
  const open = isEach ? sql`and not ${gotIt(ask, shard)} and ${isLive}` : sql``;
  // Where none of their devices may, it is the person who is passed over: once, and not where one of them has it.
  const counts = isEach
    ? sql`(best.skip is null or (best.nth = 1 and not ${gotAny(ask, shard, sql`people.id`)}))`
    : sql`true`;
  const best = sql`may is not null, not got_first, array_position(${channels}, channel), created_at, target_id`;
  // Where it suits one address of several as well as another, the oldest.
  const many = isEach ? sql`` : sql`limit 1`;
  const statement = sql`
    with people as materialized (${people})
    select people.id as contact_id, best.target_id, best.channel, best.address, best.user_id, best.language, best.country,
           best.timing, best.tracked, best.skip, null as connection_id
      from people left join lateral (
        select target_id, channel, address, user_id, language, country, timing, tracked, created_at,
               ${isEach ? sql`row_number() over (order by ${best})` : sql`1`} as nth,
               ${served(ask, shard)} as skip
          from (
            select ${contacts.id} as contact_id, ${addresses.id} as target_id, ${addresses.channel}, ${addresses.address},
                   ${contacts.userId}, ${language} as language, ${contacts.country}, ${addresses.createdAt},
                   ${shard.contact_id === null ? timing : sql`null::json`} as timing, ${tracked} as tracked,
                   ${mayOf(ask, head, shard)} as may,
                   ${isFollowUp(shard.purpose) ? gotFirstAt(ask, head) : sql`false`} as got_first
              from contacts join addresses
                on addresses.workspace_id = contacts.workspace_id and addresses.contact_id = contacts.id
              ${withPreferences(sql`${head.brandId}::uuid`)}
             where contacts.workspace_id = ${ask.workspaceId}::uuid and contacts.id = people.id
               and addresses.channel = any(${channels}) and ${isReached(sql`${head.brandId}::uuid`)}
               and ${showsBrand(sql`${head.brandId}::uuid`)} ${open}
            offset 0) found
         order by ${best}
         ${many}) best on ${counts}
     order by people.id, best.created_at, best.target_id`;
  const { rows } = hasFewTexts(shard)
    ? await runKept<Candidate>(tx, statement)
    : await tx.execute<Candidate>(statement);
  return rows;
}

/** A filter has as many as there are ways to fill it in. */
const hasFewTexts = ({ audience }: Shard): boolean => Object.keys(audience?.filter ?? {}).length === 0;

/** A query of the ids of those whose turn it may be; null for nobody. */
function nextOf(ask: Ask, shard: Shard, atMost: number): SQL | null {
  const { workspaceId, now } = ask;
  if (shard.contact_id !== null)
    return sql`select contacts.id from contacts
                where contacts.workspace_id = ${workspaceId}::uuid and contacts.id = ${shard.contact_id}::uuid`;
  const next = { after: shard.cursor_id, until: shard.until_id, atMost };
  if (shard.purpose === 'digest') return nextOfDigest(ask, next);
  if (isFollowUp(shard.purpose)) return nextOfFollowed(ask, shard, next);
  return shard.audience && nextOfAudience(shard.audience, { workspaceId, now, ...next });
}

function mayOf(ask: Ask, head: Head, { purpose, contact_id }: Shard): SQL<SkipReason | null> {
  // A trial run is for the one who started it, also while its symbol is muted.
  if (contact_id === null && holds(head.bar, purpose)) return sql`${sql.raw(`'${head.bar}'`)}::text`;
  // A correction is for everyone who got what it corrects.
  const isLimited = contact_id === null && !isFollowUp(purpose);
  const may = withinPlan(
    skipReason(aboutOf(head), contact_id !== null),
    isLimited ? (head.planEdge ?? null) : null,
  );
  return purpose === 'digest' ? sql`coalesce(${may}, case when ${isChanged(ask)} then 'changed' end)` : may;
}

/** Whether this very address has it. */
const gotIt = (ask: Ask, shard: Shard): SQL => sql`exists (
  select from deliveries got where got.workspace_id = ${ask.workspaceId}::uuid and got.contact_id = ${contacts.id}
     and got.alert_id = ${ask.alertId}::uuid and got.purpose = ${shard.purpose} and got.send_no = ${shard.send_no}
     and got.target_id = ${addresses.id})`;

/** Whether any device of theirs has it. */
const gotAny = (ask: Ask, shard: Shard, contactId: SQL): SQL => sql`exists (
  select from deliveries got where got.workspace_id = ${ask.workspaceId}::uuid and got.contact_id = ${contactId}
     and got.alert_id = ${ask.alertId}::uuid and got.channel = ${ask.channel} and got.purpose = ${shard.purpose}
     and got.send_no = ${shard.send_no})`;

/** A device that is suppressed counts only for a person who has no other. */
const isLive: SQL = sql`(${addresses.suppressedAt} is null or not exists (
  select from addresses other where other.workspace_id = ${addresses.workspaceId}
     and other.contact_id = ${addresses.contactId} and other.channel = ${addresses.channel} and other.suppressed_at is null))`;

/**
 * Over one channel of several: whoever has it over any other has it. In a digest they have it as well, and so they do
 * where a duplicate got it that was merged into them meanwhile. A device of the duplicate is one of theirs.
 */
function served(ask: Ask, shard: Shard): SQL {
  const isPreferred = shard.reach === 'preferred';
  const of = (contactId: SQL, channel: SQL | null): SQL => sql`had.workspace_id = ${ask.workspaceId}::uuid
    and had.contact_id = ${contactId} and had.alert_id = ${ask.alertId}::uuid
    and had.purpose = ${shard.purpose} and had.send_no = ${shard.send_no}
    ${channel === null ? sql`` : sql`and had.channel = ${channel}`}`;
  const channel = isPreferred ? null : sql`found.channel`;
  const isFirst = shard.purpose === 'first';
  const ways = [
    ...(isFirst && isPreferred
      ? [sql`exists (select from deliveries had where ${of(sql`found.contact_id`, null)})`]
      : []),
    ...(isFirst ? [isInDigest(ask, sql`found.contact_id`, channel)] : []),
    ...(isEachDevice(ask, shard)
      ? []
      : [
          sql`exists (
            select from contacts part
             where part.workspace_id = ${ask.workspaceId}::uuid and part.merged_into = found.contact_id
               and (exists (select from deliveries had where ${of(sql`part.id`, channel)} and had.state <> 'rejected')
                 ${isFirst ? sql`or ${isInDigest(ask, sql`part.id`, channel)}` : sql``}) offset 0)`,
        ]),
  ];
  const told =
    !isFirst || shard.group_first === null
      ? sql``
      : sql`when ${gotFromGroup(ask, { first: shard.group_first, contactId: sql`found.contact_id` })} then 'told'`;
  const isServed = ways.length === 0 ? sql`false` : sql.join(ways, sql` or `);
  return sql`coalesce(may, case when ${isServed} then 'served' ${told} end)`;
}

async function destination(
  tx: Tx,
  ask: Ask,
  head: Head,
  { destination_id: id, purpose, group_first: first }: Shard,
): Promise<Candidate[]> {
  const bar = holds(head.bar, purpose) ? head.bar : null;
  const told = first === null || id === null ? sql`false` : postedOfGroup(ask, { first, destinationId: id });
  const { rows } = await tx.execute<Candidate>(sql`
    select null as contact_id, d.id as target_id, c.channel, d.address, c.id as connection_id, null as user_id,
           null as language, null as country, null as timing, true as tracked,
           case when d.deleted_at is not null or c.deleted_at is not null then 'left'
                when ${bar}::text is not null then ${bar}::text
                else coalesce(${placeSkipReason(aboutOf(head))}, case when ${told} then 'told' end) end as skip
      from destinations d join connections c on c.workspace_id = d.workspace_id and c.id = d.connection_id
     where d.workspace_id = ${ask.workspaceId}::uuid and d.id = ${id}::uuid`);
  return rows;
}
