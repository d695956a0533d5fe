import { sql, type SQL } from 'drizzle-orm';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Days } from '#src/shared/analytics.ts';
import {
  type AlertReactions,
  alertReactionsSchema,
  type ReactionFigures,
  reactionFiguresSchema,
} from '#src/shared/analytics-reactions.ts';
import { linksIn } from '#src/shared/content/links.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Tracking } from '#src/shared/tracking.ts';
import type { Tx } from '../database.ts';
import { alertConditions, instrumentIds } from './alert-list.ts';

/** The counters, and what they are called in answers. */
const COLUMNS = [
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['opened', 'opened'],
  ['maybe_opened', 'maybeOpened'],
  ['clicked', 'clicked'],
  ['bounced', 'bounced'],
  ['complained', 'complained'],
  ['unsubscribed', 'unsubscribed'],
  ['robot_opened', 'robotOpened'],
  ['robot_clicked', 'robotClicked'],
] as const;
/** Of fan-outs `w` with what came back, `k`. */
const sums = sql.raw(
  COLUMNS.map(
    ([column]) => `coalesce(sum(${column === 'sent' ? 'w.sent' : `k.${column}`}), 0)::int as ${column}`,
  ).join(', '),
);
const fields = (table: string): SQL =>
  sql.raw(COLUMNS.map(([column, name]) => `'${name}', ${table}.${column}`).join(', '));

/** Beside a query of `ways`: fan-outs by `workspace_id`, `alert_id` and `id`. */
const withCounts = sql.raw(`
  join fan_out_counts w on w.workspace_id = ways.workspace_id and w.alert_id = ways.alert_id and w.fan_out_id = ways.id
  left join fan_out_reactions k on k.workspace_id = w.workspace_id and k.alert_id = w.alert_id
    and k.fan_out_id = w.fan_out_id and k.channel = w.channel`);

const anyBrand = sql.raw(`(
  select json_build_object('opens', coalesce(bool_or((tracking ->> 'opens')::boolean), false),
                           'clicks', coalesce(bool_or((tracking ->> 'clicks')::boolean), false))
    from brands where archived_at is null)`);

/**
 * What came back of the messages of a period, as a whole and by channel, rule and audience: from the counters of fan-outs.
 * No delivery is counted here.
 */
export async function reactionFigures(
  tx: Tx,
  { workspaceId, filter }: { workspaceId: string; filter: AlertFilter & Days },
): Promise<ReactionFigures> {
  const wanted = await instrumentIds(tx, workspaceId, filter.symbol);
  const where = sql.join(alertConditions({ workspaceId, filter }, wanted), sql` and `);
  const onChannels = filter.channel
    ? sql`and w.channel = any(${sql.param([...filter.channel])}::text[])`
    : sql``;
  await tx.execute(sql`set local work_mem = '64MB'`);
  const { rows } = await tx.execute<{ figures: ReactionFigures }>(sql`
    with chosen as materialized (select a.workspace_id, a.id, a.event_id, a.rule_id from alerts a where ${where}),
    ways as materialized (
      select f.workspace_id, f.id, f.alert_id, f.audience_id, c.rule_id
        from chosen c join fan_outs f on f.workspace_id = c.workspace_id and f.alert_id = c.id),
    summed as (
      select grouping(rule_id) as no_rule, grouping(audience_id) as no_audience, grouping(w.channel) as no_channel,
             rule_id, audience_id, w.channel, ${sums}
        from ways ${withCounts} where true ${onChannels}
       group by grouping sets ((), (rule_id), (audience_id), (w.channel)))
    select json_build_object(
      'tracking', ${anyBrand},
      'funnel', (select json_build_object('events', (select count(distinct event_id) from chosen),
            'alerts', (select count(*) from chosen), ${fields('s')})
          from summed s where s.no_rule = 1 and s.no_audience = 1 and s.no_channel = 1),
      'channels', (select coalesce(json_agg(json_build_object('channel', s.channel, ${fields('s')})
            order by s.sent desc, s.channel), '[]')
          from summed s where s.no_channel = 0),
      'rules', (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, ${fields('s')})
            order by s.sent desc, r.name, r.id), '[]')
          from summed s join rules r on r.workspace_id = ${workspaceId}::uuid and r.id = s.rule_id
         where s.no_rule = 0),
      'audiences', (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, ${fields('s')})
            order by s.sent desc, a.name, a.id), '[]')
          from summed s join audiences a on a.workspace_id = ${workspaceId}::uuid and a.id = s.audience_id
         where s.no_audience = 0)) as figures`);
  return reactionFiguresSchema.parse(rows[0]?.figures);
}

type Followed = { prepared: Prepared; link: number; clicked: number; robot_clicked: number };

/** What came back of one alert, and which of its links were followed; null where there is no such alert. */
export async function alertReactions(tx: Tx, alertId: string): Promise<AlertReactions | null> {
  const { rows } = await tx.execute<{ tracking: Tracking; channels: AlertReactions['channels'] }>(sql`
    select b.tracking, (
        select coalesce(json_agg(json_build_object('channel', s.channel, ${fields('s')})
                 order by s.sent desc, s.channel), '[]')
          from (select w.channel, ${sums} from fan_outs ways ${withCounts}
                 where ways.workspace_id = a.workspace_id and ways.alert_id = a.id group by w.channel) s) as channels
      from alerts a join brands b on b.workspace_id = a.workspace_id and b.id = a.brand_id
     where a.id = ${alertId}::uuid`);
  const [found] = rows;
  if (!found) return null;
  const { rows: followed } = await tx.execute<Followed>(sql`
    select n.prepared, f.link, f.clicked, f.robot_clicked
      from (select d.rendition_id, r.link, count(*) filter (where r.person_at is not null)::int as clicked,
                   count(*) filter (where r.person_at is null)::int as robot_clicked
              from delivery_reactions r
              join deliveries d on d.workspace_id = r.workspace_id and d.event_month = r.event_month
                and d.alert_id = r.alert_id and d.id = r.delivery_id
             where r.alert_id = ${alertId}::uuid and r.kind = 'clicked' and r.link >= 0
             group by d.rendition_id, r.link) f
      join renditions n on n.id = f.rendition_id and n.alert_id = ${alertId}::uuid`);
  return alertReactionsSchema.parse({ ...found, links: byAddress(followed) });
}

/** The same address may have another place in another rendition. */
function byAddress(followed: readonly Followed[]): AlertReactions['links'] {
  const sums = new Map<string, { clicked: number; robotClicked: number }>();
  for (const { prepared, link, clicked, robot_clicked: robotClicked } of followed) {
    const url = linksIn(prepared)[link];
    if (url === undefined) continue;
    const sum = sums.get(url) ?? { clicked: 0, robotClicked: 0 };
    sums.set(url, { clicked: sum.clicked + clicked, robotClicked: sum.robotClicked + robotClicked });
  }
  return [...sums]
    .map(([url, sum]) => ({ url, ...sum }))
    .toSorted((a, b) => b.clicked - a.clicked || a.url.localeCompare(b.url));
}
