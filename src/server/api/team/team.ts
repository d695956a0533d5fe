import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import type { Accounts } from '#src/accounts/accounts.ts';
import { mayStartWorkspace, workspacesOf } from '#src/db/queries/membership.ts';
import { listMembers } from '#src/db/queries/team.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { nameOfUser } from '#src/shared/person-name.ts';

import type { Team } from '#src/workspaces/team/team.ts';
import type { ClientAddress } from '../../client-address.ts';
import { type ApiEnv, keeping, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { TEAM } from './contract.ts';

export type TeamRoutesDeps = {
  app: Database;
  clock: Clock;
  team: Team;
  startWorkspace: Accounts['startWorkspace'];
  clientAddress: ClientAddress;
};
type Ctx = Context<ApiEnv>;

/** The person and the workspace, for every change of the team. */
export const asked = (c: Ctx) => {
  const user = personOf(c);
  return {
    workspaceId: c.get('membership').workspaceId,
    actor: { userId: user.id, name: nameOfUser(user) },
  };
};

/** Where a person belongs, and who else does. */
export function addTeamRoutes(route: Route, { app, team, startWorkspace }: TeamRoutesDeps): void {
  route(TEAM.workspaces, async (c) => {
    const { id } = personOf(c);
    return c.json({ items: await workspacesOf(app, id), mayStart: await mayStartWorkspace(app, id) });
  });

  route(TEAM.start, async (c) => c.json(await startWorkspace(personOf(c).id, keeping(c).keepAnswer), 201));

  route(TEAM.rename, async (c, body) => {
    await team.rename({ ...asked(c), ...(await body()) });
    return c.body(null, 204);
  });

  route(TEAM.members, async (c) => {
    const { workspaceId } = c.get('membership');
    return c.json({ items: await withTenant(app, workspaceId, (tx) => listMembers(tx, workspaceId)) });
  });

  const NO_MEMBER = 'There is no such member in this workspace.';
  route(TEAM.changeRole, async (c, body) => {
    const userId = idOf(c, { sentence: NO_MEMBER });
    const { role } = await body();
    await team.changeRole({ ...asked(c), userId, role });
    return c.body(null, 204);
  });
  route(TEAM.removeMember, async (c) => {
    await team.removeMember({ ...asked(c), userId: idOf(c, { sentence: NO_MEMBER }) });
    return c.body(null, 204);
  });
  route(TEAM.leave, async (c) => {
    await team.leave(asked(c));
    return c.body(null, 204);
  });
}
