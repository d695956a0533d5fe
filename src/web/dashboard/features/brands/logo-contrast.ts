import { contrast } from '#src/shared/colors.ts';

/** Below this contrast a logo can't be seen. WCAG asks 3:1 of marks, but logos are often softer. */
const SEEN = 1.4;

/**
 * How much of a logo can be seen on a color.
 * @param pixels RGBA, as a canvas has them
 * @returns from 0 to 1, by opacity: what is transparent doesn't count
 */
export function visibleShare(pixels: Uint8ClampedArray, ground: string): number {
  const under = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
  // Logos have few colors, and the formula of contrast is slow for thousands of pixels.
  const known = new Map<string, boolean>();
  let [all, seen] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    all += alpha;
    const hex = under
      .map((value, part) => Math.round(value + ((pixels[at + part] ?? 0) - value) * alpha))
      .map((value) => value.toString(16).padStart(2, '0'))
      .join('');
    let isSeen = known.get(hex);
    if (isSeen === undefined) {
      isSeen = contrast(`#${hex}`, ground) >= SEEN;
      known.set(hex, isSeen);
    }
    if (isSeen) seen += alpha;
  }
  return all === 0 ? 0 : seen / all;
}
