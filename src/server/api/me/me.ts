import type { Database } from '#src/db/database.ts';
import { type Membership, workspaceHead } from '#src/db/queries/membership.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type Me, meSchema } from '#src/shared/alerts.ts';
import { AppError } from '#src/shared/errors.ts';
import { personOf, type SignedInUser } from '../actor.ts';
import type { Route } from '../route.ts';
import { ME } from './contract.ts';

type MeDeps = {
  app: Database;
  /** Where mails of a development machine can be read, else null. */
  outboxUrl: string | null;
};

export function addMeRoute(route: Route, deps: MeDeps): void {
  route(ME.read, async (c) =>
    c.json(await readMe(deps, { user: personOf(c), membership: c.get('membership') })),
  );
}

async function readMe(deps: MeDeps, who: { user: SignedInUser; membership: Membership }): Promise<Me> {
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
