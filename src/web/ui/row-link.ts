/**
 * A link that covers its row (after), and carries the row's ground and focus ring (before), which hang over by 12 px.
 * The row is `group relative isolate`; other controls in it are above the link, by `ABOVE_ROW_LINK`.
 */
export const ROW_LINK =
  'outline-none after:absolute after:inset-0 before:absolute before:inset-y-0 before:-inset-x-3 before:-z-1 before:rounded-sm focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-brass';

/** The same for the name of what the row is, in a table. */
export const ROW_NAME = `${ROW_LINK} font-medium text-ink group-hover:before:bg-raised`;

export const ABOVE_ROW_LINK = 'relative z-1';
