import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AlertBars, AlertRecord, AlertVariant, DeliveryItem } from '#src/shared/alert-list.ts';
import { type ChannelKind, DELIVERY_STATES } from '#src/shared/alerts.ts';
import { disclosuresIn, documentsOf } from '#src/shared/content/content.ts';
import { type Disclosures, unlabeled } from '#src/shared/countries/disclosures.ts';
import { ELSEWHERE } from '#src/shared/countries/verdict.ts';
import { type Prepared, wholeText } from '#src/shared/content/prepared.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import type { Tx } from '../database.ts';
import { alertCalls, alertWriter } from './alert-writers.ts';
import {
  addresses,
  alertRepeats,
  alerts,
  alertTransitions,
  attempts,
  bars,
  deliveries,
  destinations,
  events,
  fanOutCounts,
  followUps,
  renditions,
  revisions,
} from '../schema.ts';
import { actorNames } from './actor-names.ts';
import { isNoDraft } from './drafts.ts';
import { recipientsDeleted } from './old-months.ts';
import { isShown } from './shown-rendition.ts';

/** What only the channels know, and no query. */
export type AskChannels = {
  preflight: (channel: ChannelKind, prepared: Prepared) => AlertVariant['preflight'];
  hasCaptions: (channel: ChannelKind) => boolean;
  readsBack: (channel: ChannelKind) => boolean;
};

/** What was sent and how it came to that; null where the workspace in sight has no such alert. */
export async function alertRecord(
  tx: Tx,
  alertId: string,
  ask: Pick<AskChannels, 'preflight'> & Partial<AskChannels>,
): Promise<AlertRecord | null> {
  const [alert] = await tx
    .select({
      id: alerts.id,
      reviewedHash: alerts.reviewedHash,
      recipientsDeleted: recipientsDeleted(alerts.eventMonth),
    })
    .from(alerts)
    .where(eq(alerts.id, alertId));
  if (!alert) return null;
  const [newest] = await tx
    .select({ id: revisions.id, hash: revisions.hash, content: revisions.content })
    .from(revisions)
    .where(eq(revisions.alertId, alertId))
    .orderBy(desc(revisions.n))
    .limit(1);
  const documents = documentsOf(newest?.content);
  const disclosures = disclosuresIn(newest?.content);
  const isOther = sql`${renditions.language} <> ${documents[0]?.language ?? ''}`;
  const sent = await tx
    .select({ rendition: renditions, purpose: followUps.purpose })
    .from(renditions)
    .innerJoin(
      revisions,
      and(eq(revisions.workspaceId, renditions.workspaceId), eq(revisions.id, renditions.revisionId)),
    )
    .leftJoin(
      followUps,
      and(eq(followUps.workspaceId, revisions.workspaceId), eq(followUps.revisionId, revisions.id)),
    )
    .where(and(eq(renditions.alertId, alertId), isShown, isNoDraft))
    .orderBy(desc(revisions.n), asc(isOther), asc(renditions.channel), asc(renditions.language));
  const steps = await tx
    .select()
    .from(alertTransitions)
    .where(eq(alertTransitions.alertId, alertId))
    .orderBy(asc(alertTransitions.at), asc(alertTransitions.id));
  const [repeats] = await tx
    .select({ held: alertRepeats.held })
    .from(alertRepeats)
    .where(eq(alertRepeats.alertId, alertId));
  const counts = await tx.select().from(fanOutCounts).where(eq(fanOutCounts.alertId, alertId));
  const names = await actorNames(
    tx,
    steps.map((step) => step.actor),
  );
  // An edit replaces what was written before.
  const first = sent.find(({ purpose }) => purpose === null)?.rendition.revisionId;
  const isSent = ({ purpose, rendition }: (typeof sent)[number]): boolean =>
    purpose !== null || rendition.revisionId === first;
  return {
    revision: newest?.hash ?? null,
    variants: sent.filter(isSent).map(({ purpose, rendition: { id, channel, language, prepared } }) => ({
      id,
      purpose: purpose ?? 'first',
      channel,
      language,
      subject: prepared.title ?? '',
      text: wholeText(prepared),
      html: withoutFooter(prepared.html ?? ''),
      pictures:
        prepared.html === null
          ? prepared.media.map(({ hash, alt }) => ({ path: `/media/${hash}.png`, alt }))
          : [],
      isCaption: prepared.media.length > 0 && ask.hasCaptions?.(channel) === true,
      preflight: ask.preflight(channel, prepared),
    })),
    disclosures: unlabeled(disclosures).filter(({ texts }) => texts.length > 0),
    aiLabel: labelOf(disclosures, newest?.hash === alert.reviewedHash),
    steps: steps.map((step) => ({
      to: step.toState,
      actor: names.get(step.actor) ?? step.actor,
      reason: step.reason,
      at: step.at.toISOString(),
    })),
    writers: (await alertCalls(tx, alertId)).map(alertWriter),
    chartProblem: documents.find(({ chart }) => chart?.problem)?.chart?.problem ?? null,
    deliveries: DELIVERY_STATES.flatMap((state) => {
      const count = counts.reduce((sum, each) => sum + each[state], 0);
      return count > 0 ? [{ state, count }] : [];
    }),
    recipientsDeleted: alert.recipientsDeleted,
    repeatsHeld: repeats?.held ?? null,
  };
}

