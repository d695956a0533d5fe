import { DEFAULT_BRAND_COLOR } from './product.ts';

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A color that may stand in a style attribute: the given one as #rrggbb, or the default where it is no hex color. */
export function safeColor(color: string): string {
  if (!HEX.test(color)) return DEFAULT_BRAND_COLOR;
  if (color.length === 7) return color.toLowerCase();
  return `#${Array.from(color.slice(1), (digit) => digit + digit).join('')}`.toLowerCase();
}

/** Relative luminance after WCAG 2.2, 0 (black) to 1 (white). */
function luminance(color: string): number {
  const value = Number.parseInt(safeColor(color).slice(1), 16);
  const [r = 0, g = 0, b = 0] = [value >> 16, (value >> 8) & 255, value & 255].map((part) => {
    const s = part / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio after WCAG 2.2, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever reads better on the color. One of the two always reaches 4.5:1. */
export function textOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}

/** A header's color in dark mode: the same where it is dark, and else that of the night's sheet. */
export const darkHeader = (color: string): string =>
  textOn(color) === '#ffffff' ? safeColor(color) : '#1b1916';

/** The color itself where it reads on the ground (3:1, for lines and marks), else as much darker or lighter as needed. */
export function readableOn(color: string, ground: string, wanted = 3): string {
  const toward = textOn(ground);
  for (let part = 0; part <= 1; part += 0.05) {
    const mended = mixed(color, toward, part);
    if (contrast(mended, ground) >= wanted) return mended;
  }
  return toward;
}

/** Two colors mixed: `part` of the second, 0 to 1. */
function mixed(one: string, other: string, part: number): string {
  const channels = (color: string): number[] =>
    [1, 3, 5].map((at) => Number.parseInt(safeColor(color).slice(at, at + 2), 16));
  const [a, b] = [channels(one), channels(other)];
  const hex = a.map((value, at) =>
    Math.round(value + ((b[at] ?? 0) - value) * part)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
