import { z } from 'zod';

/** A parameter that is chosen by a word: up is 1, down is −1. */
export const DIRECTION = z.literal([1, -1]).default(1);
export const DIRECTION_WORDS = { direction: { up: 1, down: -1 } } as const;
