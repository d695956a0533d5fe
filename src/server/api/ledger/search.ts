import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type RecordSearch, searchRecord } from '#src/ledger/search.ts';
import { RECORD_PAGE_MAX } from '#src/shared/ledger-search.ts';
import { type ApiEnv, here } from '../actor.ts';
import { invalid, limitOf, wordsOf } from '../paging.ts';
import type { Route } from '../route.ts';
import { LEDGER } from './contract.ts';
import { dayOf, uuidOf } from './query.ts';

const DAY_MS = 86_400_000;
const PAGE = '20';

/** What an examiner asks: what was said of something, to whom, at which price, approved by whom. */
export function addSearchRoute(route: Route, { app }: { app: Database }): void {
  route(LEDGER.search, async (c) => {
    const search = searchOf(c);
    return c.json(await withTenant(app, here(c), (tx) => searchRecord(tx, search)));
  });
}

/** @throws AppError validation_failed */
function searchOf(c: Context<ApiEnv>): RecordSearch {
  const ask = (name: string): string | null => c.req.query(name) ?? null;
  const to = dayOf('to', c.req.query('to'));
  return {
    symbol: shortOf('symbol', ask('symbol')),
    brand: uuidOf('brand', ask('brand'), 'the id of a brand'),
    recipient: shortOf('recipient', ask('recipient')),
    approver: uuidOf('approver', ask('approver'), 'the id of a person'),
    words: wordsOf(c.req.query('q')).words ?? null,
    from: dayOf('from', c.req.query('from')),
    // The last day is included.
    to: to && new Date(to.getTime() + DAY_MS),
    before: uuidOf('before', ask('before'), 'the `next` of the page before'),
    limit: limitOf(ask('limit') ?? PAGE, RECORD_PAGE_MAX),
  };
}

const SHORT_MAX = 320;
function shortOf(name: string, text: string | null): string | null {
  if (text !== null && (text.length > SHORT_MAX || text.includes('\0')))
    throw invalid(name, text, `${SHORT_MAX} characters at most`);
  return text?.trim() || null;
}
