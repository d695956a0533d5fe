import type { Context } from 'hono';
import type { Page } from '#src/db/queries/operator.ts';
import { OPERATOR_PAGE_MAX } from '#src/shared/operator.ts';
import { cursorOf, limitOf } from '../api/paging.ts';

/** @throws AppError validation_failed */
export const pageAsked = (c: Context): Page => ({
  limit: limitOf(c.req.query('limit') ?? null, OPERATOR_PAGE_MAX),
  after: cursorOf(c.req.query('cursor') ?? null),
});

/** First and last name, else the part of the address before the @. */
export function nameFrom(row: {
  first_name: string | null;
  last_name: string | null;
  email: string;
}): string {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ').trim();
  return name || (row.email.split('@')[0] ?? '');
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
