import { sql } from 'drizzle-orm';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Tx } from '../database.ts';
import type { ReactionKind } from '../schema/reactions.ts';

/** Opens or clicks of one delivery that came together. */
export type Hit = {
  deliveryId: string;
  kind: 'opened' | 'clicked';
  /** Place of the link; -1 for an open. */
  link: number;
  /** How many links the message has. */
  links: number;
  by: 'person' | 'maybe' | 'robot';
  times: number;
  firstAt: Date;
  lastAt: Date;
  /** Only if the delivery is of this brand; null is any. */
  brandId: string | null;
};

/** If all links of a message are followed within this time, this soon after it was sent, it was a scanner. */
export const SWEEP = { withinSeconds: 10, afterSendingSeconds: 60 } as const;

/** Counters are written in the order of what happened: two that write those of a workspace would wait in a circle. */
const takeTurn = (tx: Tx, workspaceId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reactions of ${workspaceId}`}, 0))`);

/** The brand of a delivery `d`, that of its alert or digest. */
const brandOf = sql`coalesce(
  (select a.brand_id from alerts a where a.workspace_id = d.workspace_id and a.id = d.alert_id),
  (select g.brand_id from digests g where g.workspace_id = d.workspace_id and g.id = d.alert_id))`;

/** What was sent as a delivery, and in whose name; null where there is no such delivery. */
export async function countedMessage(
  tx: Tx,
  workspaceId: string,
  deliveryId: string,
): Promise<{ brandId: string; prepared: Prepared } | null> {
  const { rows } = await tx.execute<{ brandId: string; prepared: Prepared }>(sql`
    select ${brandOf} as "brandId", r.prepared
      from deliveries d join renditions r on r.workspace_id = d.workspace_id and r.id = d.rendition_id
     where d.workspace_id = ${workspaceId}::uuid and d.id = ${deliveryId}::uuid`);
  return rows[0] ?? null;
}

/**
 * Adds opens and clicks, where the brand counts them at this moment and the person lets it. What a scanner followed is
 * taken back from people once all of it is there. @returns how many rows it concerned
 */
export async function recordHits(tx: Tx, workspaceId: string, hits: readonly Hit[]): Promise<number> {
  const of = sql`${workspaceId}::uuid`;
  // Of two processes with links of the same message, the second sees what the first has written.
  await takeTurn(tx, workspaceId);
  const rows = JSON.stringify(hits.map(rowOf));
  const { rows: written } = await tx.execute<{ delivery_id: string; kind: string }>(sql`
    with said as (
      select d.event_month, d.alert_id, d.fan_out_id, d.channel, d.contact_id, g.*
        from jsonb_to_recordset(${rows}::jsonb) as g (delivery_id uuid, kind text, link smallint, brand_id uuid, people int,
          maybe int, robots int, first_at timestamptz, last_at timestamptz, person_at timestamptz)
        join deliveries d on d.workspace_id = ${of} and d.id = g.delivery_id
        join brands b on b.workspace_id = ${of} and b.id = ${brandOf}
        left join contacts c on c.workspace_id = ${of} and c.id = d.contact_id
        left join preferences p on p.workspace_id = ${of} and p.contact_id = coalesce(c.merged_into, c.id)
          and p.brand_id = b.id
       where (b.tracking ->> case g.kind when 'opened' then 'opens' else 'clicks' end)::boolean
         and coalesce(p.tracked, true) and c.erased_at is null and coalesce(g.brand_id = b.id, true)
         and d.event_month > now() - interval '13 months')
    insert into delivery_reactions as r (workspace_id, event_month, delivery_id, kind, link, alert_id, fan_out_id, channel,
                                         contact_id, people, maybe, robots, first_at, last_at, person_at)
    select ${of}, event_month, delivery_id, kind, link, alert_id, fan_out_id, channel, contact_id, sum(people), sum(maybe),
           sum(robots), min(first_at), max(last_at), min(person_at)
      from said
     group by event_month, delivery_id, kind, link, alert_id, fan_out_id, channel, contact_id
     order by delivery_id, kind, link
    on conflict (workspace_id, delivery_id, kind, link, event_month) do update
       set people = r.people + excluded.people, maybe = r.maybe + excluded.maybe, robots = r.robots + excluded.robots,
           first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at),
           person_at = least(r.person_at, excluded.person_at)
    returning r.delivery_id, r.kind`);
  const clicked = new Set(written.filter(({ kind }) => kind === 'clicked').map((row) => row.delivery_id));
  if (clicked.size > 0) {
    const sizes = new Map(
      hits.filter(({ kind }) => kind === 'clicked').map((hit) => [hit.deliveryId, hit.links]),
    );
    await takeBackSweeps(
      tx,
      workspaceId,
      [...clicked].map((id) => ({ id, links: sizes.get(id) ?? 0 })),
    );
    await sumUpClicks(tx, workspaceId, [...clicked]);
  }
  return written.length;
}

