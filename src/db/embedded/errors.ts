type EmbeddedPostgresErrorKind =
  /** another live program uses the data folder */
  | 'already_running'
  /** the data folder can't be created, written or reached by the server's user */
  | 'not_writable'
  /** the data was made by another major version than the binaries */
  | 'version_mismatch'
  /** the npm package with the binaries is missing or does not run here */
  | 'no_binaries'
  /** there are no binaries for this platform at all */
  | 'unsupported_platform'
  /** the program runs as root and there is nobody else to run the server as */
  | 'no_unprivileged_user'
  /** the server refused to start; the message carries its own words */
  | 'start_failed';

/** `message` is one clear sentence or two for the person at the terminal: what, where, and what to do. */
export class EmbeddedPostgresError extends Error {
  readonly kind: EmbeddedPostgresErrorKind;

  constructor(kind: EmbeddedPostgresErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.kind = kind;
  }
}

/** The system's code of a failed call ('ENOENT', 'EPERM' …), or '' when it is no such error. */
export function errorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return '';
}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** Translates whatever stopped a start into an error with a sentence for people. */
export function explain(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const words = error instanceof Error ? error.message : String(error);
  return NOT_WRITABLE.has(errorCode(error))
    ? new EmbeddedPostgresError(
        'not_writable',
        `Bellwire cannot write to its data folder ${dataDir}: ${words}.`,
        {
          cause: error,
        },
      )
    : new EmbeddedPostgresError('start_failed', `PostgreSQL could not be started on ${dataDir}: ${words}.`, {
        cause: error,
      });
}
