import { type SQL, sql } from 'drizzle-orm';
import type { Database, Runs, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import {
  type Came,
  type CameBack,
  nextStep,
  RATE_DAYS,
  type Slowed,
  WARM_UP,
  type WarmUp,
  type WarmUpDay,
  warmUpMost,
} from '#src/shared/warm-up.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';
import type { Rate } from './deliver-deps.ts';

/** A sending domain whose warm-up goes on. */
export type Warming = { workspaceId: string; domainId: string; domain: string };
type Of = { workspaceId: string; brandId: string; channel: string };
type Day = WarmUpDay & { slowed: Slowed | null };

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
/** When the next day begins; days are those of UTC. */
export const nextDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS + DAY_MS);

/** The domain that a brand sends from over a channel, while it warms up; null otherwise. In its workspace. */
export async function warmingOf(tx: Runs, { workspaceId, brandId, channel }: Of): Promise<Warming | null> {
  const declared = findChannel(channel);
  if (!declared?.sendsFromDomain || workspaceId === DEMO_WORKSPACE_ID) return null;
  const { rows } = await tx.execute<{ settings: Record<string, unknown>; id: string; domain: string }>(sql`
    select s.settings, d.id, d.domain from senders s
      join sending_domains d on d.workspace_id = s.workspace_id
       and d.warm_up_began_at is not null and d.warm_up_ended_at is null
     where s.workspace_id = ${workspaceId}::uuid and s.brand_id = ${brandId}::uuid and s.channel = ${channel}`);
  const [sender] = rows;
  const name = sender && declared.senderDomain(settingsOf(sender));
  const found = rows.find(({ domain }) => domain === name);
  return found ? { workspaceId, domainId: found.id, domain: found.domain } : null;
}

/** What it may send today, as it is, or as it will be if nothing has gone out yet; null once its last day is over. */
export async function warmUpNow(tx: Runs, warming: Warming, now: Date): Promise<WarmUp | null> {
  const day = (await today(tx, warming, now)) ?? (await planned(tx, warming, now));
  return (
    day && {
      day: day.step,
      days: WARM_UP.days,
      most: day.most,
      sent: day.taken,
      resumesAt: nextDay(now).toISOString(),
      slowed: day.slowed,
    }
  );
}

async function today(tx: Runs, { workspaceId, domainId }: Warming, now: Date): Promise<Day | null> {
  const { rows } = await tx.execute<Day>(sql`
    select step, most, taken, slowed from warm_up_days
     where workspace_id = ${workspaceId}::uuid and domain_id = ${domainId}::uuid and day = ${dayOf(now)}::date`);
  return rows[0] ?? null;
}

/** A day that hasn't begun. @returns null where there is none any more */
async function planned(tx: Runs, warming: Warming, now: Date): Promise<Day | null> {
  const { workspaceId, domainId } = warming;
  const { rows } = await tx.execute<WarmUpDay & { first: string; back: string | null }>(sql`
    select step, most, taken, first.day::text as first, back.day::text as back
      from warm_up_days,
           (select min(day) as day from warm_up_days
             where workspace_id = ${workspaceId}::uuid and domain_id = ${domainId}::uuid) first,
           (select max(day) as day from warm_up_days
             where workspace_id = ${workspaceId}::uuid and domain_id = ${domainId}::uuid
               and slowed = 'back' and taken > 0) back
     where workspace_id = ${workspaceId}::uuid and domain_id = ${domainId}::uuid and taken > 0
     order by warm_up_days.day desc limit 1`);
  const last = rows[0] ?? null;
  const next = nextStep(last, last ? await cameBack(tx, warming, last, now) : NOTHING_YET);
  return next && { ...next, most: warmUpMost(next.step), taken: 0 };
}

const NOTHING: Came = { sent: 0, bounced: 0, complained: 0 };
const NOTHING_YET: CameBack = { days: NOTHING, sinceBack: NOTHING };