function rowOf({ deliveryId, kind, link, by, times, firstAt, lastAt, brandId }: Hit) {
  return {
    delivery_id: deliveryId,
    kind,
    link,
    brand_id: brandId,
    people: by === 'person' ? times : 0,
    maybe: by === 'maybe' ? times : 0,
    robots: by === 'robot' ? times : 0,
    first_at: firstAt,
    last_at: lastAt,
    person_at: by === 'person' ? firstAt : null,
  };
}

/** A message with one link gives no sign of it. What was opened meanwhile was the scanner's as well. */
async function takeBackSweeps(
  tx: Tx,
  workspaceId: string,
  messages: readonly { id: string; links: number }[],
): Promise<void> {
  const within = sql.raw(`interval '${SWEEP.withinSeconds} seconds'`);
  const after = sql.raw(`interval '${SWEEP.afterSendingSeconds} seconds'`);
  await tx.execute(sql`
    with swept as (
      select r.delivery_id, min(r.person_at) as since, max(r.person_at) as until
        from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m (id uuid, links int)
        join delivery_reactions r on r.workspace_id = ${workspaceId}::uuid and r.delivery_id = m.id
        join deliveries d on d.workspace_id = r.workspace_id and d.event_month = r.event_month and d.id = r.delivery_id
       where r.kind = 'clicked' and r.link >= 0 and r.person_at is not null and m.links > 1
       group by r.delivery_id, m.links, d.sent_at
      having count(*) = m.links and max(r.person_at) - min(r.person_at) <= ${within}
         and max(r.person_at) <= coalesce(d.sent_at, min(r.person_at)) + ${after})
    update delivery_reactions r set robots = r.robots + r.people, people = 0, person_at = null
      from swept s
     where r.workspace_id = ${workspaceId}::uuid and r.delivery_id = s.delivery_id
       and (r.kind = 'opened' or (r.kind = 'clicked' and r.link >= 0))
       and r.person_at between s.since - ${within} and s.until`);
}

/** A delivery counts once, however many of its links were followed. */
async function sumUpClicks(tx: Tx, workspaceId: string, deliveryIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into delivery_reactions as r (workspace_id, event_month, delivery_id, kind, alert_id, fan_out_id, channel,
                                         contact_id, people, maybe, robots, first_at, last_at, person_at)
    select workspace_id, event_month, delivery_id, kind, alert_id, fan_out_id, channel, contact_id, sum(people), sum(maybe),
           sum(robots), min(first_at), max(last_at), min(person_at)
      from delivery_reactions
     where workspace_id = ${workspaceId}::uuid and delivery_id = any(${sql.param([...deliveryIds])}::uuid[])
       and kind = 'clicked' and link >= 0
     group by workspace_id, event_month, delivery_id, kind, alert_id, fan_out_id, channel, contact_id
     order by delivery_id
    on conflict (workspace_id, delivery_id, kind, link, event_month) do update
       set people = excluded.people, maybe = excluded.maybe, robots = excluded.robots, first_at = excluded.first_at,
           last_at = excluded.last_at, person_at = excluded.person_at`);
}

/**
 * Notes what a provider or a person has said of a delivery, once. What is opened counts only where it's counted. Others
 * wait until the transaction ends, so it comes last in it.
 */
export async function noteReactions(
  tx: Tx,
  workspaceId: string,
  reactions: readonly { deliveryId: string; kind: ReactionKind; at: Date | string }[],
): Promise<void> {
  if (reactions.length === 0) return;
  await takeTurn(tx, workspaceId);
  const rows = JSON.stringify(
    reactions.map(({ deliveryId, kind, at }) => ({ delivery_id: deliveryId, kind, at })),
  );
  await tx.execute(sql`
    insert into delivery_reactions (workspace_id, event_month, delivery_id, kind, alert_id, fan_out_id, channel, contact_id,
                                    people, first_at, last_at, person_at)
    select d.workspace_id, d.event_month, d.id, g.kind, d.alert_id, d.fan_out_id, d.channel, d.contact_id, 1, min(g.at),
           max(g.at), min(g.at)
      from jsonb_to_recordset(${rows}::jsonb) as g (delivery_id uuid, kind text, at timestamptz)
      join deliveries d on d.workspace_id = ${workspaceId}::uuid and d.id = g.delivery_id
      left join brands b on b.workspace_id = d.workspace_id and b.id = ${brandOf}
      left join contacts c on c.workspace_id = d.workspace_id and c.id = d.contact_id
      left join preferences p on p.workspace_id = d.workspace_id and p.contact_id = coalesce(c.merged_into, c.id)
        and p.brand_id = b.id
     where g.kind <> 'opened' or ((b.tracking ->> 'opens')::boolean and coalesce(p.tracked, true) and c.erased_at is null)
     group by d.workspace_id, d.event_month, d.id, g.kind, d.alert_id, d.fan_out_id, d.channel, d.contact_id
     order by d.id, g.kind
    on conflict do nothing`);
}
