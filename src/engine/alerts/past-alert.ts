import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, brands, events, instruments, revisions, rules } from '#src/db/schema.ts';
import { contextIn, documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { languageOf } from '../content/languages/registry.ts';
import type { TemplateGround } from '../content/templates/apply.ts';
import { externalGround, marketGround } from '../content/templates/event-ground.ts';
import { externalInput } from './compose.ts';
import { composedOf } from './composed/written.ts';
import { marketInput } from './market-input.ts';

export type PastAlert = NonNullable<Awaited<ReturnType<typeof readPastAlert>>>;

/** A past alert with what it was written from, and its texts, the main language first; null where there is none. */
export async function readPastAlert(tx: Tx, alertId: string) {
  const [row] = await tx
    .select({
      alert: alerts,
      event: events,
      rule: rules,
      instrument: instruments,
      brand: brands,
      content: revisions.content,
    })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .innerJoin(rules, and(eq(rules.workspaceId, events.workspaceId), eq(rules.id, events.ruleId)))
    .leftJoin(instruments, eq(instruments.id, events.instrumentId))
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .innerJoin(
      revisions,
      and(eq(revisions.workspaceId, alerts.workspaceId), eq(revisions.alertId, alerts.id)),
    )
    .where(eq(alerts.id, alertId))
    .orderBy(desc(revisions.n))
    .limit(1);
  const [main, ...others] = documentsOf(row?.content);
  if (!row || !main) return null;
  const { workspaceId } = row.alert;
  return {
    ...row,
    documents: [main, ...others] as const,
    composed: row.rule.kind === 'composed' ? await composedOf(tx, workspaceId, alertId) : null,
  };
}

/** What a template's texts are read from, for one of its documents as it was written. */
export function groundAsWritten(past: PastAlert, document: AlertDocument): TemplateGround {
  const { instrument, event } = past;
  const isMarket = instrument && event.timeframe !== null && !('said' in event.evidence);
  const { name, formats = {} } = document.look;
  const brand = { ...past.brand, name, formats, whiteLabel: false };
  const written = { ...past, brand };
  const language = languageOf(document.language);
  return isMarket
    ? marketGround({ ...marketInput(written, instrument), context: contextIn(past.content) }, language)
    : externalGround(externalInput(written), language);
}

/** The newest alerts that a preview can be made of. */
export async function recentAlerts(
  tx: Tx,
): Promise<{ id: string; title: string; symbol: string; at: string }[]> {
  const rows = await tx
    .select({
      id: alerts.id,
      title: alerts.title,
      about: alerts.about,
      symbol: instruments.symbol,
      at: alerts.createdAt,
    })
    .from(alerts)
    .leftJoin(instruments, eq(instruments.id, alerts.instrumentId))
    .where(isNotNull(alerts.title))
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(20);
  return rows.map(({ id, title, about, symbol, at }) => ({
    id,
    title: title ?? '',
    symbol: symbol ?? about ?? '',
    at: at.toISOString(),
  }));
}
