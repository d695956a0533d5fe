import type { Database } from '#src/db/database.ts';
import { findInstrument, listInstruments, readInstrumentCursor } from '#src/db/queries/instruments.ts';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import { INSTRUMENTS_MAX } from '#src/shared/rules/stored.ts';
import { invalid, limitOf, wordsOf } from '../paging.ts';
import type { Route } from '../route.ts';
import { INSTRUMENTS } from './contract.ts';

const SYMBOL_MAX = 40;

/** What a workspace may watch: what is shared, and what it brought in itself. */
export function addInstrumentRoutes(route: Route, { app }: { app: Database }): void {
  route(INSTRUMENTS.list, async (c) => {
    const { workspaceId } = c.get('membership');
    const cursor = c.req.query('cursor');
    const after = cursor === undefined ? null : readInstrumentCursor(cursor);
    if (cursor !== undefined && !after) throw invalid('cursor', cursor, 'the `next` of the page before');
    const ask = {
      ...wordsOf(c.req.query('q')),
      after,
      limit: limitOf(c.req.query('limit') ?? null, INSTRUMENTS_MAX),
    };
    return c.json(await withTenant(app, workspaceId, (tx) => listInstruments(tx, workspaceId, ask)));
  });

  route(INSTRUMENTS.one, async (c) => {
    const { workspaceId } = c.get('membership');
    const symbol = (c.req.param('symbol') ?? '').trim();
    const found =
      symbol.length > SYMBOL_MAX || symbol.includes('\0')
        ? null
        : await withTenant(app, workspaceId, (tx) => findInstrument(tx, workspaceId, symbol));
    if (!found) throw new AppError('not_found', 'There is no such instrument.');
    return c.json(found);
  });
}
