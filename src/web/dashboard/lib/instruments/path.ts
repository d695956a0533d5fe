/** Where the page of an instrument is. */
export const pathOf = (symbol: string): string => `/instruments/${encodeURIComponent(symbol)}`;
