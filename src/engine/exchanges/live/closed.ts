/** HTTP statuses of an exchange that is overloaded or restarting. */
export const BUSY_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  return 'code' in error ? String(error.code) : codeOf(error.cause);
};

/** Why a connection failed, for users. */
export const problemOf = (error: unknown): string => {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the address of the exchange can't be looked up`;
  if (code === 'ECONNREFUSED') return 'the exchange refuses the connection';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 'the connection was cut';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return 'the exchange does not answer: check that this server may connect to the internet';
  return 'the connection failed';
};
