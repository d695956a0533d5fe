import type { Reason } from './reasons.ts';

/** Something refused in a text: from `start` up to, and without, `end`, counted in UTF-16 code units. */
export type Finding = { code: Reason; start: number; end: number };
