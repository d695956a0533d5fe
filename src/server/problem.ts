import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ERRORS } from '#src/shared/errors.ts';
import { knownError, retryAfter } from './failure.ts';

/** RFC 9457. `code` is the stable part; `detail` is the sentence for people. */
export type Problem = {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  code: string;
  retryable: boolean;
  request_id: string;
  [extra: string]: unknown;
};

/**
 * Answers an error of /api/v1. What is not ours to explain becomes `unexpected_failure`, or
 * `database_unavailable` while there is no database; the log has the cause.
 */
export function problemAnswer(c: Context, error: unknown, requestId: string): Response {
  const known = knownError(error);
  const { status, message, retryable } = ERRORS[known.code];
  const problem: Problem = {
    type: 'about:blank',
    title: message,
    status,
    detail: known.message,
    code: known.code,
    retryable,
    request_id: requestId,
    ...known.details,
  };
  return c.body(JSON.stringify(problem), status as ContentfulStatusCode, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...retryAfter(known),
  });
}
