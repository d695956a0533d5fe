import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type AudienceOf, isOfAudience } from '#src/db/queries/audience.ts';
import { planEdge } from '#src/db/queries/contacts/over-plan.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { isShown } from '#src/db/queries/shown-rendition.ts';
import {
  addresses,
  alerts,
  audiences,
  connections,
  contacts,
  destinations,
  renditions,
  revisions,
} from '#src/db/schema.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { AlertState, ChannelKind } from '#src/shared/alerts.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { openingsOf } from '../barred/hours/openings.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';
import { aboutAlert, type Barred, barOf } from '../barred/barred.ts';
import {
  aboutOf,
  isReached,
  showsBrand,
  skipReason,
  type SkipReason,
  timing,
  withinPlan,
  withPreferences,
} from '../delivery/eligible.ts';
import type { Timing } from '#src/shared/timing.ts';
import { turnOf } from '../timing/turn.ts';
import { embargoOf, expiryOf, type Way, waysTo } from './dispatch.ts';
import { costOfPeople, type PersonCost, priceCode, type PricedPeople } from './person-costs.ts';
import { targetsOf } from './targets.ts';
import { unalignedReason } from './unaligned.ts';
import { warmUpsAhead } from './warm-ups-ahead.ts';

/** In these, nothing is on its way yet, and it may still go. */
const AHEAD: ReadonlySet<AlertState> = new Set(['drafted', 'pending_review', 'approved', 'scheduled']);

/**
 * Who would get an alert if it went at this moment, counted with the conditions that a fan-out claims by; null where it
 * is on its way already or never goes.
 */
export async function reachAhead(tx: Tx, alertId: string, now: Date): Promise<ReachAhead | null> {
  const [alert] = await tx.select().from(alerts).where(eq(alerts.id, alertId));
  if (!alert || !AHEAD.has(alert.state)) return null;
  const { rows: started } = await tx.execute<{ by: string | null }>(sql`
    select t.requested_by as by from events e
      left join trial_runs t on t.workspace_id = e.workspace_id and t.id = e.trial_run_id where e.id = ${alert.eventId}::uuid`);
  const onlyTo = started[0]?.by ?? null;
  const targets = await targetsOf(tx, { ...alert, onlyTo });
  const { ways, leftOut } = await waysTo(tx, await workspacePlan(tx, now), alert.workspaceId, targets);
  const expiries = ways.flatMap(({ target }) => expiryOf(alert, target) ?? []);
  const ends = expiries.length > 0 ? new Date(Math.min(...expiries.map((at) => at.getTime()))) : null;
  const groups = await groupsOf(tx, ways, now);
  const oneIn = await sampleOf(tx, groups);
  const { people, counts } = await countPeople(tx, groups, alert, { isTrial: onlyTo !== null, oneIn, now });
  const over = [
    ...new Set([...groups.flatMap(({ over: each }) => each), ...counts.map(({ channel }) => channel)]),
  ];
  const places = await destinationsOf(tx, ways, alertId);
  const costs = await personCosts(tx, alert.brandId, counts, now);
  const shown = (some: number): number => rounded(some, oneIn);
  const atOnce = (channel: string): number =>
    turnsOf(
      counts.filter((each) => each.channel === channel),
      now,
      shown,
    ).people;
  const warmUps = await warmUpsAhead(tx, { ...alert, over, atOnce, ends, now });
  return {
    people,
    about: oneIn > 1,
    channels: over.map((channel) => {
      const mine = counts.filter((each) => each.channel === channel);
      const cost = costs.get(channel);
      return {
        channel,
        ...turnsOf(mine, now, shown),
        skipped: [...sum(mine, ({ skip }) => skip)].flatMap(([reason, passed]) =>
          reason === null ? [] : [{ reason, people: shown(passed) }],
        ),
        cost: cost ? { ...cost, unpriced: shown(cost.unpriced) } : null,
      };
    }),
    destinations: places,
    embargoes: await embargoesOf(tx, ways, places),
    opens: onlyTo === null ? await opensOf(tx, alert, ways, places, now) : [],
    leftOut,
    limit: onlyTo === null ? await unalignedReason(tx, { ...alert, now }, ways) : null,
    warmUps,
    expiresAt: ends?.toISOString() ?? null,
  };
}

/** Which of its targets would wait for sending hours. */
async function opensOf(
  tx: Tx,
  alert: { workspaceId: string; id: string; brandId: string },
  ways: readonly Way[],
  places: ReachAhead['destinations'],
  now: Date,
): Promise<ReachAhead['opens']> {
  const opening = await openingsOf(tx, { ...alert, alertId: alert.id });
  const waiting = ways.flatMap(({ target }) => {
    const opens = opening(target.audienceId, embargoOf(target, now) ?? now);
    return opens === null ? [] : [{ target, at: opens.at, marketZone: opens.marketZone }];
  });
  const named = await namedTargets(tx, waiting, places);
  return named.map(({ name, at, marketZone }) => ({ name, at: at.toISOString(), marketZone }));
}

