import type { Hono } from 'hono';
import { z } from 'zod';
import type { Database } from '#src/db/database.ts';
import { listViews, removeView, saveView, VIEWS_MAX } from '#src/db/queries/views.ts';
import { withTenant } from '#src/db/tenant.ts';
import { viewFormSchema } from '#src/shared/alert-list.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { type ApiEnv, personOf } from './actor.ts';

/** Filters that a person keeps under a name: his own, in this workspace. */
export function addViewRoutes(api: Hono<ApiEnv>, deps: { app: Database; clock: Clock }): void {
  api.get('/views', async (c) => {
    const items = await withTenant(deps.app, c.get('membership').workspaceId, (tx) =>
      listViews(tx, personOf(c).id, 'alerts'),
    );
    return c.json({ items });
  });

  api.post('/views', async (c) => {
    const body: unknown = await c.req.json().catch(() => {
      throw new AppError('bad_json');
    });
    const form = viewFormSchema.safeParse(body);
    if (!form.success) throw new AppError('validation_failed', form.error.issues[0]?.message);
    const { workspaceId } = c.get('membership');
    const mine = { workspaceId, userId: personOf(c).id };
    const view = await withTenant(deps.app, workspaceId, (tx) => saveView(tx, mine, form.data, deps.clock()));
    if (!view) {
      throw new AppError(
        'validation_failed',
        `${VIEWS_MAX} views are the limit. Delete one to save another.`,
      );
    }
    return c.json(view, 201);
  });

  api.delete('/views/:id', async (c) => {
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
