/** What the section shows before anyone has touched it; a test runs it through the registry. */
export const DEFAULTS = { record: 'sp500', detector: 'big_move' } as const;

/** Where a whole record is fetched from. */
export const recordPath = (id: string): string => `/market/${id}.json`;
