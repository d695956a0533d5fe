/** A page. */
export const MARK =
  'M3 4h18a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm1 5v9h16V9Zm2 2h7v2H6Zm0 3h11v2H6Z';
