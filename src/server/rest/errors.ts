import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What an answer says (contract, section 8.3). `code` is a SQLSTATE, or PostgREST's own. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: string | null; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'RestError';
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
  }
}

export const badQuery = (what: string, text: string, details: string): RestError =>
  new RestError(400, 'PGRST100', `"failed to parse ${what} (${text.slice(0, 200)})" (line 1, column 1)`, {
    details,
  });

/** Privileges are the database's; this is for requests that need one that no role has. 401 asks to sign in. */
export const noPrivilege = (table: string, isAnon: boolean): RestError =>
  new RestError(isAnon ? 401 : 403, '42501', `permission denied for table ${table}`);

export function restErrorAnswer(c: Context, error: RestError): Response {
  const { code, details, hint, message } = error;
  return c.body(JSON.stringify({ code, details, hint, message }), error.status as ContentfulStatusCode, {
    'Content-Type': 'application/json; charset=utf-8',
    'Proxy-Status': `PostgREST; error=${code}`,
    ...(error.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...error.headers,
  });
}
