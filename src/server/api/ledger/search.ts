import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { readTenant, withTenant } from '#src/db/tenant.ts';
import { collectFound, RECORD_HEAD, recordLines } from '#src/ledger/search-file.ts';
import { eachRecord, type RecordSearch, searchRecord } from '#src/ledger/search.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { RECORD_PAGE_MAX, type RecordedAlert, readRecordFilter } from '#src/shared/ledger-search.ts';
import { type ApiEnv, byOf, here } from '../actor.ts';
import { limitOf } from '../paging.ts';
import type { Route } from '../route.ts';
import { LEDGER } from './contract.ts';
import { searchOf, searchWords, uuidOf } from './query.ts';

const PAGE = '20';

/** Searches the ledger: what was said about a symbol, to whom, at which price, and who approved it. Also as a file. */
export function addSearchRoute(route: Route, { app, clock }: { app: Database; clock: Clock }): void {
  route(LEDGER.search, async (c) => {
    const search = { ...searchOf(c), ...placeOf(c) };
    return c.json(await readTenant(app, here(c), (tx) => searchRecord(tx, search)));
  });

  async function found(c: Context<ApiEnv>): Promise<RecordedAlert[]> {
    const search = { ...searchOf(c), limit: RECORD_PAGE_MAX };
    const items = await readTenant(app, here(c), (tx) => collectFound(eachRecord(tx, search)));
    if (items === null) throw new AppError('search_too_large');
    const by = byOf(c);
    await withTenant(app, by.workspaceId, (tx) =>
      recordActivity(tx, {
        ...by,
        action: 'ledger.exported',
        subject: searchWords(c),
        detail: { alerts: items.length },
        at: clock(),
      }),
    );
    return items;
  }

  route(LEDGER.searchCsv, async (c) => c.body(RECORD_HEAD + recordLines(await found(c)), 200, file('csv')));
  route(LEDGER.searchJson, async (c) => {
    const search = readRecordFilter(new URL(c.req.url).searchParams);
    const whole = { search, at: clock().toISOString(), items: await found(c) };
    return c.body(JSON.stringify(whole, null, 2), 200, file('json'));
  });

  const file = (as: 'csv' | 'json') => ({
    'Content-Type': as === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json',
    'Content-Disposition': `attachment; filename="ledger-${clock().toISOString().slice(0, 10)}.${as}"`,
  });
}

/** @throws AppError validation_failed */
function placeOf(c: Context<ApiEnv>): Pick<RecordSearch, 'before' | 'limit'> {
  return {
    before: uuidOf('before', c.req.query('before') ?? null, 'the `next` of the page before'),
    limit: limitOf(c.req.query('limit') ?? PAGE, RECORD_PAGE_MAX),
  };
}
