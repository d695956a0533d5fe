import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { routes, rules } from '#src/db/schema.ts';

/** Routes in the same brand share the alert, and the strictest approval among them holds. */
export async function approvalOf(
  tx: Tx,
  { workspaceId, ruleId, brandId }: { workspaceId: string; ruleId: string; brandId: string },
): Promise<'auto' | 'human'> {
  const asked = await tx
    .select({ approval: routes.approval })
    .from(routes)
    .where(and(eq(routes.workspaceId, workspaceId), eq(routes.ruleId, ruleId), eq(routes.brandId, brandId)));
  if (asked.length > 0) return asked.some(({ approval }) => approval === 'human') ? 'human' : 'auto';
  const [rule] = await tx
    .select({ approval: rules.approval })
    .from(rules)
    .where(and(eq(rules.workspaceId, workspaceId), eq(rules.id, ruleId)));
  return rule?.approval ?? 'human';
}
