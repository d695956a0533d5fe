/** The one clock, handed to everything that asks for the time. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();
