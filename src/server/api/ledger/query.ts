import type { Context } from 'hono';
import type { RecordSearch } from '#src/ledger/search.ts';
import { daySchema } from '#src/shared/day.ts';
import { readRecordFilter } from '#src/shared/ledger-search.ts';
import type { ApiEnv } from '../actor.ts';
import { invalid, wordsOf } from '../paging.ts';

export const DAY_MS = 86_400_000;

/** @throws AppError validation_failed */
export function alertOf(text: string | null): string | null {
  return uuidOf('alert', text, 'the id of an alert');
}

/** @throws AppError validation_failed */
export function uuidOf(name: string, text: string | null, wanted: string): string | null {
  if (text !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw invalid(name, text, wanted);
  return text?.toLowerCase() ?? null;
}

/** @throws AppError validation_failed */
export function dayOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  if (!daySchema.safeParse(text).success) throw invalid(name, text, 'a day such as 2026-11-26');
  return new Date(text);
}

/** A search as the activity records it. Recipients are left out, as the record would outlive their erasure. */
export function searchWords(c: Context<ApiEnv>): string {
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
export function searchOf(c: Context<ApiEnv>): Omit<RecordSearch, 'before' | 'limit'> {
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

const SHORT_MAX = 320;
function shortOf(name: string, text: string | null): string | null {
  if (text !== null && (text.length > SHORT_MAX || text.includes('\0')))
    throw invalid(name, text, `${SHORT_MAX} characters at most`);
  return text?.trim() || null;
}
