/** SQLSTATEs, or their beginnings, of a server that doesn't serve now: lost, full, starting, stopping, read-only, not letting us in. */
const STATES = ['08', '53', '57P', '25006', '28', '3D000', '58030'];
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What `pg` says without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end)/;

/** Whether something failed because the database can't be reached or can't work now, and not for what was asked of it. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    // Another server's absence.
    if (cause.message === 'fetch failed') return false;
    const code: unknown = Reflect.get(cause, 'code');
    if (typeof code === 'string') {
      if (Reflect.has(cause, 'severity')) return STATES.some((state) => code.startsWith(state));
      // A missing file is no missing server.
      if (SYSTEM.has(code) || (code === 'ENOENT' && Reflect.get(cause, 'syscall') === 'connect')) return true;
    }
    if (WORDS.test(cause.message)) return true;
  }
  return false;
}
