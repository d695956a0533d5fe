import type { Context } from 'hono';
import type { ImportService } from '#src/engine/market/import/import-service.ts';
import { AppError } from '#src/shared/errors.ts';
import { ownSymbolChangeSchema } from '#src/shared/own-symbols.ts';
import { type ApiEnv, changerOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { OWN_SYMBOLS } from './contract.ts';

/** The symbols that a workspace brought in itself. */
export function addOwnSymbolRoutes(route: Route, { feeds }: { feeds: ImportService }): void {
  route(OWN_SYMBOLS.list, async (c) => c.json({ items: await feeds.ownSymbols(here(c)) }));

  route(OWN_SYMBOLS.change, async (c) => {
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
    await c.get('checkAgain')?.();
    return c.json(await feeds.setSplits(changerOf(c), symbolOf(c), form.data.splits));
  });

  route(OWN_SYMBOLS.settleSplit, async (c, body) => {
    const { isSplit } = await body();
    const id = idOf(c, { sentence: 'There is no such suspected split.' });
    return c.json(await feeds.settleSplit(changerOf(c), symbolOf(c), id, isSplit));
  });

  route(OWN_SYMBOLS.remove, async (c) => {
    await feeds.removeOwnSymbol(changerOf(c), symbolOf(c));
    return c.body(null, 204);
  });
}

const symbolOf = (c: Context<ApiEnv>): string => (c.req.param('symbol') ?? '').trim().toUpperCase();
