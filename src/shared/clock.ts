/** The one clock, handed to everything that asks for the time. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

/** So far the clocks of processes and of the database may be apart, and a request may be older than what it is compared with. */
export const CLOCK_SLACK_MS = 10_000;

/**
 * Whether a stored moment is further ahead than it can be: `withinMs` from now, or not at all. It was written while the
 * clock was ahead, and nothing shall wait for it.
 */
export const isBeyond = (at: Date, now: Date, withinMs = 0): boolean =>
  at.getTime() - now.getTime() > withinMs + CLOCK_SLACK_MS;
