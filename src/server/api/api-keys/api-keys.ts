import type { Accounts } from '#src/accounts/accounts.ts';
import type { Database } from '#src/db/database.ts';
import { workspaceHead } from '#src/db/queries/membership.ts';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiKeyService } from '#src/workspaces/api-keys/api-keys.ts';
import { activityActor, keeping } from '../actor.ts';
import { bearerToken } from '../signed-in.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { API_KEYS } from './contract.ts';

type ApiKeyDeps = {
  app: Database;
  apiKeys: {
    keys: ApiKeyService;
    accounts: {
      authenticate: Accounts['authenticate'];
      security: Pick<Accounts['security'], 'confirm'>;
    };
  };
};

/** Keys for the workspace's programs. */
export function addApiKeyRoutes(route: Route, deps: ApiKeyDeps): void {
  const { keys, accounts } = deps.apiKeys;

  route(API_KEYS.list, async (c) => c.json(await keys.list(c.get('membership').workspaceId)));

  route(API_KEYS.make, async (c, body) => {
    const { password, ...form } = await body();
    // Checked against the database, not the cache: an open screen isn't enough to make a key.
    const who = await accounts.authenticate(bearerToken(c));
    // A key outlives passwords, so the address must be confirmed as the person's own.
    if (!who.user.emailConfirmedAt)
      throw new AppError('confirm_email_first', 'Confirm your email address first, then make keys.');
    await accounts.security.confirm(who, password);
    const made = await keys.make({ ...c.get('membership'), actor: activityActor(c), ...keeping(c) }, form);
    return c.json(made, 201);
  });

  route(API_KEYS.revoke, async (c) => {
    const id = idOf(c, { sentence: 'There is no such key.' });
    const { workspaceId } = c.get('membership');
    await keys.revoke({ workspaceId, actor: activityActor(c) }, id);
    return c.body(null, 204);
  });

  route(API_KEYS.current, async (c) => {
    const actor = c.get('actor');
    if (actor.kind !== 'key') throw new AppError('not_found', 'You ask with a session, not with a key.');
    const { id, name, scopes, expiresAt, workspaceId } = actor.key;
    const { workspace } = await withTenant(deps.app, workspaceId, workspaceHead);
    return c.json({
      id,
      name,
      scopes,
      expiresAt: expiresAt?.toISOString() ?? null,
      workspace: { id: workspaceId, name: workspace?.name ?? '' },
    });
  });
}
