/** An envelope. */
export const MARK =
  'M3 5h18a1 1 0 0 1 1 1v.4l-10 6.2L2 6.4V6a1 1 0 0 1 1-1Zm-1 3.75 9.47 5.87a1 1 0 0 0 1.06 0L22 8.75V18a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1Z';
