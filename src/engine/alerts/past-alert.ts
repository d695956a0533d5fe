import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, brands, events, instruments, revisions, rules } from '#src/db/schema.ts';
import { contextIn, documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { languageOf } from '../content/languages/registry.ts';
import type { TemplateGround } from '../content/templates/apply.ts';
import { externalGround, marketGround } from '../content/templates/event-ground.ts';
import { externalInput } from './compose.ts';
import { marketInput } from './market-input.ts';

export type PastAlert = { document: AlertDocument; ground: TemplateGround };

/** A past alert as it was written, in its main language, and what a template's texts are read from; null where there is none. */
export async function pastAlert(tx: Tx, alertId: string): Promise<PastAlert | null> {
  const [row] = await tx
    .select({
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
  const [document] = documentsOf(row?.content);
  if (!row || !document) return null;
  const { instrument, event } = row;
  const isMarket = instrument && event.timeframe !== null && !('said' in event.evidence);
  const { name, formats = {} } = document.look;
  const brand = { ...row.brand, name, formats, whiteLabel: false };
  const written = { ...row, brand };
  const language = languageOf(document.language);
  const ground = isMarket
    ? marketGround({ ...marketInput(written, instrument), context: contextIn(row.content) }, language)
    : externalGround(externalInput(written), language);
  return { document, ground };
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
