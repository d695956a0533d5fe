import { sql } from 'drizzle-orm';
import { ACTIVITY_DAYS, type RuleActivity } from '#src/shared/rules/activity.ts';
import type { Tx } from '../database.ts';

const DAY_MS = 86_400_000;

/**
 * When each rule of the workspace last triggered, and how often on each of the last 30 days (UTC, today is the last):
 * one question for a page of rules, answered from the index `alerts_by_rule` alone. An event has an alert in each brand of
 * its rule, all of the same moment: the brand with most alerts of a moment has its events. Trial runs don't count.
 */
export async function ruleActivity(
  tx: Tx,
  { workspaceId, ids, now }: { workspaceId: string; ids: readonly string[]; now: Date },
): Promise<Map<string, RuleActivity>> {
  const first = (Math.floor(now.getTime() / DAY_MS) - ACTIVITY_DAYS + 1) * DAY_MS;
  const from = new Date(first).toISOString();
  const until = new Date(first + ACTIVITY_DAYS * DAY_MS).toISOString();
  const { rows } = await tx.execute<{
    id: string;
    last: Date | string | null;
    days: { day: number; events: number }[] | null;
  }>(sql`
    select asked.id, newest.created_at as last, counted.days
      from unnest(${sql.param([...ids])}::uuid[]) as asked(id)
      left join lateral (
        select a.created_at from alerts a
         where a.workspace_id = ${workspaceId}::uuid and a.rule_id = asked.id and not a.trial
         order by a.created_at desc, a.id desc limit 1) newest on true
      left join lateral (
        select jsonb_agg(jsonb_build_object('day', day, 'events', events)) as days from (
          select floor((date_part('epoch', moment.created_at) - ${first / 1000}) / 86400)::int as day,
                 sum(moment.events)::int as events
            from (select brand.created_at, max(brand.alerts) as events
                    from (select a.created_at, a.brand_id, count(*) as alerts from alerts a
                           where a.workspace_id = ${workspaceId}::uuid and a.rule_id = asked.id and not a.trial
                             and a.created_at >= ${from}::timestamptz and a.created_at < ${until}::timestamptz
                           group by a.created_at, a.brand_id) brand
                   group by brand.created_at) moment
           group by 1) each) counted on true`);
  return new Map(
    rows.map(({ id, last, days }) => {
      const daily = Array.from({ length: ACTIVITY_DAYS }, () => 0);
      for (const { day, events } of days ?? []) daily[day] = events;
      return [
        id,
        {
          lastEventAt: last === null ? null : new Date(last).toISOString(),
          events: daily.reduce((sum, each) => sum + each, 0),
          daily,
        },
      ];
    }),
  );
}