/** Of the last days, but not of before the domain's first: until then its brands sent from another one, or none. */
async function cameBack(
  tx: Runs,
  warming: Warming,
  { first, back }: { first: string; back: string | null },
  now: Date,
): Promise<CameBack> {
  const ways = await waysOf(tx, warming);
  const from = new Date(Math.max(now.getTime() - RATE_DAYS * DAY_MS, Date.parse(first)));
  const days = await cameSince(tx, warming, ways, from);
  const backAt = back === null ? 0 : Date.parse(back);
  return {
    days,
    sinceBack: backAt > from.getTime() ? await cameSince(tx, warming, ways, new Date(backAt)) : days,
  };
}

/** The brands that send from the domain, and over which channels. */
async function waysOf(tx: Runs, { workspaceId, domain }: Warming): Promise<SQL> {
  const { rows } = await tx.execute<{
    brand: string;
    channel: string;
    settings: Record<string, unknown>;
  }>(sql`select brand_id as brand, channel, settings from senders where workspace_id = ${workspaceId}::uuid`);
  const mine = rows.filter(({ channel, settings }) => {
    const declared = findChannel(channel);
    return declared?.senderDomain(settingsOf({ settings })) === domain;
  });
  return sql`(select * from unnest(${sql.param(mine.map(({ brand }) => brand))}::uuid[],
    ${sql.param(mine.map(({ channel }) => channel))}::text[]) as u (brand_id, channel))`;
}

/** What was sent since then, and came back of that: bounces that were reported or that the server answered, and complaints. */
async function cameSince(
  tx: Runs,
  { workspaceId, domainId }: Warming,
  ways: SQL,
  since: Date,
): Promise<Came> {
  const at = sql`${since.toISOString()}::timestamptz`;
  // An alert may wait for its turn for as long as a warm-up takes.
  const { rows } = await tx.execute<Came>(sql`
    with made as (
      select p.workspace_id, p.id, u.channel
        from (select workspace_id, id, brand_id, created_at from alerts
              union all select workspace_id, id, brand_id, created_at from digests) p
        join ${ways} u on u.brand_id = p.brand_id
       where p.workspace_id = ${workspaceId}::uuid and p.created_at >= ${at} - ${`${WARM_UP.days} days`}::interval),
    reported as (
      select r.kind, count(*)::int as n from made m
        join delivery_reactions r on r.workspace_id = m.workspace_id and r.alert_id = m.id and r.channel = m.channel
        join deliveries d on d.workspace_id = r.workspace_id and d.alert_id = r.alert_id and d.id = r.delivery_id
       where r.kind in ('bounced', 'complained') and r.first_at >= ${at} and d.sent_at >= ${at} group by r.kind)
    select coalesce((select sum(taken) from warm_up_days
                      where workspace_id = ${workspaceId}::uuid and domain_id = ${domainId}::uuid
                        and day >= ${dayOf(since)}::date), 0)::int as sent,
           coalesce((select n from reported where kind = 'complained'), 0) as complained,
           coalesce((select n from reported where kind = 'bounced'), 0)
             + (select count(*)::int from made m
                  join deliveries d on d.workspace_id = m.workspace_id and d.alert_id = m.id and d.channel = m.channel
                 where d.state = 'rejected' and d.attempts > 0 and d.contact_id is not null
                   and d.updated_at >= ${at}) as bounced`);
  return rows[0] ?? NOTHING;
}

