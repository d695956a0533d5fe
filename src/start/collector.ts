import { setFlagsFromString } from 'node:v8';

/**
 * Has what is young collected by one thread. On two cores several take as long, and take the processors from the
 * database meanwhile: measured with `bench/live.ts`, in the decisions on live feeds.
 */
export const collectOnOneThread = (): void => setFlagsFromString('--no-parallel-scavenge');
