/** The mark beside what is described: whether it can be used today. */
export const AVAILABILITY = {
  now: 'Available',
  partly: 'Partly available',
  later: 'Not available yet',
} as const;
