import type { Language } from '#src/shared/content/answer.ts';
import { figuresIn } from './figures-in.ts';
import type { Habits } from './habits.ts';
import type { Drawn } from './texts-of-svg.ts';

/** So much of a pixel is lost where coordinates are rounded. */
const ROUNDING = 0.011;

/**
 * Labels of an axis are no figures of the evidence: each has to be as high as its value, measured by the others of its
 * axis. @returns those that aren't, or can't be read
 */
export function wrongTicks(drawn: readonly Drawn[], language: Language, habits: Habits): string[] {
  const axes = new Map<string, { y: number; value: number; text: string }[]>();
  const wrong: string[] = [];
  for (const { isTick, anchor, x, y, size, text } of drawn) {
    if (!isTick || anchor !== 'end') continue;
    const [read, ...more] = figuresIn(text, language, habits);
    if (read?.is !== 'number' || read.value === null || more.length > 0) {
      wrong.push(text);
      continue;
    }
    const key = `${x} ${size} ${read.percent}`;
    axes.set(key, [...(axes.get(key) ?? []), { y, value: Number(read.value), text }]);
  }
  for (const ticks of axes.values()) wrong.push(...paneTicks(ticks).flatMap(offLine));
  return wrong;
}

type Tick = { y: number; value: number; text: string };

/** Panes below each other share an edge. Each is drawn from the bottom up, so that the next begins lower again. */
function paneTicks(ticks: readonly Tick[]): Tick[][] {
  const panes: Tick[][] = [];
  for (const tick of ticks) {
    const last = panes.at(-1)?.at(-1);
    if (last && tick.y < last.y) panes.at(-1)?.push(tick);
    else panes.push([tick]);
  }
  return panes;
}

function offLine(ticks: readonly Tick[]): string[] {
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (!first || !last || ticks.length < 3) return [];
  const perPixel = (last.value - first.value) / (last.y - first.y);
  return ticks
    .filter(({ y, value }) => Math.abs((value - first.value) / perPixel - (y - first.y)) > 4 * ROUNDING)
    .map(({ text }) => text);
}
