import { type ErrorCode, ERRORS } from '#src/shared/errors.ts';
import { wireCode } from '#src/shared/wire-codes.ts';

type ErrorRow = { code: string; status: number; message: string; retryable: boolean };

/** Every code as a program meets it, by name and then by status. */
export const ERROR_ROWS: readonly ErrorRow[] = Object.entries(ERRORS)
  .map(([code, { status, message, retryable }]) => ({
    code: wireCode(code as ErrorCode),
    status,
    message,
    retryable,
  }))
  .toSorted((a, b) => a.code.localeCompare(b.code) || a.status - b.status);
