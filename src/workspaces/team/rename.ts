import { and, asc, desc, eq } from 'drizzle-orm';
import { recordActivity } from '#src/db/queries/activity.ts';
import { brands, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { TeamActor, TeamDeps } from './deps.ts';

/** Gives the workspace, its default brand, or both another name. The same name again changes nothing. */
export async function rename(
  deps: TeamDeps,
  asked: {
    workspaceId: string;
    actor: TeamActor;
    name?: string | undefined;
    brand?: string | undefined;
  },
): Promise<void> {
  const { workspaceId } = asked;
  const actor = { kind: 'member' as const, ...asked.actor };
  const at = deps.clock();
  await withTenant(deps.app, workspaceId, async (tx) => {
    const [workspace] = await tx
      .select()
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .for('no key update');
    if (workspace && asked.name !== undefined && asked.name !== workspace.name) {
      await tx.update(workspaces).set({ name: asked.name }).where(eq(workspaces.id, workspaceId));
      const detail = { from: workspace.name };
      await recordActivity(tx, {
        workspaceId,
        actor,
        action: 'workspace.renamed',
        subject: asked.name,
        detail,
        at,
      });
    }
    const [brand] = await tx
      .select()
      .from(brands)
      .where(eq(brands.workspaceId, workspaceId))
      .orderBy(desc(brands.isDefault), asc(brands.createdAt))
      .limit(1)
      .for('update');
    if (brand && asked.brand !== undefined && asked.brand !== brand.name) {
      await tx
        .update(brands)
        .set({ name: asked.brand })
        .where(and(eq(brands.workspaceId, workspaceId), eq(brands.id, brand.id)));
      const detail = { from: brand.name };
      await recordActivity(tx, {
        workspaceId,
        actor,
        action: 'brand.renamed',
        subject: asked.brand,
        detail,
        at,
      });
    }
  });
  deps.announce?.(workspaceId, 'account');
  deps.announce?.(workspaceId, 'team');
}
