import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { alertDetail } from '#src/db/queries/alert-detail.ts';
import { alerts, brands } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { checkModelAnswer, checkPlainText } from '#src/engine/content/gate/check-content.ts';
import { eventFacts } from '#src/engine/content/gate/event-facts.ts';
import { verifyDetection } from '#src/engine/events/verify-condition.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Route } from '../route.ts';
import { CONTENT } from './contract.ts';

/** Words that the brand of an alert doesn't use. */
async function avoidedIn(tx: Tx, alertId: string): Promise<readonly string[]> {
  const [brand] = await tx
    .select({ voice: brands.voice })
    .from(alerts)
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .where(eq(alerts.id, alertId));
  return brand?.voice.avoid ?? [];
}

/** The content gate, for customers' own texts. */
export function addContentRoutes(route: Route, deps: { app: Database }): void {
  route(CONTENT.check, async (c, body) => {
    const { alert, language, text, answer, forbidden = [] } = await body();
    const { workspaceId } = c.get('membership');
    const detail = await withTenant(deps.app, workspaceId, (tx) => alertDetail(tx, alert));
    if (!detail) throw new AppError('not_found', 'This workspace has no such alert.');
    const facts = eventFacts(detail, verifyDetection);
    if (!facts)
      throw new AppError(
        'validation_failed',
        'This alert has no market data to check a text against. Choose an alert on a market event.',
      );
    const avoided = await withTenant(deps.app, workspaceId, (tx) => avoidedIn(tx, alert));
    const rules = { language, forbidden: [...avoided, ...forbidden] };
    return c.json(
      text === undefined
        ? checkModelAnswer(answer, facts, { ...rules, pick: 0 })
        : checkPlainText(text, facts, rules),
    );
  });
}
