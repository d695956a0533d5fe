/** What the pages claim about the company. Copy, to be replaced by what is true of yours. */
export const JOINED = 'Over 500 trading businesses have joined.';
