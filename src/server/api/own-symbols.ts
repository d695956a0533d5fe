import type { Context, Hono } from 'hono';
import type { ImportDesk } from '#src/engine/feeds/import/desk.ts';
import { AppError } from '#src/shared/errors.ts';
import { ownSymbolChangeSchema } from '#src/shared/own-symbols.ts';
import { activityActor, type ApiEnv } from './actor.ts';

/** The symbols that a workspace brought in itself. */
export function addOwnSymbolRoutes(api: Hono<ApiEnv>, desk: ImportDesk): void {
  api.get('/own-symbols', async (c) =>
    c.json({ items: await desk.ownSymbols(c.get('membership').workspaceId) }),
  );

  api.patch('/own-symbols/:symbol', async (c) => {
    const body: unknown = await c.req.json().catch(() => {
      throw new AppError('bad_json');
    });
    const form = ownSymbolChangeSchema.safeParse(body);
    if (!form.success) {
      const [issue] = form.error.issues;
      throw new AppError('validation_failed', issue?.message, {
        details: { field: issue?.path.join('.') ?? '' },
      });
    }
    return c.json(await desk.setSplits(byOf(c), symbolOf(c), form.data.splits));
  });

  api.delete('/own-symbols/:symbol', async (c) => {
    await desk.removeOwnSymbol(byOf(c), symbolOf(c));
    return c.body(null, 204);
  });
}

const byOf = (c: Context<ApiEnv>) => ({
  workspaceId: c.get('membership').workspaceId,
  actor: activityActor(c),
});
const symbolOf = (c: Context<ApiEnv>): string => (c.req.param('symbol') ?? '').trim().toUpperCase();
