import { contrast, readableOn, textOn } from '#src/shared/colors.ts';

/** The grounds of an alert email, by day and by night. */
const PAPER = '#fffdf8';
const NIGHT = '#1b1916';
const ratio = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;

/** How text reads on a header of this color. Black or white always does. */
export function headerWords(color: string): string {
  const text = textOn(color);
  return `${text === '#ffffff' ? 'White' : 'Black'} text on it has a contrast of ${ratio(contrast(color, text))}. Good.`;
}

/** How lines of this color read on the page, and what is drawn where they don't. */
export function accentWords(color: string): string {
  const drawn = readableOn(color, PAPER);
  const has = ratio(contrast(color, PAPER));
  if (drawn === color) return `Lines on the page have a contrast of ${has}. Good.`;
  return `Lines on the page would have a contrast of ${has}, and need 3:1. We draw them in ${drawn}.`;
}

/** What an accent is drawn in, by day and by night. */
export const mendedAccent = (color: string) =>
  [
    { title: 'Light mode', ground: PAPER },
    { title: 'Dark mode', ground: NIGHT },
  ].map(({ title, ground }) => ({
    title,
    ground,
    ink: textOn(ground),
    color: readableOn(color, ground),
  }));
