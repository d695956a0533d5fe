import { desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { brands } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';

/** A brand as alerts are written in it; without an id, the workspace's default. @throws AppError validation_failed */
export async function brandOf(tx: Tx, id: string | undefined, now: Date) {
  const [row] = await tx
    .select()
    .from(brands)
    .where(id === undefined ? isNull(brands.archivedAt) : eq(brands.id, id))
    .orderBy(desc(brands.isDefault), brands.createdAt)
    .limit(1);
  if (!row)
    throw new AppError('validation_failed', 'There is no such brand.', { details: { field: 'brandId' } });
  const { entitlements } = await workspacePlan(tx, now);
  return { ...row, whiteLabel: entitlements.whiteLabel };
}
