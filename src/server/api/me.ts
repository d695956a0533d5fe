import type { Database } from '#src/db/database.ts';
import { workspaceHead } from '#src/db/queries/membership.ts';
import type { Membership } from '#src/db/queries/membership.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type Me, meSchema } from '#src/shared/alerts.ts';
import { AppError } from '#src/shared/errors.ts';
import type { SignedInUser } from './actor.ts';

/** What stands at the head of the account area. */
export async function readMe(
  deps: { app: Database; outboxUrl: string | null },
  who: { user: SignedInUser; membership: Membership },
): Promise<Me> {
  const { user, membership } = who;
  const { workspace, brand, subscription } = await withTenant(
    deps.app,
    membership.workspaceId,
    workspaceHead,
  );
  if (!workspace || !brand) throw new AppError('no_workspace');
  const text = (name: string): string => {
    const value = user.userMetadata[name];
    return typeof value === 'string' ? value : '';
  };
  return meSchema.parse({
    user: {
      id: user.id,
      email: user.email,
      firstName: text('first_name'),
      lastName: text('last_name'),
      emailConfirmed: user.emailConfirmedAt !== null,
    },
    workspace: { id: workspace.id, name: workspace.name, role: membership.role },
    brand: { id: brand.id, name: brand.name, color: brand.color },
    subscription: subscription
      ? {
          plan: subscription.plan,
          status: subscription.status,
          trialEndsAt: subscription.trialEndsAt?.toISOString() ?? null,
        }
      : null,
    outboxUrl: deps.outboxUrl,
  });
}
