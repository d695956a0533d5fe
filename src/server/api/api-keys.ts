import type { Hono } from 'hono';
import type { Accounts } from '#src/accounts/index.ts';
import type { Database } from '#src/db/database.ts';
import { workspaceHead } from '#src/db/queries/membership.ts';
import { withTenant } from '#src/db/tenant.ts';
import { apiKeyFormSchema } from '#src/shared/api-keys.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiKeyService } from '#src/workspaces/api-keys/api-keys.ts';
import { readPayload } from '../functions/body.ts';
import { activityActor, type ApiEnv } from './actor.ts';
import { keeping } from './idempotency.ts';
import { bearerToken } from './signed-in.ts';
import { idOf } from './path-id.ts';

export type ApiKeyDeps = {
  keys: ApiKeyService;
  accounts: {
    authenticate: Accounts['authenticate'];
    security: Pick<Accounts['security'], 'confirm'>;
  };
};

/** Keys for the workspace's programs. */
export function addApiKeyRoutes(api: Hono<ApiEnv>, deps: ApiKeyDeps & { app: Database }): void {
  const { keys, accounts } = deps;

  api.get('/keys', async (c) => c.json(await keys.list(c.get('membership').workspaceId)));

  api.post('/keys', async (c) => {
    const { password, ...form } = await readPayload(c, apiKeyFormSchema);
    // Asked anew, not remembered: whoever sits down at an open screen must not leave with a key.
    const who = await accounts.authenticate(bearerToken(c));
    // A key outlives passwords: nobody makes one in the name of an address that may be another's.
    if (!who.user.emailConfirmedAt)
      throw new AppError('confirm_email_first', 'Confirm your email address first, then make keys.');
    await accounts.security.confirm(who, password);
    const made = await keys.make({ ...c.get('membership'), actor: activityActor(c), ...keeping(c) }, form);
    return c.json(made, 201);
  });

  api.delete('/keys/:id', async (c) => {
    const id = idOf(c, { sentence: 'There is no such key.' });
    const { workspaceId } = c.get('membership');
    await keys.revoke({ workspaceId, actor: activityActor(c) }, id);
    return c.body(null, 204);
  });

  api.get('/keys/current', async (c) => {
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
