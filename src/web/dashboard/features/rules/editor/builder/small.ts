/** What makes a control that is chosen from or typed into a small one; under a finger it keeps its size. */
export const SMALL = 'h-8! px-2! text-sm pointer-coarse:h-11!';
