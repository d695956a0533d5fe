import type { Limit } from '#src/platform/limits/count.ts';

/** How many messages one person may write: in a minute, and in a day. */
export const chatLimits = (userId: string): Limit[] => [
  { scope: 'chat of a minute', key: userId, max: 20, seconds: 60 },
  { scope: 'chat of a day', key: userId, max: 300, seconds: 86_400 },
];