/** Takes up to `atMost` of the day's number. Of two processes, the second waits. @returns null once the warm-up is over */
async function takeOfDay(tx: Tx, warming: Warming, atMost: number, now: Date): Promise<number | null> {
  const { workspaceId, domainId, domain } = warming;
  const ofDay = sql`workspace_id = ${workspaceId}::uuid and domain_id = ${domainId}::uuid and day = ${dayOf(now)}::date`;
  const take = async (): Promise<number | null> => {
    const { rows } = await tx.execute<{ got: number }>(sql`
      with was as (select most, taken from warm_up_days where ${ofDay} for update)
      update warm_up_days d set taken = least(d.most, was.taken + ${atMost}::int) from was
       where d.workspace_id = ${workspaceId}::uuid and d.domain_id = ${domainId}::uuid
         and d.day = ${dayOf(now)}::date
      returning d.taken - was.taken as got`);
    return rows[0]?.got ?? null;
  };
  const got = await take();
  if (got !== null) return got;
  const { rows } = await tx.execute<{ ended: boolean }>(sql`
    select warm_up_ended_at is not null as ended from sending_domains
     where workspace_id = ${workspaceId}::uuid and id = ${domainId}::uuid for update`);
  if (rows[0]?.ended !== false) return null;
  const day = await planned(tx, warming, now);
  if (!day) {
    await tx.execute(sql`update sending_domains set warm_up_ended_at = ${now.toISOString()}::timestamptz
      where workspace_id = ${workspaceId}::uuid and id = ${domainId}::uuid`);
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'system', userId: null, name: 'Delivery' },
      action: 'sender.warm_up_over',
      subject: domain,
      at: now,
    });
    return null;
  }
  await tx.execute(sql`
    insert into warm_up_days (workspace_id, domain_id, day, step, most, slowed)
    values (${workspaceId}::uuid, ${domainId}::uuid, ${dayOf(now)}::date, ${day.step}, ${day.most}, ${day.slowed})
    on conflict do nothing`);
  return take();
}

export type WarmUpRate = Rate & {
  /** Writes down what was given back. */
  end: () => Promise<void>;
};

/**
 * Lets out no more than the day's number of a domain, for all processes together. The count is a row of its own and not
 * a leased limit: it's shown, and a day's number may be small. A process that dies leaves what it had taken counted.
 */
export function warmUpRate(
  deps: { app: Database; clock: Clock },
  warming: Warming,
  { brandId, channel }: Pick<Of, 'brandId' | 'channel'>,
): WarmUpRate {
  const { workspaceId, domainId } = warming;
  let isOver = false;
  /** By day, as a day may end meanwhile. */
  const back = new Map<string, number>();
  const writeBack = async (tx: Tx): Promise<void> => {
    for (const [day, count] of back) {
      back.delete(day);
      await tx.execute(sql`
        update warm_up_days set taken = greatest(0, taken - ${count}::int)
         where workspace_id = ${workspaceId}::uuid and domain_id = ${domainId}::uuid and day = ${day}::date`);
    }
    // Others may have found nothing left meanwhile: the next sweep has them go on.
    await tx.execute(sql`
      update senders set held_until = null where workspace_id = ${workspaceId}::uuid and held_until is not null`);
  };
  return {
    take: async (atMost) => {
      const now = deps.clock();
      const free = { granted: atMost, ms: 0, giveBack: () => undefined };
      if (isOver) return free;
      const got = await withTenant(deps.app, workspaceId, async (tx) => {
        if (back.size > 0) await writeBack(tx);
        const some = await takeOfDay(tx, warming, atMost, now);
        if (some === 0)
          await tx.execute(sql`
            update senders set held_until = ${nextDay(now).toISOString()}::timestamptz
             where workspace_id = ${workspaceId}::uuid and brand_id = ${brandId}::uuid and channel = ${channel}`);
        return some;
      });
      if (got === null) {
        isOver = true;
        return free;
      }
      const giveBack = (count: number): void =>
        void back.set(dayOf(now), (back.get(dayOf(now)) ?? 0) + Math.min(count, got));
      return got === 0
        ? { granted: 0, ms: nextDay(now).getTime() - now.getTime(), held: true, giveBack: () => undefined }
        : { granted: got, ms: 0, giveBack };
    },
    end: async () => {
      if (back.size > 0) await withTenant(deps.app, workspaceId, writeBack);
    },
  };
}

/** Two rates of which both have to let it out. */
export const bothRates = (account: Rate | null, warmUp: Rate): Rate => ({
  take: async (atMost) => {
    const first = (await account?.take(atMost)) ?? { granted: atMost, ms: 0, giveBack: () => undefined };
    if (first.granted === 0) return first;
    const second = await warmUp.take(first.granted).catch((error: unknown) => {
      first.giveBack(first.granted);
      throw error;
    });
    first.giveBack(first.granted - second.granted);
    if (second.granted === 0) return second;
    return {
      granted: second.granted,
      ms: 0,
      giveBack: (count) => {
        first.giveBack(count);
        second.giveBack(count);
      },
    };
  },
});
