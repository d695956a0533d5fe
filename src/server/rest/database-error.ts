import { isDatabaseAway } from '#src/db/away.ts';
import { RestError } from './errors.ts';

/** SQLSTATE (or the beginning of one) and the status it is answered with; the longest that fits counts. */
const STATUS = new Map<string, number>([
  ['08', 503],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['42883', 404],
  ['42P01', 404],
  ['53', 503],
  ['54', 413],
  ['55', 500],
  ['57', 503],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
]);
/** The database's refusal as an answer; null where the error is none of the database's. */
export function fromDatabase(error: unknown, isAnon: boolean): RestError | null {
  if (isDatabaseAway(error)) return unreachable();
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = textOf(cause, 'code');
    if (code && textOf(cause, 'severity')) {
      // What failed on our side is in the log; the words are the database's own business.
      const status = statusOf(code, isAnon);
      if (status === 503) return unreachable();
      if (status === 500) return null;
      return new RestError(status, code, cause.message, {
        details: textOf(cause, 'detail'),
        hint: textOf(cause, 'hint'),
      });
    }
  }
  return null;
}

function statusOf(code: string, isAnon: boolean): number {
  if (code === '42501') return isAnon ? 401 : 403;
  return STATUS.get(code) ?? STATUS.get(code.slice(0, 2)) ?? 400;
}

const unreachable = (): RestError =>
  new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', {
    headers: { 'Retry-After': '2' },
  });

function textOf(error: object, name: string): string | null {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : null;
}
