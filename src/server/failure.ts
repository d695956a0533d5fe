import { isDatabaseAway } from '#src/db/away.ts';
import { AppError } from '#src/shared/errors.ts';

/** Seconds after which a database that was away may be back. */
export const RETRY_AFTER_S = 2;

/** Every error as one of ours: a database that is away is for later, and the rest is for us to explain (the log has it). */
export function knownError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError('database_unavailable', undefined, { cause: error });
  if (isDiskFull(error)) return new AppError('database_unavailable', DISK_FULL, { cause: error });
  return new AppError('unexpected_failure', undefined, { cause: error });
}

const DISK_FULL = 'The server has no room left for files. Try again later.';

/** Files of the data folder find no room; the embedded database then doesn't either. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(String(Reflect.get(error, 'code')));

/** When to come back, of an error that says so by its code. */
export const retryAfter = ({ code }: AppError): Record<string, string> =>
  code === 'database_unavailable' ? { 'Retry-After': String(RETRY_AFTER_S) } : {};
