import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { routes, templates, templateVersions } from '#src/db/schema.ts';
import type { Entitlements } from '#src/shared/entitlements.ts';
import type { LayoutChoice } from '../content/templates/lay-out-with.ts';

/**
 * How a rule's alerts in a brand are laid out. Routes in the same brand share the alert, and the first of them chooses;
 * without a route it is our standard layout. A template that the plan doesn't include any more is kept and not used.
 */
export async function layoutOf(
  tx: Tx,
  { ruleId, brandId, entitlements }: { ruleId: string; brandId: string; entitlements: Entitlements },
): Promise<LayoutChoice> {
  const [route] = await tx
    .select({ style: routes.style, templateId: routes.templateId })
    .from(routes)
    .where(and(eq(routes.ruleId, ruleId), eq(routes.brandId, brandId)))
    .orderBy(asc(routes.position))
    .limit(1);
  return layoutOfRoute(tx, route ?? { style: 'standard', templateId: null }, entitlements);
}

/** The same for a route that needn’t be stored. */
export async function layoutOfRoute(
  tx: Tx,
  { style, templateId }: Pick<typeof routes.$inferSelect, 'style' | 'templateId'>,
  entitlements: Entitlements,
): Promise<LayoutChoice> {
  if (templateId === null) return { style, template: null };
  if (!entitlements.customTemplates) return { style, template: null };
  const [template] = await tx
    .select({
      id: templates.id,
      name: templates.name,
      version: templates.version,
      content: templateVersions.content,
    })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(
        eq(templateVersions.workspaceId, templates.workspaceId),
        eq(templateVersions.templateId, templates.id),
        eq(templateVersions.version, templates.version),
      ),
    )
    .where(eq(templates.id, templateId));
  return { style, template: template ?? null };
}
