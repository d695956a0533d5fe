/**
 * Parts of the stage that appear in their turn. A text of the card is wiped in from the left, as a teleprinter writes:
 * a veil of the card's own color is drawn away over it by the compositor. Never half transparent, so that a text can
 * be read as soon as it is seen.
 */
export const WRITTEN =
  'relative after:pointer-events-none after:absolute after:-inset-1 after:origin-right after:scale-x-0 after:bg-raised after:transition-transform after:duration-200 data-waiting:after:scale-x-100';