/** Which recipients see the AI label; null if no model wrote it. */
const labelOf = (disclosures: Disclosures, isReviewed: boolean): AlertRecord['aiLabel'] => {
  const places = disclosures.filter(({ label }) => label).flatMap((set) => set.places);
  return places.length > 0 ? { everywhere: places.includes(ELSEWHERE), isReviewed } : null;
};

/**
 * Deliveries of one alert, `limit` at most, after the delivery `after`, each with its attempts. An address that is gone
 * is empty. Where a page begins is looked up once: the workspace is that of the transaction, and no row is asked for it.
 */
export async function alertDeliveries(
  tx: Tx,
  ask: { alertId: string; after: string | null; limit: number } & Pick<AskChannels, 'readsBack'>,
): Promise<(DeliveryItem & { isPerson: boolean })[]> {
  const [alert] = await tx
    .select({ month: alerts.eventMonth })
    .from(alerts)
    .where(eq(alerts.id, ask.alertId));
  if (!alert) return [];
  const mine = and(eq(deliveries.alertId, ask.alertId), eq(deliveries.eventMonth, alert.month));
  const rows = await tx
    .select({ delivery: deliveries, address: addresses.address, destination: destinations.name })
    .from(deliveries)
    .leftJoin(
      addresses,
      and(eq(addresses.workspaceId, deliveries.workspaceId), eq(addresses.id, deliveries.targetId)),
    )
    .leftJoin(
      destinations,
      and(eq(destinations.workspaceId, deliveries.workspaceId), eq(destinations.id, deliveries.targetId)),
    )
    .where(
      and(
        mine,
        ask.after
          ? sql`(${deliveries.targetId}, ${deliveries.purpose}, ${deliveries.sendNo}) > (
              select d.target_id, d.purpose, d.send_no from deliveries d
               where d.id = ${ask.after}::uuid and d.alert_id = ${ask.alertId}::uuid and d.event_month = ${alert.month}::date)`
          : undefined,
      ),
    )
    .orderBy(asc(deliveries.targetId), asc(deliveries.purpose), asc(deliveries.sendNo))
    .limit(ask.limit);
  if (rows.length === 0) return [];
  const tried = await tx
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.alertId, ask.alertId),
        eq(attempts.eventMonth, alert.month),
        inArray(
          attempts.deliveryId,
          rows.map((row) => row.delivery.id),
        ),
      ),
    )
    .orderBy(asc(attempts.n));
  return rows.map(({ delivery, address, destination }) => ({
    id: delivery.id,
    channel: delivery.channel,
    address: address ?? destination ?? '',
    isPerson: delivery.contactId !== null,
    state: delivery.state,
    reason: delivery.reason,
    purpose: delivery.purpose,
    sendNo: delivery.sendNo,
    sentAt: delivery.sentAt?.toISOString() ?? null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    readAt: delivery.readAt?.toISOString() ?? null,
    readsBack: delivery.providerMessageId !== null && ask.readsBack(delivery.channel),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    decidedBy: delivery.decidedBy,
    attempts: tried
      .filter((attempt) => attempt.deliveryId === delivery.id)
      .map(({ n, outcome, detail, startedAt, finishedAt }) => ({
        n,
        outcome,
        detail,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
      })),
  }));
}

/**
 * Bars around the alert's event, oldest first: `before` up to and with the event's own, `after` following it. None where
 * that bar is not stored, as those of another time would pass for those of the event. A bar that was not closed stands
 * here as it stood at the event.
 */
export async function alertBars(
  tx: Tx,
  ask: { alertId: string; before: number; after: number },
): Promise<AlertBars | null> {
  const [alert] = await tx
    .select({
      instrumentId: alerts.instrumentId,
      timeframe: alerts.timeframe,
      eventTime: alerts.eventTime,
      evidence: events.evidence,
    })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .where(eq(alerts.id, ask.alertId));
  if (!alert) return null;
  const { instrumentId, timeframe, evidence } = alert;
  // A bar that was not closed is drawn as it stood then.
  const open = 'said' in evidence || evidence.until === undefined ? null : (evidence.bars.at(-1) ?? null);
  const at = open ? new Date(open.time) : alert.eventTime;
  // An external event has no bars.
  if (instrumentId === null || timeframe === null) return { bars: [] };
  const series = and(eq(bars.instrumentId, instrumentId), eq(bars.timeframe, timeframe));
  const up = await tx
    .select()
    .from(bars)
    .where(and(series, sql`${bars.ts} ${open ? sql`<` : sql`<=`} ${at.toISOString()}::timestamptz`))
    .orderBy(sql`${bars.ts} desc`)
    .limit(open ? ask.before - 1 : ask.before);
  if (!open && up[0]?.ts.getTime() !== at.getTime()) return { bars: [] };
  const on = await tx
    .select()
    .from(bars)
    .where(and(series, sql`${bars.ts} > ${at.toISOString()}::timestamptz`))
    .orderBy(asc(bars.ts))
    .limit(ask.after);
  const drawn = ({ ts, ...prices }: typeof bars.$inferSelect): AlertBars['bars'][number] => ({
    time: ts.getTime(),
    ...pricesOf(prices),
  });
  const stood = open ? [{ time: at.getTime(), ...pricesOf(open) }] : [];
  return { bars: [...up.reverse().map(drawn), ...stood, ...on.map(drawn)] };
}

type Prices<T> = Record<'open' | 'high' | 'low' | 'close', T>;
const pricesOf = ({ open, high, low, close }: Prices<number | string>): Prices<number> => ({
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
});
