import type { Context, Hono } from 'hono';
import type { Database } from '#src/db/database.ts';
import { workspacesOf } from '#src/db/queries/membership.ts';
import { listMembers } from '#src/db/queries/team.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { roleFormSchema, workspaceFormSchema } from '#src/shared/team.ts';
import type { Team } from '#src/workspaces/team/index.ts';
import { readPayload } from '../functions/body.ts';
import { type ApiEnv, personOf } from './actor.ts';
import { idOf } from './path-id.ts';

export type TeamRoutesDeps = { app: Database; clock: Clock; team: Team };
type Ctx = Context<ApiEnv>;

/** Whoever asks, and where: what every change of the team begins with. */
export const asked = (c: Ctx) => {
  const user = personOf(c);
  return {
    workspaceId: c.get('membership').workspaceId,
    actor: { userId: user.id, name: nameOfUser(user) },
  };
};

/** Where a person belongs, and who else does. */
export function addTeamRoutes(api: Hono<ApiEnv>, { app, team }: TeamRoutesDeps): void {
  api.get('/workspaces', async (c) => c.json({ items: await workspacesOf(app, personOf(c).id) }));

  api.post('/workspace', async (c) => {
    await team.rename({ ...asked(c), ...(await readPayload(c, workspaceFormSchema)) });
    return c.body(null, 204);
  });

  api.get('/team/members', async (c) => {
    const { workspaceId } = c.get('membership');
    return c.json({ items: await withTenant(app, workspaceId, (tx) => listMembers(tx, workspaceId)) });
  });

  const NO_MEMBER = 'There is no such member in this workspace.';
  api.post('/team/members/:id/role', async (c) => {
    const userId = idOf(c, { sentence: NO_MEMBER });
    const { role } = await readPayload(c, roleFormSchema);
    await team.changeRole({ ...asked(c), userId, role });
    return c.body(null, 204);
  });
  api.delete('/team/members/:id', async (c) => {
    await team.removeMember({ ...asked(c), userId: idOf(c, { sentence: NO_MEMBER }) });
    return c.body(null, 204);
  });
  api.post('/team/leave', async (c) => {
    await team.leave(asked(c));
    return c.body(null, 204);
  });
}