/** Which of its targets get it after the others. */
async function embargoesOf(
  tx: Tx,
  ways: readonly Way[],
  places: ReachAhead['destinations'],
): Promise<ReachAhead['embargoes']> {
  const waiting = ways.flatMap(({ target }) =>
    target.releaseMinutes === null ? [] : [{ target, minutes: target.releaseMinutes }],
  );
  const named = await namedTargets(tx, waiting, places);
  return named.map(({ name, minutes }) => ({ name, minutes })).toSorted((a, b) => a.minutes - b.minutes);
}

/** Audiences and places with their names; what isn't there any more is left out. */
async function namedTargets<T extends { target: Way['target'] }>(
  tx: Tx,
  some: readonly T[],
  places: ReachAhead['destinations'],
): Promise<(T & { name: string })[]> {
  if (some.length === 0) return [];
  const ids = some.flatMap(({ target }) => target.audienceId ?? []);
  const named = await tx
    .select({ id: audiences.id, name: audiences.name })
    .from(audiences)
    .where(sql`${audiences.id} = any(${sql.param(ids)}::uuid[])`);
  const names = new Map([...named, ...places].map(({ id, name }) => [id, name]));
  return some.flatMap((each) => {
    const name = names.get(each.target.audienceId ?? each.target.destinationId ?? '');
    return name === undefined ? [] : [{ ...each, name }];
  });
}

/** People that a target means, and how they are reached. */
type Group = {
  /** A query of their ids: of everyone, or of one in n. */
  ids: (oneIn: number) => SQL;
  /** The list that they are on; null for others. */
  listId: string | null;
  reach: 'each' | 'preferred';
  over: ChannelKind[];
};

async function groupsOf(tx: Tx, ways: readonly Way[], now: Date): Promise<Group[]> {
  const named = ways.flatMap(({ target }) => target.audienceId ?? []);
  const { rows } = await tx.execute<AudienceOf>(sql`
    select id, kind, filter from audiences where id = any(${sql.param(named)}::uuid[]) and deleted_at is null`);
  const audiences = new Map(rows.map((audience) => [audience.id, audience]));
  return ways.flatMap(({ target, over }): Group[] => {
    const { contactId, audienceId, reach } = target;
    if (contactId !== null)
      return [{ ids: () => sql`select ${contactId}::uuid as id`, listId: null, reach, over }];
    const audience = audiences.get(audienceId ?? '');
    if (!audience) return [];
    const listId = audience.kind === 'list' ? audience.id : null;
    return [{ ids: (oneIn) => idsOf(audience, now, oneIn), listId, reach, over }];
  });
}

/** A list is read along its own index, whatever the planner thinks of its size. */
const idsOf = (audience: AudienceOf, now: Date, oneIn: number): SQL =>
  audience.kind === 'list'
    ? sql`select contacts.id from audience_contacts listed
        join contacts on contacts.workspace_id = listed.workspace_id and contacts.id = listed.contact_id
       where listed.audience_id = ${audience.id}::uuid and contacts.deleted_at is null and contacts.receives = 'all'
         and ${isSampled(sql`listed.contact_id`, oneIn)}`
    : sql`select contacts.id from contacts
       where ${isSampled(sql`contacts.id`, oneIn)} and ${isOfAudience(audience, sql`contacts`, now)}`;

/** So many people are counted one by one; of more, about so many, and the rest is estimated from them. */
const COUNTED_MAX = 5_000;

/** @returns n, where one in n people is looked at; 1 where everyone is */
async function sampleOf(tx: Tx, groups: readonly Group[]): Promise<number> {
  if (groups.length === 0) return 1;
  const all = sql.join(
    groups.map(({ ids }) => sql`(${ids(1)})`),
    sql` union all `,
  );
  const { rows: few } = await tx.execute<{ people: number }>(sql`
    select count(*)::int as people from (select from (${all}) meant limit ${sql.raw(String(COUNTED_MAX + 1))}) counted`);
  if ((few[0]?.people ?? 0) <= COUNTED_MAX) return 1;
  const lists = groups.flatMap(({ listId }) => listId ?? []);
  const isLists = lists.length === groups.length;
  const { rows } = await tx.execute<{ people: number }>(
    isLists
      ? sql`select count(*)::int as people from audience_contacts where audience_id = any(${sql.param(lists)}::uuid[])`
      : sql`select coalesce(sum(contacts), 0)::int as people from contact_counts`,
  );
  return Math.max(1, Math.round((rows[0]?.people ?? 0) / COUNTED_MAX));
}

