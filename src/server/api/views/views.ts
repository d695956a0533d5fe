import { z } from 'zod';
import type { Database } from '#src/db/database.ts';
import { listViews, removeView, saveView, VIEWS_MAX } from '#src/db/queries/views.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { personOf } from '../actor.ts';
import type { Route } from '../route.ts';
import { VIEWS } from './contract.ts';

/** Filters that a person saved under a name, in this workspace. */
export function addViewRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  route(VIEWS.list, async (c) => {
    const items = await withTenant(deps.app, c.get('membership').workspaceId, (tx) =>
      listViews(tx, personOf(c).id, 'alerts'),
    );
    return c.json({ items });
  });

  route(VIEWS.save, async (c, body) => {
    const form = await body();
    const { workspaceId } = c.get('membership');
    const mine = { workspaceId, userId: personOf(c).id };
    const view = await withTenant(deps.app, workspaceId, (tx) => saveView(tx, mine, form, deps.clock()));
    if (!view) {
      throw new AppError(
        'validation_failed',
        `${VIEWS_MAX} views are the limit. Delete one to save another.`,
      );
    }
    return c.json(view, 201);
  });

  route(VIEWS.remove, async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const gone =
      id.success &&
      (await withTenant(deps.app, c.get('membership').workspaceId, (tx) =>
        removeView(tx, personOf(c).id, id.data),
      ));
    if (!gone) throw new AppError('not_found', 'There is no such view.');
    return c.body(null, 204);
  });
}
