import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { readTenant, withTenant } from '#src/db/tenant.ts';
import { collectRecords, RECORD_HEAD, recordLines } from '#src/ledger/search-file.ts';
import { eachRecord, type RecordSearch, searchRecord } from '#src/ledger/search.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { RECORD_PAGE_MAX, type RecordedAlert, readRecordFilter } from '#src/shared/ledger-search.ts';
import { type ApiEnv, byOf, here } from '../actor.ts';
import { invalid, limitOf, wordsOf } from '../paging.ts';
import type { Route } from '../route.ts';
import { LEDGER } from './contract.ts';
import { dayOf, uuidOf } from './query.ts';

const DAY_MS = 86_400_000;
const PAGE = '20';

/** What an examiner asks: what was said of something, to whom, at which price, approved by whom. Also as a file. */
export function addSearchRoute(route: Route, { app, clock }: { app: Database; clock: Clock }): void {
  route(LEDGER.search, async (c) => {
    const search = { ...filterOf(c), ...placeOf(c) };
    return c.json(await readTenant(app, here(c), (tx) => searchRecord(tx, search)));
  });

  async function found(c: Context<ApiEnv>): Promise<RecordedAlert[]> {
    const search = { ...filterOf(c), limit: RECORD_PAGE_MAX };
    const items = await readTenant(app, here(c), (tx) => collectRecords(eachRecord(tx, search)));
    if (items === null) throw new AppError('search_too_large');
    const by = byOf(c);
    await withTenant(app, by.workspaceId, (tx) =>
      recordActivity(tx, {
        ...by,
        action: 'ledger.exported',
        subject: subjectOf(c),
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

/** What was searched for, as the activity says it: no recipient, whom it would name for good. */
function subjectOf(c: Context<ApiEnv>): string {
  const { recipient, brand, approver, ...words } = readRecordFilter(new URL(c.req.url).searchParams);
  const parts = [
    words.symbol,
    words.q && `“${words.q}”`,
    brand && 'a brand',
    approver && 'an approver',
    recipient && 'a recipient',
    words.from && `from ${words.from}`,
    words.to && `to ${words.to}`,
  ].filter(Boolean);
  return parts.join(', ') || 'everything';
}

const askIn =
  (c: Context<ApiEnv>) =>
  (name: string): string | null =>
    c.req.query(name) ?? null;

/** @throws AppError validation_failed */
function filterOf(c: Context<ApiEnv>): Omit<RecordSearch, 'before' | 'limit'> {
  const ask = askIn(c);
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
  };
}

/** @throws AppError validation_failed */
function placeOf(c: Context<ApiEnv>): Pick<RecordSearch, 'before' | 'limit'> {
  const ask = askIn(c);
  return {
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
