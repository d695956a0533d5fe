import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { isShown } from '#src/db/queries/shown-rendition.ts';
import { type alerts, renditions, revisions } from '#src/db/schema.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { wholeText } from '#src/shared/content/prepared.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import { findChannel } from '../../channels/registry.ts';
import type { PageMessage } from './messages.ts';

/** The text of an update or a correction on each channel that the alert was sent on, and how many get it there. */
export async function followUpMessages(
  tx: Tx,
  { alertId, revisionId, language }: { alertId: string; revisionId: string; language: string },
): Promise<PageMessage[]> {
  const written = await tx
    .select({ rendition: renditions })
    .from(renditions)
    .where(and(eq(renditions.revisionId, revisionId), isShown, eq(renditions.language, language)))
    .orderBy(asc(renditions.channel));
  const got = await whoGot(tx, alertId);
  const going = written.filter(({ rendition: { channel } }) => got.has(channel));
  return (going.length > 0 ? going : written).map(({ rendition: { id, channel, prepared } }) => {
    const known = findChannel(channel);
    return {
      id,
      title: known?.title ?? channel,
      subject: prepared.title ?? '',
      text: wholeText(prepared),
      html: withoutFooter(prepared.html ?? ''),
      preflight: known ? preflight(prepared, known.limits) : null,
      people: got.get(channel)?.people ?? null,
      places: got.get(channel)?.places ?? [],
    };
  });
}

/** By channel: people, or null where it was posted to places only. As an update or a correction is opened. */
async function whoGot(
  tx: Tx,
  alertId: string,
): Promise<Map<ChannelKind, { people: number | null; places: string[] }>> {
  const { rows } = await tx.execute<{ channel: ChannelKind; people: number | null; places: string[] }>(sql`
    select channel, sum(people)::int as people, coalesce(array_agg(place order by place) filter (where place is not null), '{}') as places
      from (
        select c.channel, case when f.destination_id is null then c.sent + c.unknown + c.sending end as people, d.name as place
          from fan_outs f
          join fan_out_counts c on c.workspace_id = f.workspace_id and c.alert_id = f.alert_id and c.fan_out_id = f.id
          left join destinations d on d.workspace_id = f.workspace_id and d.id = f.destination_id
         where f.alert_id = ${alertId}::uuid and f.purpose = 'first' and c.sent + c.unknown + c.sending > 0
        union all
        select i.channel, count(distinct i.contact_id), null from digest_items i
         where i.alert_id = ${alertId}::uuid and i.digest_id is not null group by i.channel) got
     group by channel`);
  return new Map(rows.map(({ channel, ...who }) => [channel, who]));
}

/** The alert as its readers have it. */
export async function readersHave(
  tx: Tx,
  { id, approvedHash }: Pick<typeof alerts.$inferSelect, 'id' | 'approvedHash'>,
): Promise<AlertDocument[]> {
  if (approvedHash === null) return [];
  const [revision] = await tx
    .select({ content: revisions.content })
    .from(revisions)
    .where(and(eq(revisions.alertId, id), eq(revisions.hash, approvedHash)))
    .orderBy(desc(revisions.n))
    .limit(1);
  return documentsOf(revision?.content);
}
