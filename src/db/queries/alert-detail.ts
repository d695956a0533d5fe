import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import type { Tx } from '../database.ts';
import { actorNames, authorName } from './actor-names.ts';
import { isNoDraft } from './drafts.ts';
import { isShown } from './shown-rendition.ts';
import {
  alerts,
  brands,
  composedAlerts,
  events,
  instruments,
  renditions,
  revisions,
  rules,
} from '../schema.ts';
import { contextIn, documentsOf } from '#src/shared/content/content.ts';
import { wholeText } from '#src/shared/content/prepared.ts';

/** One alert of the workspace in sight, with its evidence and its words; null where there is none of that id. */
export async function alertDetail(tx: Tx, alertId: string): Promise<AlertDetail | null> {
  const [row] = await tx
    .select({
      alert: alerts,
      event: events,
      symbol: instruments.symbol,
      name: instruments.name,
      brand: brands.name,
      rule: { id: rules.id, name: rules.name },
      timeZone: instruments.timeZone,
      brandTimeZone: brands.timeZone,
      formats: brands.formats,
      rendition: renditions,
    })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .leftJoin(
      rules,
      and(eq(rules.workspaceId, alerts.workspaceId), eq(rules.id, alerts.ruleId), isNull(rules.deletedAt)),
    )
    .leftJoin(instruments, eq(instruments.id, events.instrumentId))
    .leftJoin(
      renditions,
      and(
        eq(renditions.workspaceId, alerts.workspaceId),
        eq(renditions.alertId, alerts.id),
        isShown,
        isNoDraft,
      ),
    )
    .where(eq(alerts.id, alertId))
    // Of several channels, one that has a subject: its text is the whole one.
    .orderBy(
      desc(renditions.createdAt),
      sql`${renditions.prepared}->>'title' is null`,
      asc(renditions.channel),
    )
    .limit(1);
  if (!row) return null;
  const content = await contentOf(tx, alertId);
  const [document] = documentsOf(content);
  return {
    id: row.alert.id,
    state: row.alert.state,
    symbol: row.symbol ?? row.event.about ?? '',
    name: row.name ?? row.symbol ?? row.event.about ?? '',
    brand: row.brand,
    rule: row.rule,
    timeframe: row.event.timeframe,
    timeZone: row.timeZone ?? 'UTC',
    brandTimeZone: row.brandTimeZone,
    // Its texts stay as they were written.
    formats: document ? (document.look.formats ?? {}) : row.formats,
    detector: row.event.detector,
    value: row.event.value,
    eventTime: row.event.barTs.toISOString(),
    evidence: row.event.evidence,
    subject: row.rendition?.prepared.title ?? null,
    text: row.rendition ? wholeText(row.rendition.prepared) : null,
    context: contextIn(content),
    history: row.alert.history,
    trial: row.event.trialRunId !== null,
    written: await writtenBy(tx, alertId),
  };
}

/** Of its newest revision. */
async function contentOf(tx: Tx, alertId: string): Promise<unknown> {
  const [row] = await tx
    .select({ content: revisions.content })
    .from(revisions)
    .where(eq(revisions.alertId, alertId))
    .orderBy(desc(revisions.n))
    .limit(1);
  return row?.content;
}

async function writtenBy(tx: Tx, alertId: string): Promise<AlertDetail['written']> {
  const [row] = await tx.select().from(composedAlerts).where(eq(composedAlerts.alertId, alertId));
  if (!row) return null;
  const { writtenBy: by, createdAt, vouches, planned, sendAt, sendLocal, sendZone } = row;
  return {
    by: authorName(by, await actorNames(tx, [by])),
    at: createdAt.toISOString(),
    vouches,
    plan:
      planned && sendAt && sendLocal !== null && sendZone !== null
        ? { sendAt: sendAt.toISOString(), local: sendLocal, timeZone: sendZone }
        : null,
  };
}
