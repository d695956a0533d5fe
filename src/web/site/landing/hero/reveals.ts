/**
 * A part of the stage that appears in its turn: wiped in from the left, as a teleprinter writes. Never half
 * transparent, so that a text can be read as soon as it is seen.
 */
export const REVEALS =
  'transition-[clip-path] duration-200 [clip-path:inset(-4px)] data-waiting:[clip-path:inset(-4px_calc(100%_+_4px)_-4px_-4px)]';