/** One in n, and always the same: by the hash of the id. */
const isSampled = (id: SQL, oneIn: number): SQL =>
  oneIn === 1 ? sql`true` : sql`(uuid_hash(${id}) & 2147483647) % ${sql.raw(String(oneIn))} = 0`;

/** An estimate to two digits: it says no more than it knows. */
function rounded(people: number, oneIn: number): number {
  if (oneIn === 1 || people === 0) return people;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(people)) - 1);
  return Math.round(people / unit) * unit;
}

type Counted = PricedPeople & { channel: ChannelKind; skip: SkipReason | null; timing: Timing | null };

/** Sums people by what their counts have in common. */
function sum<K>(counts: readonly Counted[], key: (each: Counted) => K): Map<K, number> {
  const sums = new Map<K, number>();
  for (const each of counts) sums.set(key(each), (sums.get(key(each)) ?? 0) + each.people);
  return sums;
}

/** Of those who may get it: how many do at once, how many later, and how many in a digest. */
function turnsOf(
  counts: readonly Counted[],
  now: Date,
  shown: (people: number) => number,
): Pick<ReachAhead['channels'][number], 'people' | 'held' | 'digest'> {
  const turns = sum(
    counts.filter(({ skip }) => skip === null),
    (each) => {
      const turn = turnOf(each.timing, 'first', now.getTime());
      return turn.go === 'later' ? turn.until : turn.go;
    },
  );
  return {
    people: shown(turns.get('now') ?? 0),
    held: [...turns]
      .flatMap(([turn, people]) => (typeof turn === 'number' ? [{ until: turn, people }] : []))
      .toSorted((one, other) => one.until - other.until)
      .map(({ until, people }) => ({ until: new Date(until).toISOString(), people: shown(people) })),
    digest: shown(turns.get('digest') ?? 0),
  };
}

/**
 * Counts each person once per channel; where a group reaches over one channel only, once, over the first that suits, and
 * not at all if another group reaches them anyway.
 */
