import type { ISeriesApi, SeriesType } from 'lightweight-charts';
import { roundedLevel } from '#src/shared/rules/levels.ts';

/** A price that was pointed at, and where, in pixels from the upper left corner of a chart of that size. */
export type AskedLevel = { level: number; x: number; y: number; width: number; height: number };

type Prices = Pick<ISeriesApi<SeriesType>, 'coordinateToPrice'>;

/** The price at a height of a chart, rounded to what can be told apart there; null outside of its prices. */
export function levelAt(series: Prices, y: number, height: number): number | null {
  const [price, top, bottom] = [y, 0, height].map((at) => series.coordinateToPrice(at));
  if (typeof price !== 'number' || typeof top !== 'number' || typeof bottom !== 'number') return null;
  const level = roundedLevel(price, Math.abs(top - bottom));
  return level > 0 ? level : null;
}

/**
 * Calls `ask` where the chart is right-clicked, or pressed for long where phones say so.
 * @returns ends it
 */
export function onLevelAsked(box: HTMLElement, series: Prices, ask: (asked: AskedLevel) => void): () => void {
  const asked = (event: MouseEvent): void => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const level = levelAt(series, event.clientY - top, height);
    if (level === null) return;
    event.preventDefault();
    ask({ level, x: event.clientX - left, y: event.clientY - top, width, height });
  };
  box.addEventListener('contextmenu', asked);
  return () => box.removeEventListener('contextmenu', asked);
}