async function countPeople(
  tx: Tx,
  groups: readonly Group[],
  alert: Barred & { workspaceId: string; detector: string },
  { isTrial, oneIn, now }: { isTrial: boolean; oneIn: number; now: Date },
): Promise<{ people: number; counts: Counted[] }> {
  if (groups.length === 0) return { people: 0, counts: [] };
  const about = aboutOf(alert);
  const edge = isTrial ? null : await planEdge(tx, alert.workspaceId, now);
  const skip = isTrial
    ? skipReason(about, true)
    : sql`coalesce(${barOf(aboutAlert(alert), now)}, ${withinPlan(skipReason(about, false), edge)})`;
  const flag = (place: number) => sql.raw(`means_${place}`);
  const flags = groups.map((_, place) => sql`bool_or(place = ${sql.raw(String(place))}) as ${flag(place)}`);
  const sets = sql.join(
    groups.map(
      ({ ids }, place) =>
        sql`select id as person, ${sql.raw(String(place))} as place from (${ids(oneIn)}) of_it`,
    ),
    sql` union all `,
  );
  const kinds = (over: readonly string[]) => sql`${sql.param([...over])}::text[]`;
  const numbered = groups.map((group, place) => ({ ...group, place }));
  const or = (conditions: SQL[]) => (conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `));
  const each = or(
    numbered.flatMap(({ reach, over, place }) =>
      reach === 'each' ? [sql`(${flag(place)} and addresses.channel = any(${kinds(over)}))`] : [],
    ),
  );
  // Of several such groups, the first decides the order of the channels.
  const preferred = numbered.flatMap(({ reach, over, place }) =>
    reach === 'preferred' ? [sql`when ${flag(place)} then ${kinds(over)}`] : [],
  );
  const choice = preferred.length === 0 ? sql`null::text[]` : sql`case ${sql.join(preferred, sql` `)} end`;
  // Large audiences don't fit into what a statement has for sorting unless told, and would go by way of the disk.
  await tx.execute(sql`set local work_mem = '64MB'`);
  const { rows } = await tx.execute<{ people: number; counts: Counted[] }>(sql`
    with meant as materialized (
      select person, ${sql.join(flags, sql`, `)} from (${sets}) found group by person),
    ways as materialized (
      select meant.person, ${addresses.channel} as channel, ${addresses.createdAt} as made, ${addresses.id} as address,
             (${each}) as by_each, ${choice} as wanted, ${skip} as skip,
             (${isTrial ? sql`null` : timing})::jsonb as timing, ${priceCode()} as code
        from meant
        join contacts on ${contacts.id} = meant.person
        join addresses on ${addresses.workspaceId} = ${contacts.workspaceId} and ${addresses.contactId} = ${contacts.id}
         and ${isReached(sql`${alert.brandId}::uuid`)} and ${showsBrand(sql`${alert.brandId}::uuid`)}
        ${withPreferences(sql`${alert.brandId}::uuid`)}),
    every as materialized (
      select distinct on (person, channel) person, channel, skip, timing, code from ways where by_each
       order by person, channel, skip is not null),
    one as (
      select distinct on (w.person) w.person, w.channel, w.skip, w.timing, w.code from ways w
       where w.channel = any(w.wanted)
         and not exists (select from every e where e.person = w.person and (e.skip is null or e.channel = w.channel))
       order by w.person, w.skip is not null, array_position(w.wanted, w.channel), w.made, w.address),
    reached as (select * from every union all select * from one)
    select (select count(distinct person)::int from reached where skip is null) as people,
           (select coalesce(json_agg(c), '[]') from (
              select channel, skip, timing, code, count(*)::int as people from reached
               group by channel, skip, timing, code order by channel, people desc, skip, code) c) as counts`);
  const found = rows[0] ?? { people: 0, counts: [] };
  return {
    people: rounded(found.people * oneIn, oneIn),
    // Sums of them are rounded, as they are shown: of many small groups each, little would be left of a sum.
    counts: found.counts.map((each) => ({ ...each, people: each.people * oneIn })),
  };
}

/** What the providers charge for the people who get it, by channel; only where prices are known. */
async function personCosts(
  tx: Tx,
  brandId: string,
  counts: readonly Counted[],
  now: Date,
): Promise<Map<ChannelKind, PersonCost>> {
  const paid = counts.filter(
    ({ skip, timing: each }) => skip === null && turnOf(each, 'first', now.getTime()).go !== 'digest',
  );
  const costs = new Map<ChannelKind, PersonCost>();
  for (const [channel, people] of Map.groupBy(paid, (each) => each.channel)) {
    const cost = await costOfPeople(tx, { brandId, channel, people, now });
    if (cost) costs.set(channel, cost);
  }
  return costs;
}

async function destinationsOf(
  tx: Tx,
  ways: readonly Way[],
  alertId: string,
): Promise<ReachAhead['destinations']> {
  const channelOf = new Map(
    ways.flatMap(({ target: { destinationId, channel } }) =>
      destinationId !== null && channel !== null ? [[destinationId, channel]] : [],
    ),
  );
  if (channelOf.size === 0) return [];
  const rows = await tx
    .select({ id: destinations.id, name: destinations.name, settings: connections.settings })
    .from(destinations)
    .innerJoin(
      connections,
      and(
        eq(connections.workspaceId, destinations.workspaceId),
        eq(connections.id, destinations.connectionId),
      ),
    )
    .where(sql`${destinations.id} = any(${sql.param([...channelOf.keys()])}::uuid[])`);
  const texts = await textsFor(tx, alertId, [...new Set(channelOf.values())]);
  return rows.flatMap(({ id, name, settings }) => {
    const channel = channelOf.get(id);
    if (channel === undefined) return [];
    const text = texts.get(channel);
    const { charges, passes } = findChannel(channel) ?? {};
    const set = settingsOf({ settings });
    const cost = (text && charges?.(text, set)) ?? null;
    return [{ id, name, channel, cost, filtered: text !== undefined && passes?.(text, set) === false }];
  });
}

/** What places get of the newest content, where their provider charges for it or they may not want it: that in the main language. */
async function textsFor(
  tx: Tx,
  alertId: string,
  kinds: readonly ChannelKind[],
): Promise<Map<ChannelKind, Prepared>> {
  const asked = kinds.filter((kind) => findChannel(kind)?.charges ?? findChannel(kind)?.passes);
  if (asked.length === 0) return new Map();
  const [newest] = await tx
    .select({ id: revisions.id, content: revisions.content })
    .from(revisions)
    .where(eq(revisions.alertId, alertId))
    .orderBy(desc(revisions.n))
    .limit(1);
  const [main] = newest ? documentsOf(newest.content) : [];
  if (!newest || !main) return new Map();
  const rows = await tx
    .select({ channel: renditions.channel, prepared: renditions.prepared })
    .from(renditions)
    .where(
      and(
        eq(renditions.revisionId, newest.id),
        eq(renditions.language, main.language),
        inArray(renditions.channel, asked),
        isShown,
      ),
    );
  return new Map(rows.map(({ channel, prepared }) => [channel, prepared]));
}
